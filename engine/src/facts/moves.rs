//! Legal moves with the squares to touch.

use crate::game::Game;
use crate::types::{Move, MoveKind, Piece, Square};
use serde::Serialize;

/// A legal placement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Placement {
    /// The move, as TEI spells it.
    #[serde(rename = "move")]
    pub mv: Move,
    /// The square.
    pub square: Square,
    /// `flat`, `wall` or `capstone`.
    pub piece: Piece,
}

/// A legal spread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Spread {
    /// The move, as TEI spells it.
    #[serde(rename = "move")]
    pub mv: Move,
    /// Start square.
    pub from: Square,
    /// Squares that receive stones, nearest first.
    pub to: Vec<Square>,
    /// Number of stones dropped on each.
    pub drops: Vec<usize>,
    /// Whether it flattens a wall on the last square.
    pub flattens: bool,
}

/// All legal moves; none after the end of the game.
pub(super) fn legal(game: &Game) -> (Vec<Placement>, Vec<Spread>) {
    let mut placements = Vec::new();
    let mut spreads = Vec::new();
    for mv in game.moves() {
        match mv.kind() {
            MoveKind::Place(piece) => {
                placements.push(Placement { mv, square: mv.square(), piece });
            }
            MoveKind::Spread(_, pattern) => spreads.push(Spread {
                mv,
                from: mv.square(),
                to: squares_of(mv, game.size()).skip(1).collect(),
                drops: pattern.drops().collect(),
                flattens: game.write_ply(mv).flattens,
            }),
        }
    }
    (placements, spreads)
}

/// Squares of a move in order, start square first.
pub(super) fn squares_of(mv: Move, size: usize) -> impl Iterator<Item = Square> {
    let steps = match mv.kind() {
        MoveKind::Place(_) => None,
        MoveKind::Spread(direction, pattern) => Some((direction, pattern.distance())),
    };
    let landings = steps.into_iter().flat_map(move |(direction, distance)| {
        (1..=distance).filter_map(move |step| mv.square().neighbor(direction, step, size))
    });
    std::iter::once(mv.square()).chain(landings)
}
