//! Legal moves with the squares to touch.

use crate::game::Game;
use crate::types::{Move, MoveKind, Square};
use serde_json::{Value, json};

/// All legal placements and spreads; none after the end of the game.
pub(super) fn legal(game: &Game) -> (Vec<Value>, Vec<Value>) {
    let mut placements = Vec::new();
    let mut spreads = Vec::new();
    for mv in game.moves() {
        let square = mv.square();
        match mv.kind() {
            MoveKind::Place(piece) => {
                placements.push(json!({ "move": mv, "square": square, "piece": piece }));
            }
            MoveKind::Spread(_, pattern) => spreads.push(json!({
                "move": mv,
                "from": square,
                "to": squares_of(mv, game.size()).skip(1).collect::<Vec<_>>(),
                "drops": pattern.drops().collect::<Vec<_>>(),
                "flattens": game.write_ply(mv).flattens,
            })),
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
