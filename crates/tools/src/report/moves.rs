//! The moves of a judged game.

use super::phase::Phase;
use crate::games::{DatabaseError, DatabaseGame, End, Forced, Judgement};
use stonefall_engine::Color;
use stonefall_engine::annotate::MISTAKE;

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
    pub(super) new_win: Option<Forced>,
    /// The player's proved win before the move, which the move gives away.
    pub(super) missed: Option<Forced>,
    /// Whether the move allows the opponent a proved road that was not there before.
    pub(super) allows_road: bool,
}

/// The moves of a judged game.
///
/// # Errors
/// If the database is damaged.
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
        let road = after.win_of(!color).filter(|forced| forced.end == End::Road);
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
