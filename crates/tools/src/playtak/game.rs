//! An own game on the server: the position, the clocks and what the bot thought.

use std::time::{Duration, Instant, SystemTime};
use stonefall_engine::eval::Value;
use stonefall_engine::notation::ptn_file::{Evaluation, GameResult, PtnGame};
use stonefall_engine::search::{Info, Level, Seed, planned_moves};
use stonefall_engine::types::ByColor;
use stonefall_engine::{Color, Game, IllegalMove, Limits, Move};
use stonefall_playtak::protocol::{GameStart, SettingError};

use super::levels::ChosenLevel;
use super::plan::ClockPlan;
use crate::date;

/// The tag with the level of the bot, by its color.
pub(super) const LEVEL_TAGS: ByColor<&str> = ByColor::new("Level1", "Level2");

/// Time that the bot never uses, besides the measured round trip.
const RESERVE: Duration = Duration::from_millis(300);

/// Everything that the bot knows about a ply besides the move.
#[derive(Clone, Default)]
struct Ply {
    /// For a ply of the bot its search, for a ply of the opponent the search after it.
    evaluation: Option<Evaluation>,
    /// The mover's clock after the ply.
    clock: Option<Duration>,
}

/// An own game.
#[derive(Clone)]
pub(super) struct OwnGame {
    pub(super) start: GameStart,
    pub(super) game: Game,
    /// The clocks as the server last said, and when.
    clocks: ByColor<Duration>,
    clocks_since: Instant,
    /// Whether the server has sent the clocks since the start, or since the game was resumed.
    has_clocks: bool,
    plies: Vec<Ply>,
    /// Plies from before a lost connection.
    earlier: Vec<(Move, Ply)>,
    /// Level of the bot; `None` is full strength.
    pub(super) level: Option<Level>,
    /// Ratings of the players.
    pub(super) ratings: ByColor<Option<f64>>,
    /// Whether the bot has greeted the opponent.
    pub(super) is_greeted: bool,
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
            has_clocks: false,
            earlier: Vec::new(),
            level: None,
            ratings: ByColor::default(),
            is_greeted: false,
            value: None,
            refused: Vec::new(),
            undos: 0,
            begun: SystemTime::now(),
        })
    }

    /// Takes over everything that the server does not send again after a lost connection.
    pub(super) fn resume(&mut self, known: Self) {
        self.undos = known.undos;
        self.is_greeted = known.is_greeted;
        self.begun = known.begun;
        self.earlier = known.game.played().zip(known.plies).collect();
    }

    /// Seed of random choices. A player should not win the same game twice.
    pub(super) fn seed(&self) -> Seed {
        Seed::new(self.start.number.into())
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
        self.has_clocks = true;
        // The clock of an own move arrives after it.
        let own = self.start.color;
        if self.game.to_move() != own
            && let Some(last) = self.plies.last_mut()
        {
            last.clock = Some(clocks[own]);
        }
    }

    /// Plays a move of either player.
    pub(super) fn play(
        &mut self,
        mv: Move,
        evaluation: Option<Evaluation>,
    ) -> Result<(), IllegalMove> {
        let mover = self.game.to_move();
        self.game.play(mv)?;
        let earlier = self.earlier.get(self.plies.len()).filter(|(earlier, _)| *earlier == mv);
        let earlier = earlier.map(|(_, ply)| ply.clone()).unwrap_or_default();
        self.plies.push(Ply {
            evaluation: evaluation.or(earlier.evaluation),
            clock: earlier.clock.or(self.has_clocks.then_some(self.clocks[mover])),
        });
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

    /// The bot's clock as the server last said.
    pub(super) fn own_clock(&self) -> Duration {
        self.clocks[self.start.color]
    }

    /// The bot's time left, by the server's clock.
    pub(super) fn time_left(&self, now: Instant) -> Duration {
        self.own_clock().saturating_sub(now.saturating_duration_since(self.clocks_since))
    }

    /// Limits of a search of a position of this game with this time left. `round_trip` stays unused.
    pub(super) fn limits_in(&self, game: &Game, left: Duration, round_trip: Duration) -> Limits {
        let own = self.start.color;
        let move_number = game.ply() / 2 + 1;
        let left = left.saturating_sub(RESERVE + round_trip);
        let mut limits = Limits::default();
        limits.time[own] = Some(left.max(Duration::from_millis(10)));
        let planned = planned_moves(game.size(), game.empty().len());
        let plan = ClockPlan::new(&self.start.setting, left, move_number, planned);
        limits.increment[own] = plan.increment;
        limits.moves_to_go = Some(plan.moves);
        limits
    }

    /// Limits of a search that begins now. The server's clock counts.
    pub(super) fn limits(&self, now: Instant, round_trip: Duration) -> Limits {
        let mut limits = self.limits_in(&self.game, self.time_left(now), round_trip);
        if !self.refused.is_empty() {
            limits.search_moves = self.game.moves();
            limits.search_moves.retain(|mv| !self.refused.contains(mv));
        }
        limits
    }

    /// Takes a search of the bot as the evaluation of the opponent's last ply.
    pub(super) fn judge_last_ply(&mut self, info: &Info) {
        let evaluation = self.evaluation(info);
        if let Some(last) = self.plies.last_mut() {
            last.evaluation.get_or_insert(evaluation);
        }
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
        for (mv, ply) in self.game.played().zip(&self.plies) {
            let is_own = replay.to_move() == self.start.color;
            let number = replay.ply() / 2 + 1;
            let spelled = replay.spelling(mv);
            let chances = ply.evaluation.as_ref().and_then(|found| found.wdl);
            if let Some([white, _, black]) = chances.filter(|_| is_own) {
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
        let mut ptn = PtnGame::default();
        let mut tags = vec![
            ("Site", "PlayTak.com".to_owned()),
            ("Date", date),
            ("Time", time),
            ("Player1", self.start.players[Color::White].clone()),
            ("Player2", self.start.players[Color::Black].clone()),
        ];
        for (name, color) in [("Rating1", Color::White), ("Rating2", Color::Black)] {
            tags.extend(self.ratings[color].map(|rating| (name, rating.round().to_string())));
        }
        tags.extend([
            (LEVEL_TAGS[self.start.color], level_tag(self.level)),
            ("Rated", if setting.is_unrated { "no" } else { "yes" }.to_owned()),
            ("Clock", format!("{} +{}", setting.time.as_secs(), setting.increment.as_secs())),
            ("Result", result.code().to_owned()),
        ]);
        for (name, value) in tags {
            ptn.set_tag(name, &value);
        }
        ptn.set_up(setting.size, self.game.rules(), None);
        let mut replay = self.game.back_to(0);
        for (mv, ply) in self.game.played().zip(&self.plies) {
            let played = ptn.main_mut().push(replay.write_ply(mv));
            played.comments.extend(ply.evaluation.as_ref().map(ToString::to_string));
            played.comments.extend(ply.clock.map(clock_comment));
            if replay.play(mv).is_err() {
                break;
            }
        }
        ptn.main_mut().result = Some(result);
        ptn.to_string()
    }
}

/// The value of the tag with the level.
pub(super) fn level_tag(level: Option<Level>) -> String {
    level.map_or(ChosenLevel::Full, ChosenLevel::Number).to_string()
}

/// The clock in the form that chess programs use in PGN.
fn clock_comment(clock: Duration) -> String {
    let (seconds, tenths) = (clock.as_secs(), clock.subsec_millis() / 100);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("[%clk {hours}:{minutes:02}:{:02}.{tenths}]", seconds % 60)
}
