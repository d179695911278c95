//! Many games at once, handed out in their order.

use super::Plan;
use super::play::Player;
use crate::tools::crew;
use std::collections::BTreeMap;
use std::ops::Range;
use stonefall_engine::stopper::Stopper;
use stonefall_learn::records::GameRecord;

/// How the making of games has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// All are made.
    Complete,
    /// It was broken off, and can be taken up again where it was.
    Halted,
}

/// What is told of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Made<'a> {
    /// The game that comes next in the order.
    pub game: &'a GameRecord,
    /// Games finished that have to wait for one before them.
    pub waiting: usize,
}

/// Plays the games with the numbers `first` to `count - 1`, so many at a time, and hands them to
/// `take` in the order of their numbers. The stopper breaks the work off within a move; what has
/// been handed over by then is what the same call would have handed over first.
///
/// # Errors
/// Those of `take`, after which no more games are handed over.
pub fn make<E>(
    plan: &Plan,
    fingerprint: u32,
    first: u32,
    count: u32,
    threads: usize,
    stopper: &Stopper,
    take: impl FnMut(Made<'_>) -> Result<(), E>,
) -> Result<Ended, E> {
    let hire = || Player::new(plan, fingerprint, stopper);
    let play = |player: &mut Player<'_>, number: u32| player.game(number).ok();
    in_order(first..count, threads, stopper, hire, play, take)
}

/// Has so many threads make the games of these numbers, and hands them to `take` in the order of their numbers.
pub(super) fn in_order<W, E>(
    numbers: Range<u32>,
    threads: usize,
    stopper: &Stopper,
    hire: impl Fn() -> W + Sync,
    job: impl Fn(&mut W, u32) -> Option<GameRecord> + Sync,
    mut take: impl FnMut(Made<'_>) -> Result<(), E>,
) -> Result<Ended, E> {
    let mut waiting = BTreeMap::new();
    let mut wanted = numbers.start;
    let mut taken = Ok(());
    let jobs = numbers.start as usize..numbers.end as usize;
    let job = |worker: &mut W, number: usize| job(worker, number as u32);
    crew::share(jobs, threads, hire, job, |number, game: GameRecord| {
        waiting.insert(number as u32, game);
        while taken.is_ok()
            && let Some(game) = waiting.remove(&wanted)
        {
            wanted += 1;
            taken = take(Made { game: &game, waiting: waiting.len() });
            if taken.is_err() {
                stopper.stop();
            }
        }
    });
    taken.map(|()| if wanted >= numbers.end { Ended::Complete } else { Ended::Halted })
}
