//! Plays the games of a match.

use super::game::{self, Condition, Transcript};
use super::plan::{Fixture, MatchPlan};
use super::player::RunningEngine;
use super::record;
use super::referee::{Ending, Reason};
use std::thread;
use std::time::Duration;
use stonefall_client::ClientError;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{ByColor, Color};

/// Longest time between the signals to an engine and to the match.
const SIGNAL_DELAY: Duration = Duration::from_millis(300);

/// Plays games of a match one after another, with engines that stay.
pub struct GamePlayer<'a> {
    plan: &'a MatchPlan,
    stopper: &'a Stopper,
    /// The running engines.
    players: Vec<Option<RunningEngine>>,
}

impl Drop for GamePlayer<'_> {
    fn drop(&mut self) {
        self.players.drain(..).flatten().for_each(RunningEngine::quit);
    }
}

impl<'a> GamePlayer<'a> {
    /// Plays games of this match. Stopping drops the game in progress; a later run plays it again.
    pub fn new(plan: &'a MatchPlan, stopper: &'a Stopper) -> Self {
        Self { plan, stopper, players: plan.contenders.iter().map(|_| None).collect() }
    }

    /// Plays the game of a number and returns its text; `None` if the match is stopped.
    pub fn game(&mut self, number: usize) -> Option<String> {
        let fixture = &self.plan.fixture(number);
        let transcript = match self.players(fixture) {
            Ok(mut players) => {
                // A searching engine does not obey `quit` reliably, so it is killed.
                let transcript = game::play(self.plan, fixture, &mut players, self.stopper)?;
                if self.is_ending(&transcript) {
                    return None;
                }
                self.keep_all(fixture, players, &transcript);
                transcript
            }
            Err(ending) => Transcript { ending, ..game::opening(self.plan, fixture)? },
        };
        // An empty line separates games.
        Some(record::write(self.plan, fixture, &transcript) + "\r\n")
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
            let restarts = self.plan.contenders[contender].restarts;
            match transcript.conditions[color] {
                // Dropping kills an engine that does not answer.
                Condition::Broken => {}
                Condition::Fine if restarts => player.quit(),
                Condition::Fine => self.players[contender] = Some(player),
            }
        }
    }
}
