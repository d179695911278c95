//! Plays the games of a match, several at a time.

use super::game::{self, Condition, PlayedMove, Transcript};
use super::judge::{Ending, Reason};
use super::plan::{Fixture, MatchPlan, Restart};
use super::player::RunningEngine;
use super::record;
use crate::workers;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use stonefall_client::ClientError;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{ByColor, Color, SizeError, check_size};

/// Longest time between the signals to an engine and to the match.
const SIGNAL_DELAY: Duration = Duration::from_millis(300);

/// Event of a running game.
#[derive(Clone, PartialEq, Debug)]
pub enum GameNews {
    /// It starts.
    Started(Fixture),
    /// An engine moved.
    Moved(PlayedMove),
}

/// Plays the games of a match with these numbers except those in `finished`. Passes the text of each game to `on_game`,
/// with the place of the game among those that run at the same time. `on_news` gets these places as well, and runs on the
/// thread of the game. Stopping drops the unfinished games; a later run plays them again.
///
/// # Errors
/// Those of `on_game`, which stop the match; and an invalid board size.
pub fn run<E: From<SizeError>>(
    plan: &MatchPlan,
    numbers: Range<usize>,
    finished: &BTreeSet<usize>,
    stopper: &Stopper,
    on_news: &(dyn Fn(usize, GameNews) + Sync),
    mut on_game: impl FnMut(usize, String) -> Result<(), E>,
) -> Result<(), E> {
    check_size(plan.size)?;
    let missing: Vec<_> = numbers.filter(|number| !finished.contains(number)).collect();
    let slots = AtomicUsize::new(0);
    let new_worker = || Worker {
        plan,
        stopper,
        slot: slots.fetch_add(1, Ordering::Relaxed),
        on_news,
        players: plan.contenders.iter().map(|_| None).collect(),
    };
    let job = |worker: &mut Worker<'_>, index: usize| {
        (!stopper.is_stopped()).then(|| worker.game(&plan.fixture(missing[index])))?
    };
    let on_result = |_, (slot, text)| on_game(slot, text);
    workers::run(0..missing.len(), plan.concurrency, stopper, new_worker, job, on_result)
}

/// Plays games one after another.
struct Worker<'a> {
    plan: &'a MatchPlan,
    stopper: &'a Stopper,
    slot: usize,
    on_news: &'a (dyn Fn(usize, GameNews) + Sync),
    /// The running engines.
    players: Vec<Option<RunningEngine>>,
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        self.players.drain(..).flatten().for_each(RunningEngine::quit);
    }
}

impl Worker<'_> {
    /// Plays a game; `None` if the match is stopped.
    fn game(&mut self, fixture: &Fixture) -> Option<(usize, String)> {
        let (slot, on_news) = (self.slot, self.on_news);
        on_news(slot, GameNews::Started(*fixture));
        let transcript = match self.players(fixture) {
            Ok(mut players) => {
                let mut on_move = |played| on_news(slot, GameNews::Moved(played));
                // A searching engine does not obey `quit` reliably, so it is killed.
                let transcript =
                    game::play(self.plan, fixture, &mut players, self.stopper, &mut on_move)?;
                if self.is_ending(&transcript) {
                    return None;
                }
                self.keep_all(fixture, players, &transcript);
                transcript
            }
            Err(ending) => Transcript { ending, ..game::opening(self.plan, fixture)? },
        };
        Some((slot, record::write(self.plan, fixture, &transcript)))
    }

    /// Whether an engine ended because the whole match ends. A batch system sends SIGTERM to all processes of a job: the crash of an engine may
    /// be the first sign.
    fn is_ending(&self, transcript: &Transcript) -> bool {
        if transcript.ending.reason != Reason::Crash {
            return false;
        }
        thread::sleep(SIGNAL_DELAY);
        self.stopper.is_stopped()
    }

    /// The engines of a game, ready for it; or the end of the game if one of them is not.
    fn players(&mut self, fixture: &Fixture) -> Result<ByColor<RunningEngine>, Ending> {
        let [white, black] = Color::ALL.map(|color| self.player(fixture.players[color]));
        match (white, black) {
            (Ok(white), Ok(black)) => Ok(ByColor::new(white, black)),
            (Err(fault), other) => {
                self.players[fixture.players[Color::Black]] = other.ok();
                Err(Ending::fault(Color::White, fault.0, fault.1))
            }
            (Ok(white), Err(fault)) => {
                self.players[fixture.players[Color::White]] = Some(white);
                Err(Ending::fault(Color::Black, fault.0, fault.1))
            }
        }
    }

    /// An engine that is ready for a game; restarted if it has ended.
    fn player(&mut self, contender: usize) -> Result<RunningEngine, (Reason, String)> {
        if let Some(mut player) = self.players[contender].take()
            && player.new_game(self.plan).is_ok()
        {
            return Ok(player);
        }
        let started = RunningEngine::start(&self.plan.contenders[contender], self.plan)
            .and_then(|mut player| player.new_game(self.plan).map(|()| player));
        started.map_err(|error| {
            let reason = match &error {
                ClientError::Timeout { .. } => Reason::Hang,
                _ => Reason::Crash,
            };
            (reason, format!("before its first move: {error}"))
        })
    }

    /// Keeps the engines for the next game, or ends them.
    fn keep_all(
        &mut self,
        fixture: &Fixture,
        players: ByColor<RunningEngine>,
        transcript: &Transcript,
    ) {
        for (color, player) in Color::ALL.into_iter().zip(players.0) {
            let contender = fixture.players[color];
            let restarts = self.plan.contenders[contender].restart == Restart::EveryGame;
            match transcript.conditions[color] {
                // Dropping kills an engine that does not answer.
                Condition::Broken => {}
                Condition::Fine if restarts => player.quit(),
                Condition::Fine => self.players[contender] = Some(player),
            }
        }
    }
}
