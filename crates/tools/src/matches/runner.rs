//! Plays the games of a match, several at a time.

use super::game::{self, Condition, PlayedMove, Transcript};
use super::judge::{Ending, Reason};
use super::plan::{Fixture, MatchPlan, Restart};
use super::player::RunningEngine;
use super::record;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use stonefall_client::ClientError;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{ByColor, Color, SizeError};

/// Longest time between the signals to an engine and to the match.
const SIGNAL_DELAY: Duration = Duration::from_millis(300);

/// Event of a running match.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchEvent {
    /// Number of the game among those that run at the same time, from 0.
    pub slot: usize,
    /// The event of this game.
    pub news: GameNews,
}

/// Event of a game.
#[derive(Clone, PartialEq, Debug)]
pub enum GameNews {
    /// It starts.
    Started(Fixture),
    /// An engine moved.
    Moved(PlayedMove),
    /// It ended. The text is PTN.
    Finished(String),
}

/// Plays the games of a match with these numbers except those in `finished`. Calls `on_event` for one event after another.
/// Stopping drops the unfinished games; a later run plays them again.
///
/// # Errors
/// Those of `on_event`, which stop the match; and an invalid board size.
pub fn run<E: From<SizeError>>(
    plan: &MatchPlan,
    numbers: Range<usize>,
    finished: &BTreeSet<usize>,
    stopper: &Stopper,
    mut on_event: impl FnMut(MatchEvent) -> Result<(), E>,
) -> Result<(), E> {
    stonefall_engine::types::check_size(plan.size)?;
    let waiting = Mutex::new(numbers.filter(|number| !finished.contains(number)));
    thread::scope(|scope| {
        let (sender, events) = channel();
        for slot in 0..plan.concurrency.max(1) {
            let (waiting, sender) = (&waiting, sender.clone());
            scope.spawn(move || {
                let mut worker = Worker { plan, stopper, slot, sender, players: Vec::new() };
                worker.players.resize_with(plan.contenders.len(), || None);
                loop {
                    let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some(number) = next.filter(|_| !stopper.is_stopped()) else {
                        break;
                    };
                    let fixture = plan.fixture(number);
                    worker.game(&fixture);
                }
                worker.quit();
            });
        }
        drop(sender);
        let mut result = Ok(());
        for event in events {
            if result.is_ok() {
                result = on_event(event);
                if result.is_err() {
                    stopper.stop();
                }
            }
        }
        result
    })
}

/// Plays games one after another.
struct Worker<'a> {
    plan: &'a MatchPlan,
    stopper: &'a Stopper,
    slot: usize,
    sender: Sender<MatchEvent>,
    /// The running engines.
    players: Vec<Option<RunningEngine>>,
}

impl Worker<'_> {
    fn send(&self, news: GameNews) {
        // The receiver is gone only after the match.
        let _ = self.sender.send(MatchEvent { slot: self.slot, news });
    }

    fn game(&mut self, fixture: &Fixture) {
        self.send(GameNews::Started(*fixture));
        let transcript = match self.players(fixture) {
            Ok(mut players) => {
                let mut on_move = |played| self.send(GameNews::Moved(played));
                let played =
                    game::play(self.plan, fixture, &mut players, self.stopper, &mut on_move);
                // A searching engine does not obey `quit` reliably, so it is killed.
                let Some(transcript) = played else { return };
                if self.is_ending(&transcript) {
                    return;
                }
                self.keep_all(fixture, players, &transcript);
                transcript
            }
            Err(ending) => {
                let opening = game::opening(self.plan, fixture);
                let Some(opening) = opening else { return };
                Transcript { ending, ..opening }
            }
        };
        let text = record::write(self.plan, fixture, &transcript);
        self.send(GameNews::Finished(text));
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
                self.keep(fixture.players[Color::Black], other.ok());
                Err(Ending::fault(Color::White, fault.0, fault.1))
            }
            (Ok(white), Err(fault)) => {
                self.keep(fixture.players[Color::White], Some(white));
                Err(Ending::fault(Color::Black, fault.0, fault.1))
            }
        }
    }

    fn keep(&mut self, contender: usize, player: Option<RunningEngine>) {
        self.players[contender] = player;
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
                Condition::Fine => self.keep(contender, Some(player)),
            }
        }
    }

    fn quit(&mut self) {
        for player in self.players.drain(..).flatten() {
            player.quit();
        }
    }
}
