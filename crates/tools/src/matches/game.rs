//! Plays one game.

use super::claim::{self, Claims};
use super::control::GameClocks;
use super::evaluation;
use super::plan::{Fixture, MatchPlan};
use super::player::RunningEngine;
use super::referee::{Ending, Reason, Referee};
use std::time::{Duration, Instant};
use stonefall_client::{Answer, ClientError, ProofResult};
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::Evaluation;
use stonefall_engine::notation::{Ply, excerpt, parse_move};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{ByColor, Color, Move};

/// Interval of checks for the end of the match during a search.
const SLICE: Duration = Duration::from_millis(100);

/// Whether an engine can play the next game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    Fine,
    /// It has to be restarted.
    Broken,
}

/// A played game.
#[derive(Clone, Debug)]
pub(super) struct Transcript {
    /// The moves in PTN, with the engine's evaluation of each.
    pub(super) plies: Vec<(Ply, Option<Evaluation>)>,
    pub(super) ending: Ending,
    pub(super) claims: ByColor<Claims>,
    pub(super) conditions: ByColor<Condition>,
}

/// Reason why there is no move.
enum Stop {
    /// The match was stopped.
    Halted,
    Fault(Reason, String, Condition),
}

impl From<ClientError> for Stop {
    fn from(error: ClientError) -> Self {
        let reason = match &error {
            ClientError::Timeout { .. } => Reason::Hang,
            ClientError::Malformed(_) => Reason::IllegalMove,
            _ => Reason::Crash,
        };
        Self::Fault(reason, error.to_string(), Condition::Broken)
    }
}

struct RunningGame<'a> {
    plan: &'a MatchPlan,
    fixture: &'a Fixture,
    game: Game,
    /// The `position` command so far.
    command: String,
    clocks: GameClocks,
    referee: Referee,
    /// Number of announced wins.
    announced: ByColor<u32>,
    transcript: Transcript,
}

/// The opening of a game, for a game that ends before its first move.
pub(super) fn opening(plan: &MatchPlan, fixture: &Fixture) -> Option<Transcript> {
    Some(RunningGame::new(plan, fixture)?.transcript)
}

/// Plays a game; returns `None` if the match is stopped.
pub(super) fn play(
    plan: &MatchPlan,
    fixture: &Fixture,
    players: &mut ByColor<RunningEngine>,
    stopper: &Stopper,
) -> Option<Transcript> {
    let mut running = RunningGame::new(plan, fixture)?;
    loop {
        let plies = running.transcript.plies.len();
        if let Some(ending) = running.referee.ending(&running.game, plies) {
            running.settle(players);
            return Some(running.finish(ending));
        }
        let mover = running.game.to_move();
        match running.turn(&mut players[mover], stopper) {
            Ok(()) => {}
            Err(Stop::Halted) => return None,
            Err(Stop::Fault(reason, detail, condition)) => {
                running.transcript.conditions[mover] = condition;
                running.settle(players);
                return Some(running.finish(Ending::fault(mover, reason, detail)));
            }
        }
    }
}

impl<'a> RunningGame<'a> {
    fn new(plan: &'a MatchPlan, fixture: &'a Fixture) -> Option<Self> {
        let book = plan.openings.get(fixture.opening)?;
        let control = |color| plan.contenders[fixture.players[color]].control;
        let mut running = Self {
            plan,
            fixture,
            // Openings are checked when their book is read.
            game: book.start(plan.board.size(), plan.rules).ok()?,
            command: match &book.tps {
                None => "position startpos".to_owned(),
                Some(tps) => format!("position tps {tps}"),
            },
            clocks: GameClocks::new(ByColor::from_fn(control)),
            referee: Referee::new(plan.ends),
            announced: ByColor::default(),
            transcript: Transcript {
                plies: Vec::new(),
                ending: Ending::draw(Reason::Length),
                claims: ByColor::default(),
                conditions: ByColor::new(Condition::Fine, Condition::Fine),
            },
        };
        for &mv in &book.moves {
            running.play(mv, None).ok()?;
        }
        Some(running)
    }

    fn finish(mut self, ending: Ending) -> Transcript {
        // Faults and agreements end a game before the announced win could happen.
        let is_played = matches!(
            ending.reason,
            Reason::Road | Reason::Flats | Reason::Repetition | Reason::ReversiblePlies
        );
        for color in Color::ALL {
            let missed = is_played && self.announced[color] > 0 && ending.winner != Some(color);
            self.transcript.claims[color].undelivered = u32::from(missed);
        }
        self.transcript.ending = ending;
        self.transcript
    }

