//! The bot in a game: events, searches, moves and their clock.

use super::action::{Action, MoveTask};
use super::bot::{ACCEPTING, BETWEEN_GAMES, Bot, Pending, Phase, SETTLED};
use super::game::OwnGame;
use std::time::{Duration, Instant};
use stonefall_engine::Move;
use stonefall_engine::eval::Value;
use stonefall_engine::notation::ptn_file::{GameResult, Reason};
use stonefall_engine::search::{Info, Level};
use stonefall_playtak::protocol::{GameEvent, GameStart, Request};

/// Time for another undo before the bot moves again: a person who takes back an own move takes back the answer first.
const AFTER_UNDO: Duration = Duration::from_secs(4);
/// The weakest level that resigns.
const RESIGNING_LEVEL: u8 = 6;

impl Bot {
    /// A game begins, or goes on after a lost connection; then all moves follow.
    pub(super) fn begin(&mut self, start: GameStart, now: Instant) {
        let (number, setting) = (start.number, start.setting.clone());
        let known = self.game.take().filter(|game| game.start.number == number);
        self.stop_thinking();
        match OwnGame::new(start, now) {
            Ok(mut game) => {
                if let Some(known) = known {
                    game.resume(known);
                }
                self.report(format!(
                    "game {number}: {} against {}, {}x{}",
                    game.start.color.name(),
                    game.opponent(),
                    setting.size,
                    setting.size
                ));
                // A lost connection leaves all rooms.
                self.send(Request::JoinRoom(game.room()));
                self.phase = Phase::Playing;
                self.seeks.found_game();
                // A rating may have changed since the last game.
                self.ratings.remove(game.opponent());
                self.ask_rating(game.opponent());
                self.game = Some(game);
                self.choose_level();
                self.is_settling = true;
                self.think_at = Some(now + SETTLED);
            }
            Err(error) => {
                self.report(format!("game {number} cannot be played: {error}"));
                self.send(Request::Resign(number));
            }
        }
    }

    /// All moves of a resumed game have arrived.
    pub(super) fn resumed(&mut self, now: Instant) {
        if self.is_settling {
            self.think_at = Some(now);
        }
    }

    pub(super) fn event(&mut self, number: u32, event: GameEvent, now: Instant) {
        let Some(game) = self.game.as_mut().filter(|game| game.start.number == number) else {
            return;
        };
        match event {
            GameEvent::Clocks(clocks) => game.set_clocks(clocks, now),
            GameEvent::Move(mv) => {
                if let Err(reason) = game.play(mv, None) {
                    let text = format!("move {mv:?} of the server is illegal here: {reason}");
                    self.actions.push(Action::Refused(format!(
                        "{text}\n{}",
                        game.ptn(GameResult::Unfinished)
                    )));
                    self.actions.push(Action::Reconnect("the game differs from the server's"));
                    return;
                }
                if self.ponder_hit(mv, now) {
                    return;
                }
                self.stop_thinking();
                if self.is_settling {
                    self.think_at = Some(now + SETTLED);
                } else {
                    self.go_on(now);
                }
            }
            GameEvent::Undo => {
                game.undo();
                let is_own_turn = game.is_own_turn();
                self.stop_thinking();
                self.think_at = is_own_turn.then(|| now + AFTER_UNDO);
            }
            GameEvent::RequestUndo => self.asked_for_undo(),
            GameEvent::OfferDraw => self.offered_draw(),
            GameEvent::Over(result) => self.end(result, now),
            GameEvent::Abandoned(_) => {
                let result = GameResult::Win(game.start.color, Reason::Other);
                self.end(result, now);
            }
            GameEvent::RemoveDraw | GameEvent::RemoveUndo | GameEvent::GivenTime(..) => {}
        }
    }

    pub(super) fn end(&mut self, result: GameResult, now: Instant) {
        let Some(game) = self.game.take() else { return };
        self.stop_thinking();
        self.finished += 1;
        self.report(format!("game {}: {result}", game.start.number));
        self.actions.push(Action::Archive(game.ptn(result)));
        self.part(&game, result);
        self.send(Request::LeaveRoom(game.room()));
        self.last_finished = Some(game);
        self.phase = Phase::Idle { seek_at: now + BETWEEN_GAMES };
    }

