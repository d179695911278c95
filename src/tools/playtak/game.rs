//! An own game on the server: the position, the clocks and what the bot thought.

use std::time::{Duration, Instant, SystemTime};
use stonefall_engine::eval::Value;
use stonefall_engine::notation::ptn_file::{Evaluation, GameResult, Writer};
use stonefall_engine::search::Info;
use stonefall_engine::types::ByColor;
use stonefall_engine::{Color, Game, IllegalMove, Limits, Move};
use stonefall_playtak::protocol::{GameStart, SettingError};

use crate::tools::date;

/// Time that the bot never uses, besides the measured round trip.
const RESERVE: Duration = Duration::from_millis(300);

/// An own game.
#[derive(Clone)]
pub(super) struct OwnGame {
    pub(super) start: GameStart,
    pub(super) game: Game,
    /// The clocks as the server last said, and when.
    clocks: ByColor<Duration>,
    clocks_since: Instant,
    /// An evaluation for every ply that the bot searched, and the time of each.
    plies: Vec<Option<Evaluation>>,
    /// Value of the last search, from the bot's view.
    pub(super) value: Option<Value>,
    /// Moves that the server refused in this position.
    pub(super) refused: Vec<Move>,
    /// Undos that the bot has granted.
    pub(super) undos: u32,
    begun: SystemTime,
}

impl OwnGame {
    /// A game before its first move.
    pub(super) fn new(start: GameStart, now: Instant) -> Result<Self, SettingError> {
        let rules = start.setting.rules()?;
        let game = Game::start(start.setting.size, rules)?;
        let clocks = ByColor::new(start.setting.time, start.setting.time);
        Ok(Self {
            start,
            game,
            clocks,
            clocks_since: now,
            plies: Vec::new(),
            value: None,
            refused: Vec::new(),
            undos: 0,
            begun: SystemTime::now(),
        })
    }

    /// Name of the other player.
    pub(super) fn opponent(&self) -> &str {
        &self.start.players[self.start.color.opponent()]
    }

    /// Room where the two players chat: their names in alphabetical order.
    pub(super) fn room(&self) -> String {
        let [white, black] = &self.start.players.0;
        if white < black { format!("{white}-{black}") } else { format!("{black}-{white}") }
    }

    /// Whether the bot is to move in a game that is not over.
    pub(super) fn is_own_turn(&self) -> bool {
        self.game.to_move() == self.start.color && self.game.outcome().is_none()
    }

    /// The clocks as the server says.
    pub(super) fn set_clocks(&mut self, clocks: ByColor<Duration>, now: Instant) {
        self.clocks = clocks;
        self.clocks_since = now;
    }

    /// Plays a move of either player.
    pub(super) fn play(
        &mut self,
        mv: Move,
        evaluation: Option<Evaluation>,
    ) -> Result<(), IllegalMove> {
        self.game.play(mv)?;
        self.plies.push(evaluation);
        self.refused.clear();
        Ok(())
    }

    /// Takes back the last ply.
    pub(super) fn undo(&mut self) {
        if self.game.undo() {
            self.plies.pop();
            self.refused.clear();
        }
    }

    /// The bot's time left, by the server's clock.
    pub(super) fn time_left(&self, now: Instant) -> Duration {
        let left = self.clocks[self.start.color];
        left.saturating_sub(now.saturating_duration_since(self.clocks_since))
    }

    /// Limits of a search that begins now. The server's clock counts; `round_trip` stays unused.
    pub(super) fn limits(&self, now: Instant, round_trip: Duration) -> Limits {
        let own = self.start.color;
        let move_number = self.game.ply() / 2 + 1;
        let left = self.time_left(now).saturating_sub(RESERVE + round_trip);
        let mut limits = Limits::default();
        limits.time[own] = Some(left.max(Duration::from_millis(10)));
        limits.increment[own] = self.start.setting.increment_of(move_number);
        if !self.refused.is_empty() {
            limits.search_moves = self.game.moves();
            limits.search_moves.retain(|mv| !self.refused.contains(mv));
        }
        limits
    }

    /// The evaluation of a ply from a report of its search.
    pub(super) fn evaluation(&self, info: &Info) -> Evaluation {
        let white = |mover: i32| if self.start.color == Color::White { mover } else { -mover };
        let [win, draw, loss] = [info.wdl.win, info.wdl.draw, info.wdl.loss].map(u32::from);
        Evaluation {
            depth: Some(info.depth),
            nodes: Some(info.nodes),
            milliseconds: u64::try_from(info.time.as_millis()).ok(),
            centi_flats: match info.value {
                Value::CentiFlats(flats) => Some(white(flats)),
                Value::Win { .. } | Value::Loss { .. } => None,
            },
            wdl: Some(match self.start.color {
                Color::White => [win, draw, loss],
                Color::Black => [loss, draw, win],
            }),
            value: Some(f64::from(white(win as i32 - loss as i32)) / 1000.0),
            ..Evaluation::default()
        }
    }

    /// The bot's view of its last moves in one chat line.
    pub(super) fn why(&self) -> String {
        const MOVES: usize = 5;
        let mut replay = self.game.back_to(0);
        let mut words = Vec::new();
        for (mv, evaluation) in self.game.played().zip(&self.plies) {
            let number = replay.ply() / 2 + 1;
            let spelled = replay.spelling(mv);
            if let Some([white, _, black]) = evaluation.as_ref().and_then(|found| found.wdl) {
                words.push(format!(
                    "{number}. {spelled}: White {} %, Black {} %",
                    white / 10,
                    black / 10
                ));
            }
            if replay.play(mv).is_err() {
                break;
            }
        }
        if words.is_empty() {
            return "I have not searched in that game.".to_owned();
        }
        words[words.len().saturating_sub(MOVES)..].join("; ")
    }

    /// The game in PTN.
    pub(super) fn ptn(&self, result: GameResult) -> String {
        let (date, time) = date::tags(self.begun);
        let setting = &self.start.setting;
        let mut writer = Writer::new();
        for (name, value) in [
            ("Site", "PlayTak.com"),
            ("Date", &date),
            ("Time", &time),
            ("Player1", &self.start.players[Color::White]),
            ("Player2", &self.start.players[Color::Black]),
            ("Clock", &format!("{} +{}", setting.time.as_secs(), setting.increment.as_secs())),
            ("Result", result.code()),
        ] {
            writer.tag(name, value);
        }
        writer.setup(setting.size, self.game.rules(), None);
        let mut replay = self.game.back_to(0);
        for (mv, evaluation) in self.game.played().zip(&self.plies) {
            writer.ply(replay.write_ply(mv));
            if let Some(evaluation) = evaluation {
                writer.comment(&evaluation.to_string());
            }
            if replay.play(mv).is_err() {
                break;
            }
        }
        writer.result(result);
        writer.finish()
    }
}
