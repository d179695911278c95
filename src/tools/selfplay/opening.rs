//! How games begin: plies that nobody has thought about.

use super::OpeningPlan;
use crate::tools::random::Random;
use stonefall_engine::board::{History, Position, Symmetry};
use stonefall_engine::eval::Value;
use stonefall_engine::notation::parse_line;
use stonefall_engine::types::{Move, Piece};

/// The books of this repository, as part of the program: a machine that makes a part needs no file.
const BOOKS: [(usize, &str); 4] = [
    (4, include_str!("../../../openings/4x4-komi2.txt")),
    (5, include_str!("../../../openings/5x5-komi2.txt")),
    (6, include_str!("../../../openings/6x6-komi2.txt")),
    (7, include_str!("../../../openings/7x7-komi2.txt")),
];

/// In how many of a thousand plies a flat, and in how many of the others a wall or a capstone, is
/// placed, where both this and another move can be made.
const FLATS: u32 = 750;
const OTHERS: u32 = 500;

/// Openings that are looked at before the least unbalanced of them is taken.
const ATTEMPTS: usize = 50;

/// An opening that neither side has won, as balanced as the plan wants it if there is one. `judge`
/// says what a position is worth.
pub(in crate::tools) fn balanced<const N: usize, E>(
    plan: &OpeningPlan,
    start: &Position<N>,
    random: &mut Random,
    mut judge: impl FnMut(&Position<N>, &History) -> Result<Value, E>,
) -> Result<Vec<Move>, E> {
    let mut least: Option<(i32, Vec<Move>)> = None;
    for _ in 0..ATTEMPTS {
        let moves = draw(plan, start, random);
        let mut position = start.clone();
        let mut history = History::new();
        for &mv in &moves {
            history.push(position.key());
            position.play(mv, &mut ());
        }
        let score = match judge(&position, &history)? {
            Value::CentiFlats(flats) => flats.abs(),
            Value::Win { .. } | Value::Loss { .. } => i32::MAX,
        };
        if score <= plan.max_score {
            return Ok(moves);
        }
        if least.as_ref().is_none_or(|&(least, _)| score < least) {
            least = Some((score, moves));
        }
    }
    Ok(least.map_or_else(Vec::new, |(_, moves)| moves))
}

/// Draws an opening. The game is not over after it.
pub(in crate::tools) fn draw<const N: usize>(
    plan: &OpeningPlan,
    start: &Position<N>,
    random: &mut Random,
) -> Vec<Move> {
    loop {
        let plies = random.within(&plan.plies).max(0) as usize;
        let mut moves = Vec::with_capacity(plies);
        if random.chance(plan.book_per_mille) {
            moves = from_book(N, random);
        }
        if let Some(moves) = extended(start, moves, plies, random) {
            return moves;
        }
    }
}

/// A line of the book for this size, seen from any side; nothing if there is no book.
fn from_book(size: usize, random: &mut Random) -> Vec<Move> {
    let Some((_, book)) = BOOKS.iter().find(|&&(of, _)| of == size) else { return Vec::new() };
    let lines: Vec<_> = book.lines().collect();
    let symmetry = Symmetry::ALL[random.below(Symmetry::ALL.len())];
    let line = random.choose(&lines).map_or_else(Vec::new, |line| {
        // A test reads every line of the books.
        parse_line(line).unwrap_or_default()
    });
    line.into_iter().map(|mv| symmetry.mv(mv, size)).collect()
}

/// Plays the moves and adds others at random, as far as `plies`; `None` if that ends the game.
fn extended<const N: usize>(
    start: &Position<N>,
    mut moves: Vec<Move>,
    plies: usize,
    random: &mut Random,
) -> Option<Vec<Move>> {
    let mut position = start.clone();
    for &mv in &moves {
        position.play(mv, &mut ());
    }
    while moves.len() < plies {
        let mv = by_lot(&position, random)?;
        position.play(mv, &mut ());
        moves.push(mv);
    }
    position.outcome().is_none().then_some(moves)
}

/// A legal move. Its kind is drawn first, or spreads and walls would drown the flats; `None` if the
/// game is over.
pub(super) fn by_lot<const N: usize>(position: &Position<N>, random: &mut Random) -> Option<Move> {
    if position.outcome().is_some() {
        return None;
    }
    let mut moves = Vec::new();
    position.generate(&mut moves);
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
    use super::*;
    use stonefall_engine::types::{Rules, sized};

    #[test]
    fn books_can_be_played_from_every_side() {
        for (size, book) in BOOKS {
            let read =
                book.lines().filter(|line| parse_line(line).is_ok_and(|line| line.len() == 4));
            assert_eq!(read.count(), book.lines().count());
            let drawn = sized!(size, N => {
                let start = Position::<N>::start(Rules::standard(N));
                let mut random = Random::new(1);
                (0..500).all(|_| {
                    let line = from_book(N, &mut random);
                    extended(&start, line, 6, &mut random).is_some_and(|moves| moves.len() == 6)
                })
            });
            assert_eq!(drawn, Ok(true));
        }
    }
}
