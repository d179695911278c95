//! Scores of a game mixed with those of later plies.
//!
//! The searches of the next plies see further than that of the position itself. So the chance of a position is
//! `(1 - lambda)` times that of its own score, plus `lambda` times that of the next position, which is mixed alike. The
//! result of the game ends the sum. A random move says nothing about the position before it, so the sum ends before
//! such a move.
//!
//! (TD(lambda): R. Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988.)

use crate::curve::Spread;
use crate::records::GameRecord;
use stonefall_engine::eval::{Scale, Value, scale};
use stonefall_engine::types::Color;

/// The chances of mixed scores stay this far from 0 and 1.
const LEAST: f32 = 0.0005;

/// The scores of all plies of a game, mixed with later ones. `last_to_move` is the side to move after the last ply.
/// Proven results remain.
pub(crate) fn mixed_scores(
    game: &GameRecord,
    last_to_move: Color,
    lambda: f32,
) -> Vec<Option<Value>> {
    let mut scores: Vec<_> = game.plies.iter().map(|ply| ply.score).collect();
    if lambda == 0.0 {
        return scores;
    }
    let curve = curve(game.size);
    let mut later = game.outcome.map(|outcome| outcome.half_points(last_to_move) as f32 / 2.0);
    for score in scores.iter_mut().rev() {
        let Some(value) = score else {
            later = None;
            continue;
        };
        let own = chance(*value, curve);
        let mixed = later.map_or(own, |later| (1.0 - lambda) * own + lambda * (1.0 - later));
        if let Value::CentiFlats(flats) = value {
            *flats = curve.value(mixed.clamp(LEAST, 1.0 - LEAST)).round() as i32;
        }
        later = Some(mixed);
    }
    scores
}

/// The curve from hundredths of a flat to chances.
fn curve(size: usize) -> Spread {
    let Scale { spread, flat, .. } = scale(size);
    Spread(100.0 * spread as f32 / flat as f32)
}

/// The chance of the side to move.
fn chance(value: Value, curve: Spread) -> f32 {
    match value {
        Value::CentiFlats(flats) => curve.chance(flats as f32),
        Value::Win { .. } => 1.0,
        Value::Loss { .. } => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::records::Ply;
    use stonefall_engine::board::{DrawReason, Outcome, WinReason};
    use stonefall_engine::types::{Move, Piece, Rules, Square};

    /// A game of 30 plies with random scores; one ply in eight was random.
    fn game(random: &mut Random) -> GameRecord {
        let mut game = GameRecord::new(6, Rules::standard(6));
        let winner = Outcome::Win(Color::White, WinReason::Flats);
        let outcomes = [winner, Outcome::Draw(DrawReason::Flats)];
        game.outcome = outcomes.get(random.below(3)).copied();
        game.plies.extend((0..30).map(|_| {
            let score = match random.below(8) {
                0 => None,
                1 => Some(Value::Win { plies: 5 }),
                2 => Some(Value::Loss { plies: 4 }),
                _ => Some(Value::CentiFlats(random.below(800) as i32 - 400)),
            };
            // The moves do not matter.
            Ply { mv: Move::place(Square::new(0, 0), Piece::Flat), score }
        }));
        game
    }

    /// The slow twin: the chances of all later plies, each with its weight.
    fn expected(game: &GameRecord, ply: usize, lambda: f32) -> Option<f32> {
        let last_to_move = Color::White;
        let chance_at = |at: usize| {
            // The last ply is Black's.
            let own = if at == game.plies.len() {
                match game.outcome?.winner() {
                    Some(winner) => f32::from(u8::from(winner == last_to_move)),
                    None => 0.5,
                }
            } else {
                chance(game.plies[at].score?, curve(6))
            };
            Some(if (at - ply).is_multiple_of(2) { own } else { 1.0 - own })
        };
        let chances: Vec<_> = (ply..=game.plies.len()).map_while(chance_at).collect();
        let (last, others) = chances.split_last()?;
        let power = |exponent: usize| lambda.powi(exponent as i32);
        let weighed =
            others.iter().enumerate().map(|(n, chance)| (1.0 - lambda) * power(n) * chance);
        Some(weighed.sum::<f32>() + power(others.len()) * last)
    }

    #[test]
    fn mixed_scores_are_the_weighed_chances_of_later_plies() {
        let mut random = Random::new(5);
        let mut compared = 0;
        for _ in 0..50 {
            let game = game(&mut random);
            let unmixed: Vec<_> = game.plies.iter().map(|ply| ply.score).collect();
            assert_eq!(mixed_scores(&game, Color::White, 0.0), unmixed);
            for lambda in [0.25, 0.75] {
                let mixed = mixed_scores(&game, Color::White, lambda);
                for (ply, (&found, &own)) in mixed.iter().zip(&unmixed).enumerate() {
                    let Some(Value::CentiFlats(flats)) = found else {
                        assert_eq!(found, own);
                        continue;
                    };
                    let expected = expected(&game, ply, lambda).unwrap_or_default();
                    let found = curve(6).chance(flats as f32);
                    assert!((found - expected).abs() < 3e-3, "{ply}: {found} {expected}");
                    assert!(matches!(own, Some(Value::CentiFlats(_))));
                    compared += 1;
                }
            }
        }
        assert!(compared > 1500, "{compared}");
    }
}
