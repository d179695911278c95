//! Many games at once, handed out in their order.

use super::Plan;
use super::play::Player;
use crate::tools::records::Game;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::thread;
use stonefall_engine::stopper::Stopper;

/// The stack of a thread that searches.
const STACK: usize = 16 << 20;

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
    pub game: &'a Game,
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
    mut take: impl FnMut(Made<'_>) -> Result<(), E>,
) -> Result<Ended, E> {
    let next = AtomicU32::new(first);
    let work = |sender: mpsc::Sender<Game>| {
        let mut player = Player::new(plan, fingerprint, stopper);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let Ok(game) = player.game(number) else { return };
            if sender.send(game).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (sender, games) = mpsc::channel();
        for _ in 0..threads.max(1) {
            let (sender, work) = (sender.clone(), &work);
            // A thread that cannot be started is done without.
            let _ =
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(sender));
        }
        drop(sender);

        let mut waiting = BTreeMap::new();
        let mut wanted = first;
        for game in games {
            waiting.insert(game.origin.game, game);
            while let Some(game) = waiting.remove(&wanted) {
                wanted += 1;
                if let Err(error) = take(Made { game: &game, waiting: waiting.len() }) {
                    stopper.stop();
                    return Err(error);
                }
            }
        }
        Ok(if wanted >= count { Ended::Complete } else { Ended::Halted })
    })
}