    /// Starts a search, or sends its move, when the time has come.
    pub(super) fn go_on(&mut self, now: Instant) {
        let Some(game) = &self.game else { return };
        match self.pending {
            Pending::Nothing => {
                let is_time = self.think_at.is_none_or(|at| now >= at);
                self.is_settling &= !is_time;
                if is_time && game.is_own_turn() {
                    self.think(now);
                }
            }
            Pending::Move(mv, _, at) if now >= at => self.play(mv, now),
            _ => {}
        }
    }

    pub(super) fn think(&mut self, now: Instant) {
        self.greet();
        let Some(game) = &self.game else { return };
        self.thoughts += 1;
        self.pending = Pending::Thinking(self.thoughts, now);
        self.think_at = None;
        self.actions.push(Action::Think(Box::new(MoveTask {
            id: self.thoughts,
            game: game.game.clone(),
            limits: game.limits(now, self.round_trip),
            level: game.level,
            seed: game.seed(),
        })));
    }

    /// Receives the move of a search, with its last report.
    pub fn found(&mut self, id: u64, mv: Option<Move>, info: Option<Info>, now: Instant) {
        let Pending::Thinking(expected, since) = self.pending else { return };
        let (Some(game), Some(mv), true) = (&mut self.game, mv, id == expected) else { return };
        game.value = info.as_ref().map(|info| info.value);
        if let Some(info) = &info {
            game.judge_last_ply(info);
        }
        if self.settings.resign && game.value.is_some_and(|value| is_lost(value, game.level)) {
            let number = game.start.number;
            self.pending = Pending::Nothing;
            self.think_at = Some(now + ACCEPTING);
            self.send(Request::Resign(number));
            return;
        }
        // People like neither instant answers nor a wait that costs the bot its clock.
        let is_person = self.people.contains(game.opponent());
        let pace = if is_person {
            self.settings.pace.min(game.time_left(now) / 20)
        } else {
            Duration::ZERO
        };
        self.pending = Pending::Move(mv, info, since + pace);
        self.go_on(now);
    }

    pub(super) fn play(&mut self, mv: Move, now: Instant) {
        let Some(game) = &mut self.game else { return };
        let Pending::Move(_, info, _) = std::mem::replace(&mut self.pending, Pending::Nothing)
        else {
            return;
        };
        let reply = info.as_ref().and_then(|info| info.pv.get(1).copied());
        self.pending = Pending::Sent(mv, reply);
        let evaluation = info.map(|info| game.evaluation(&info));
        let number = game.start.number;
        if game.play(mv, evaluation).is_ok() {
            self.ask(Request::Play(number, mv), now);
        }
    }

    /// The server carried out a request.
    pub(super) fn confirmed(&mut self, now: Instant) {
        if let Some(sent) = self.unanswered.pop_front() {
            let took = now.saturating_duration_since(sent);
            // Half of an old maximum fades with each answer.
            self.round_trip = took.max(self.round_trip / 2);
        }
        if let Pending::Sent(_, reply) = self.pending {
            self.pending = Pending::Nothing;
            if let Some(reply) = reply {
                self.ponder(reply);
            }
        }
    }

    /// The server refused a move: everything needed to reproduce it is kept, and another move is tried.
    pub(super) fn refused(&mut self, reason: &str) {
        let (Pending::Sent(mv, _), Some(game)) = (&self.pending, &mut self.game) else {
            self.report(format!("server: error: {reason}"));
            return;
        };
        let mv = *mv;
        let mut refused = game.refused.clone();
        game.undo();
        refused.push(mv);
        let text = format!(
            "the server refused {} in game {}: {reason}\n{}\n{}",
            game.game.spelling(mv),
            game.start.number,
            game.game.tps(),
            game.ptn(GameResult::Unfinished)
        );
        game.refused = refused;
        self.unanswered.pop_front();
        self.pending = Pending::Nothing;
        self.actions.push(Action::Refused(text));
    }
}

/// Whether a game is lost for certain, at a level that resigns.
fn is_lost(value: Value, level: Option<Level>) -> bool {
    let resigns = level.is_none_or(|level| level.number() >= RESIGNING_LEVEL);
    resigns && matches!(value, Value::Loss { .. })
}
