//! Random openings.

use super::OpeningPlan;
use crate::openings::BOOKS;
use stonefall_engine::board::Symmetry;
use stonefall_engine::book::Book;
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
use stonefall_engine::types::{Move, Piece};
use stonefall_learn::random::Random;

/// Probability of a flat, and of a wall or capstone otherwise, in a ply that allows both this and
/// another move; per mille.
const FLATS: u32 = 750;
const OTHERS: u32 = 500;

/// Number of openings to draw before the least unbalanced of them is taken.
const ATTEMPTS: usize = 50;

/// Draws an opening that does not end the game and is as balanced as the plan demands, or else the least
/// unbalanced of [`ATTEMPTS`] openings. `judge` evaluates a position; its `None` ends the work.
pub(crate) fn balanced(
    plan: &OpeningPlan,
    start: &Game,
    random: &mut Random,
    mut judge: impl FnMut(&Game) -> Option<Value>,
) -> Option<Game> {
    let mut least: Option<(i32, Game)> = None;
    for _ in 0..ATTEMPTS {
        let game = draw(plan, start, random);
        let score = match judge(&game)? {
            Value::CentiFlats(flats) => flats.abs(),
            Value::Win { .. } | Value::Loss { .. } => i32::MAX,
        };
        if score <= plan.max_score {
            return Some(game);
        }
        if least.as_ref().is_none_or(|&(least, _)| score < least) {
            least = Some((score, game));
        }
    }
    least.map(|(_, game)| game)
}

/// Draws an opening that does not end the game.
pub(crate) fn draw(plan: &OpeningPlan, start: &Game, random: &mut Random) -> Game {
    loop {
        let plies = random.within(&plan.plies).max(0) as usize;
        let mut moves = Vec::new();
        if random.chance(plan.book_per_mille) {
            moves = from_book(start.size(), random);
        }
        if let Some(game) = extended(start, &moves, plies, random) {
            return game;
        }
    }
}

/// Draws a line of the built-in book for this size, in a random symmetry; empty without a book.
fn from_book(size: usize, random: &mut Random) -> Vec<Move> {
    let books = BOOKS.iter().filter(|book| book.size() == size);
    let openings: Vec<_> = books.flat_map(Book::openings).collect();
    if openings.is_empty() {
        return Vec::new();
    }
    let symmetry = Symmetry::ALL[random.below(Symmetry::ALL.len())];
    let opening = random.choose(&openings).map(|opening| opening.image(symmetry, size));
    opening.map_or_else(Vec::new, |opening| opening.moves().to_vec())
}

/// Plays moves, then random ones up to `plies`; returns `None` if they end the game.
fn extended(start: &Game, moves: &[Move], plies: usize, random: &mut Random) -> Option<Game> {
    let mut game = start.clone();
    game.play_line(moves).ok()?;
    for _ in moves.len()..plies {
        let mv = at_random(&game, random)?;
        game.play(mv).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

/// A random legal move. Its kind is drawn first, or spreads and walls would outnumber flats. `None` if
/// the game is over.
pub(super) fn at_random(game: &Game, random: &mut Random) -> Option<Move> {
    let moves = game.moves();
    if moves.is_empty() {
        return None;
    }
    let (flats, others): (Vec<_>, Vec<_>) =
        moves.into_iter().partition(|mv| mv.piece() == Some(Piece::Flat));
    let (placed, spreads): (Vec<_>, Vec<_>) = others.into_iter().partition(|mv| mv.is_placement());
    let (flat, placement) = (random.chance(FLATS), random.chance(OTHERS));
    let kinds = match (flat, placement) {
        (true, _) => [&flats, &placed, &spreads],
        (false, true) => [&placed, &spreads, &flats],
        (false, false) => [&spreads, &placed, &flats],
    };
    kinds.into_iter().find_map(|kind| random.choose(kind).copied())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use stonefall_engine::types::Rules;

    #[test]
    fn books_can_be_played_from_every_side() {
        for size in 4..=8 {
            let start = Game::start(size, Rules::standard(size)).unwrap();
            let mut random = Random::new(1);
            for _ in 0..40 {
                let line = from_book(size, &mut random);
                let extended = extended(&start, &line, 6, &mut random);
                assert_eq!(extended.map(|game| game.ply()), Some(6));
            }
        }
    }
}
