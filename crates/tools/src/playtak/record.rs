//! The record of an own game: evaluations and clocks of its plies, written as PTN.

use super::levels::BotLevel;
use crate::date;
use std::time::{Duration, SystemTime};
use stonefall_engine::eval::Value;
use stonefall_engine::notation::ptn_file::{Evaluation, GameResult, PtnGame};
use stonefall_engine::search::{Info, Level};
use stonefall_engine::types::ByColor;
use stonefall_engine::{Color, Game, Move};
use stonefall_playtak::protocol::GameStart;

/// Everything that the bot knows about the plies besides the moves.
pub(super) struct GameRecord {
    plies: Vec<PlyRecord>,
    /// Plies from before a lost connection.
    earlier: Vec<(Move, PlyRecord)>,
    begun: SystemTime,
}

#[derive(Clone, Default)]
struct PlyRecord {
    /// For a ply of the bot its search, for a ply of the opponent the search after it.
    evaluation: Option<Evaluation>,
    /// The mover's clock after the ply.
    clock: Option<Duration>,
}

impl GameRecord {
    pub(super) fn new() -> Self {
        Self { plies: Vec::new(), earlier: Vec::new(), begun: SystemTime::now() }
    }

    /// The record for the resumed game, whose moves arrive again.
    pub(super) fn interrupted(self, game: &Game) -> Self {
        Self { earlier: game.played().zip(self.plies).collect(), plies: Vec::new(), ..self }
    }

    /// Adds a ply.
    pub(super) fn add(
        &mut self,
        mv: Move,
        evaluation: Option<Evaluation>,
        clock: Option<Duration>,
    ) {
        let earlier = self.earlier.get(self.plies.len()).filter(|(earlier, _)| *earlier == mv);
        let earlier = earlier.map(|(_, ply)| ply.clone()).unwrap_or_default();
        self.plies.push(PlyRecord {
            evaluation: evaluation.or(earlier.evaluation),
            clock: earlier.clock.or(clock),
        });
    }

    /// Removes the last ply.
    pub(super) fn undo(&mut self) {
        self.plies.pop();
    }

    pub(super) fn set_last_clock(&mut self, clock: Duration) {
        if let Some(last) = self.plies.last_mut() {
            last.clock = Some(clock);
        }
    }

    /// Takes a search of the bot, who has this color, as the evaluation of the opponent's last ply.
    pub(super) fn judge_last_ply(&mut self, info: &Info, own: Color) {
        if let Some(last) = self.plies.last_mut() {
            last.evaluation.get_or_insert_with(|| Self::evaluation(info, own));
        }
    }

    /// The evaluation of a ply from a report of a search for this color.
    pub(super) fn evaluation(info: &Info, own: Color) -> Evaluation {
        let white = |mover: i32| if own == Color::White { mover } else { -mover };
        let [win, draw, loss] = [info.wdl.win, info.wdl.draw, info.wdl.loss].map(u32::from);
        Evaluation {
            depth: Some(info.depth),
            nodes: Some(info.nodes),
            milliseconds: u64::try_from(info.time.as_millis()).ok(),
            centi_flats: match info.value {
                Value::CentiFlats(flats) => Some(white(flats)),
                Value::Win { .. } | Value::Loss { .. } => None,
            },
            wdl: Some(match own {
                Color::White => [win, draw, loss],
                Color::Black => [loss, draw, win],
            }),
            value: Some(f64::from(white(win as i32 - loss as i32)) / 1000.0),
            ..Evaluation::default()
        }
    }

    /// The game in PTN.
    pub(super) fn ptn(
        &self,
        start: &GameStart,
        game: &Game,
        level: Option<Level>,
        ratings: ByColor<Option<f64>>,
        result: GameResult,
    ) -> String {
        let (date, time) = date::tags(self.begun);
        let GameStart { players, color, setting, .. } = start;
        let mut tags = vec![
            ("Site", "PlayTak.com".to_owned()),
            ("Date", date),
            ("Time", time),
            ("Player1", players[Color::White].clone()),
            ("Player2", players[Color::Black].clone()),
        ];
        for (name, color) in [("Rating1", Color::White), ("Rating2", Color::Black)] {
            tags.extend(ratings[color].map(|rating| (name, rating.round().to_string())));
        }
        let level_tag = if *color == Color::White { "Level1" } else { "Level2" };
        tags.extend([
            (level_tag, level.map_or(BotLevel::Full, BotLevel::Number).to_string()),
            ("Rated", if setting.is_unrated { "no" } else { "yes" }.to_owned()),
            ("Clock", format!("{} +{}", setting.time.as_secs(), setting.increment.as_secs())),
            ("Result", result.code().to_owned()),
        ]);
        let mut ptn = PtnGame::default();
        for (name, value) in tags {
            ptn.set_tag(name, &value);
        }
        ptn.set_up(setting.size, game.rules(), None);
        let mut replay = game.back_to(0);
        for (mv, ply) in game.played().zip(&self.plies) {
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

/// The clock in the form that chess programs use in PGN.
fn clock_comment(clock: Duration) -> String {
    let (seconds, tenths) = (clock.as_secs(), clock.subsec_millis() / 100);
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("[%clk {hours}:{minutes:02}:{:02}.{tenths}]", seconds % 60)
}