    fn contender(&self, color: Color) -> &'a super::Contender {
        &self.plan.contenders[self.fixture.players[color]]
    }

    /// A move of an engine. Afterwards it ponders, if it is to.
    fn turn(&mut self, player: &mut RunningEngine, stopper: &Stopper) -> Result<(), Stop> {
        if stopper.is_stopped() {
            return Err(Stop::Halted);
        }
        let mover = self.game.to_move();
        let answer = self.think(player, stopper)?;
        self.accept(&answer)?;
        if self.contender(mover).ponders()
            && let Some(reply) = self.expected(&answer)
        {
            player.ready(self.plan)?;
            let command = format!("{} {reply}", self.command);
            player.ponder(&command, &format!("go ponder{}", self.clocks.limits(mover)), reply);
        }
        Ok(())
    }

    /// The expected reply to the last move, unless the game ends before or with it.
    fn expected(&self, answer: &Answer) -> Option<Move> {
        let reply = parse_move(answer.reply.as_ref()?).ok()?;
        let plies = self.transcript.plies.len();
        let is_over = |game: &Game, plies| self.referee.ending(game, plies).is_some();
        let next = self.game.after(reply).ok()?;
        (!is_over(&self.game, plies) && !is_over(&next, plies + 1)).then_some(reply)
    }

    /// Ends searches in the opponent's time at the end of the game.
    fn settle(&mut self, players: &mut ByColor<RunningEngine>) {
        for color in Color::ALL {
            if players[color].stop_pondering(self.plan.grace).is_err() {
                self.transcript.conditions[color] = Condition::Broken;
            }
        }
    }

    /// Starts the engine's search, or continues one in the opponent's time, and measures its time.
    fn think(&mut self, player: &mut RunningEngine, stopper: &Stopper) -> Result<Answer, Stop> {
        let mover = self.game.to_move();
        let limit = self.clocks.allowance(mover).map(|time| time + self.contender(mover).margin);
        if !player.ponder_hit(self.game.last_move(), self.plan.grace)? {
            player.ready(self.plan)?;
            player.client.send(&self.command);
            player.client.go(&format!("go{}", self.clocks.limits(mover)));
        }
        let client = &mut player.client;
        let (asked, patience) = (Instant::now(), limit.unwrap_or(self.plan.patience));
        loop {
            // On a busy machine the engine's time may begin much later than the call.
            let deadline = match client.searching_since() {
                Some(written) => written + patience,
                None => asked + patience.max(self.plan.patience),
            };
            match client.answer(deadline.min(Instant::now() + SLICE)) {
                Ok(answer) => {
                    if limit.is_some_and(|limit| answer.time > limit) {
                        return Err(time_fault(&answer, limit));
                    }
                    self.clocks.spend(mover, answer.time);
                    return Ok(answer);
                }
                Err(ClientError::Timeout { .. }) if stopper.is_stopped() => {
                    return Err(Stop::Halted);
                }
                Err(ClientError::Timeout { .. }) if Instant::now() < deadline => {}
                Err(ClientError::Timeout { .. }) => break,
                Err(error) => return Err(error.into()),
            }
        }
        client.send("stop");
        match client.answer(Instant::now() + self.plan.grace) {
            // It arrived in time, but was read late.
            Ok(answer) if limit.is_some_and(|limit| answer.time <= limit) => {
                self.clocks.spend(mover, answer.time);
                Ok(answer)
            }
            Ok(answer) if limit.is_some() => Err(time_fault(&answer, limit)),
            Ok(answer) => {
                let text = format!("no move within {} s, only after stop", answer.time.as_secs());
                Err(Stop::Fault(Reason::Hang, text, Condition::Fine))
            }
            Err(ClientError::Timeout { .. }) => {
                let waited = patience.as_millis();
                let words = client.transport().diagnostics().1;
                let words = words
                    .last()
                    .map_or_else(String::new, |it| format!("; last error output: {it}"));
                let text = format!("no move within {waited} ms, none after stop{words}");
                Err(Stop::Fault(Reason::Hang, text, Condition::Broken))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Checks and plays the engine's move.
    fn accept(&mut self, answer: &Answer) -> Result<(), Stop> {
        let mover = self.game.to_move();
        let illegal = |text: String| Stop::Fault(Reason::IllegalMove, text, Condition::Broken);
        let Some(word) = &answer.best else { return Err(illegal("bestmove --".into())) };
        let shown = excerpt(word, 30);
        let mv = parse_move(word).map_err(|error| illegal(format!("{shown}: {error}")))?;
        self.game.check(mv).map_err(|error| illegal(format!("{shown}: {error}")))?;
        let ply = self.transcript.plies.len();
        let mut proof = None;
        if let Some(info) = &answer.info
            && let Some(check) = claim::check(&self.game, &self.referee, info, mv)
        {
            self.transcript.claims[mover].count(&check, ply + 1);
            self.announced[mover] += u32::from(check.verdict == ProofResult::Win);
            proof = check.line.ok().flatten();
        }
        let white_score =
            answer.info.as_ref().and_then(|info| evaluation::white_score(info, mover));
        self.referee.add_score(mover, white_score);
        let mut evaluation = evaluation::of_answer(answer, mover, proof);
        if !self.plan.lines {
            evaluation.line_after.clear();
        }
        self.play(mv, Some(evaluation)).map_err(|()| illegal(shown))
    }

    fn play(&mut self, mv: Move, evaluation: Option<Evaluation>) -> Result<(), ()> {
        let ply = self.game.write_ply(mv);
        self.game.play(mv).map_err(|_| ())?;
        if self.transcript.plies.is_empty() {
            self.command.push_str(" moves");
        }
        // Every engine reads the plain notation.
        self.command.push(' ');
        self.command.push_str(&mv.to_string());
        self.transcript.plies.push((ply, evaluation));
        Ok(())
    }
}

fn time_fault(answer: &Answer, limit: Option<Duration>) -> Stop {
    let (taken, limit) = (answer.time.as_millis(), limit.unwrap_or_default().as_millis());
    let text =
        format!("expected a move within {limit} ms with the margin, found one after {taken} ms");
    Stop::Fault(Reason::Time, text, Condition::Fine)
}
