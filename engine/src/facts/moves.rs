//! Legal moves with the squares to touch.

use crate::game::Game;
use crate::types::{Move, MoveKind, Piece};
use serde::Serialize;

/// A legal placement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Placement {
    /// The move, as TEI spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The square.
    pub square: String,
    /// `flat`, `wall` or `capstone`.
    pub piece: &'static str,
}

/// A legal spread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Spread {
    /// The move, as TEI spells it.
    #[serde(rename = "move")]
    pub mv: String,
    /// Start square.
    pub from: String,
    /// Squares that receive stones, nearest first.
    pub to: Vec<String>,
    /// Number of stones dropped on each.
    pub drops: Vec<usize>,
    /// Whether it flattens a wall on the last square.
    pub flattens: bool,
}

pub(super) const fn piece_name(piece: Piece) -> &'static str {
    match piece {
        Piece::Flat => "flat",
        Piece::Wall => "wall",
        Piece::Capstone => "capstone",
    }
}

/// All legal moves; none after the end of the game.
pub(super) fn legal(game: &Game) -> (Vec<Placement>, Vec<Spread>) {
    let mut placements = Vec::new();
    let mut spreads = Vec::new();
    for mv in game.moves() {
        match mv.kind() {
            MoveKind::Place(piece) => placements.push(Placement {
                mv: mv.to_string(),
                square: mv.square().to_string(),
                piece: piece_name(piece),
            }),
            MoveKind::Spread(_, pattern) => {
                let mut squares = squares_of(mv, game.size());
                spreads.push(Spread {
                    mv: mv.to_string(),
                    from: squares.remove(0),
                    flattens: game.write_ply(mv).flattens,
                    to: squares,
                    drops: pattern.drops().collect(),
                });
            }
        }
    }
    (placements, spreads)
}

/// Squares of a move in order, start square first.
pub(super) fn squares_of(mv: Move, size: usize) -> Vec<String> {
    let mut squares = vec![mv.square().to_string()];
    if let MoveKind::Spread(direction, pattern) = mv.kind() {
        let steps = (1..=pattern.distance())
            .filter_map(|step| mv.square().neighbor(direction, step, size))
            .map(|square| square.to_string());
        squares.extend(steps);
    }
    squares
}
