//! The moves of judged games: their phases, losses and proved wins.

use super::statistics::Rate;
use crate::games::{DatabaseError, DatabaseGame, ForcedWin, Judgement, WinKind};
use serde::{Serialize, Serializer};
use stonefall_engine::Color;
use stonefall_engine::annotate::{BLUNDER, MISTAKE, Phase, accuracy};

/// A move and the judgement of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct JudgedMove {
    /// Number of plies before it.
    pub(super) ply: usize,
    /// The player.
    pub(super) color: Color,
    /// The phase of the position.
    pub(super) phase: Phase,
    /// Loss of the player's chance, from 0 to 1, as docs/annotate.md defines it.
    pub(super) loss: f64,
    /// The player's proved win before the move, if it was not there at the player's last move.
    pub(super) new_win: Option<ForcedWin>,
    /// The player's proved win before the move, which the move gives away.
    pub(super) missed: Option<ForcedWin>,
    /// Whether the move allows the opponent a proved road that was not there before.
    pub(super) allows_road: bool,
}

/// The moves of a judged game.
pub(super) fn judged_moves(
    stored: &DatabaseGame,
    judgements: &[Judgement],
) -> Result<Vec<JudgedMove>, DatabaseError> {
    let mut game = stored.beginning()?;
    let mut moves = Vec::with_capacity(stored.moves.len());
    // Whether the players kept a proved win with their last moves.
    let mut keeps_win = [false; 2];
    for (ply, (&mv, pair)) in stored.moves.iter().zip(judgements.windows(2)).enumerate() {
        let (before, after) = (&pair[0], &pair[1]);
        let (color, phase) = (game.to_move(), Phase::of(&game));
        let is_best = before.best == Some(mv);
        let fall = before.chance(color) - after.chance(color);
        let loss = if is_best { 0.0 } else { fall.max(0.0) };
        // Chances are rounded.
        let is_mistake = loss > MISTAKE - 1e-9;
        let win = before.win_of(color);
        let missed = win.filter(|_| is_mistake && after.win_of(color).is_none());
        let road = after.win_of(!color).filter(|forced| forced.end == WinKind::Road);
        moves.push(JudgedMove {
            ply,
            color,
            phase,
            loss,
            new_win: win.filter(|_| !keeps_win[color.index()]),
            missed,
            allows_road: is_mistake && road.is_some() && before.win_of(!color).is_none(),
        });
        keeps_win[color.index()] = win.is_some() && missed.is_none();
        game.play(mv).map_err(|_| DatabaseError::Damaged("legal moves"))?;
    }
    Ok(moves)
}

/// Accuracy and mistakes of moves.
#[derive(Serialize, Clone, Copy, PartialEq, Debug, Default)]
pub struct Quality {
    /// Number of moves.
    pub moves: u64,
    /// Accuracy from 0 to 100.
    pub accuracy: Rate,
    /// Share of moves that lose 10 percentage points or more.
    pub mistakes: Rate,
    /// Share of moves that lose 20 percentage points or more.
    pub blunders: Rate,
}

/// Proved wins that players had, missed and allowed.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ForcedWins {
    /// Forced roads that a player had.
    pub roads: u64,
    /// Those of them that the player gave away.
    pub missed_roads: u64,
    /// Wins on flats, or of an unknown kind, that a player had.
    #[serde(rename = "other_wins")]
    pub others: u64,
    /// Those of them that the player gave away.
    #[serde(rename = "missed_other_wins")]
    pub missed_others: u64,
    /// Forced roads that moves of the player allowed.
    pub allowed_roads: u64,
}

/// Moves of one or more players.
#[derive(Serialize, Clone, Copy, PartialEq, Debug, Default)]
pub struct Play {
    /// Number of games, counted once for each player.
    pub games: u64,
    /// All moves.
    pub all: Quality,
    /// The moves of each phase, in the order of [`Phase::ALL`].
    #[serde(serialize_with = "with_names")]
    pub phases: [Quality; 3],
    /// Proved wins.
    pub forced: ForcedWins,
}

/// The moves of each phase with its name.
fn with_names<S: Serializer>(phases: &[Quality; 3], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Row {
        phase: Phase,
        #[serde(flatten)]
        quality: Quality,
    }
    let rows = Phase::ALL.into_iter().zip(*phases);
    serializer.collect_seq(rows.map(|(phase, quality)| Row { phase, quality }))
}

impl Quality {
    /// Adds the moves of a game.
    fn add(&mut self, losses: &[f64]) {
        let moves = losses.len() as u64;
        let reach = |step: f64| losses.iter().filter(|&&loss| loss > step - 1e-9).count() as f64;
        self.moves += moves;
        self.accuracy.add(moves, losses.iter().copied().map(accuracy).sum());
        self.mistakes.add(moves, reach(MISTAKE));
        self.blunders.add(moves, reach(BLUNDER));
    }
}

impl ForcedWins {
    fn add(&mut self, mv: &JudgedMove) {
        let is_road = |end: WinKind| end == WinKind::Road;
        if let Some(win) = mv.new_win {
            *if is_road(win.end) { &mut self.roads } else { &mut self.others } += 1;
        }
        if let Some(win) = mv.missed {
            let missed = &mut self.missed_roads;
            *if is_road(win.end) { missed } else { &mut self.missed_others } += 1;
        }
        self.allowed_roads += u64::from(mv.allows_road);
    }
}

impl Play {
    /// Adds a player's moves of a game.
    pub(super) fn add(&mut self, moves: &[JudgedMove]) {
        let losses = |wanted: &dyn Fn(Phase) -> bool| -> Vec<f64> {
            moves.iter().filter(|mv| wanted(mv.phase)).map(|mv| mv.loss).collect()
        };
        self.games += 1;
        self.all.add(&losses(&|_| true));
        for (quality, phase) in self.phases.iter_mut().zip(Phase::ALL) {
            quality.add(&losses(&|it| it == phase));
        }
        for mv in moves {
            self.forced.add(mv);
        }
    }
}
