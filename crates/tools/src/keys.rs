//! Keys of positions: equal for the eight images of a position, and for every spelling of its rules.

use crate::hash::Hash;
use fxhash::FxHashMap;
use stonefall_engine::board::Symmetry;
use stonefall_engine::types::Rules;
use stonefall_engine::{Color, Game, Move};

/// The images of a position by their keys.
pub(super) struct Images {
    size: usize,
    /// Hash of the size and the rules.
    variant: u64,
    /// The keys of the engine, in the order of [`Symmetry::ALL`].
    engine_keys: [u64; 8],
    /// The least of them.
    least: u64,
}

impl Images {
    pub(super) fn new(game: &Game) -> Self {
        let engine_keys = game.image_keys();
        let least = engine_keys.into_iter().min().unwrap_or_default();
        Self { size: game.size(), variant: variant(game), engine_keys, least }
    }

    /// The key.
    pub(super) fn key(&self) -> u64 {
        // The smallest of eight numbers is small; the hash uses all bits.
        Hash::new().number(self.variant).number(self.least).finish()
    }

    /// The key as the tables of a database have it: 48 bits, which SQLite stores in six bytes.
    pub(super) fn stored_key(&self) -> i64 {
        self.key() as i64 >> 16
    }

    /// A move in the image that gives the key. A symmetric position has several such images; the smallest move
    /// represents all moves that are equal.
    pub(super) fn canonical(&self, mv: Move) -> Move {
        let images = self.engine_keys.iter().zip(Symmetry::ALL);
        let least = images.filter(|&(&key, _)| key == self.least);
        least.map(|(_, symmetry)| symmetry.mv(mv, self.size)).min().unwrap_or(mv)
    }
}

/// Hash of board size, opening and pieces. Komi and the limit of reversible plies do not count, because the same
/// moves are good. The opening counts only as long as it lasts.
fn variant(game: &Game) -> u64 {
    let rules = game.rules();
    let mut hash = Hash::new().number(game.size() as u64);
    if rules.pieces != Rules::standard(game.size()).pieces {
        for color in Color::ALL {
            let pieces = rules.pieces[color];
            hash = hash.number(pieces.stones.into()).number(pieces.capstones.into());
        }
    }
    if game.opening_plies() > 0 {
        hash = hash.bytes(rules.opening.name().as_bytes());
    }
    hash.finish()
}

/// The legal moves of a position by their images in the position that gives the key; one of several equal moves.
pub(super) fn distinct(position: &Game) -> FxHashMap<Move, Move> {
    let images = Images::new(position);
    position.moves().into_iter().rev().map(|mv| (images.canonical(mv), mv)).collect()
}

/// A position that a game visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Visit {
    /// See [`Images::stored_key`].
    pub(super) key: i64,
    /// The move that the game played there, in the image that gives the key; `None` if the game ended.
    pub(super) mv: Option<Move>,
    pub(super) mover: Color,
    /// Number of squares with stones.
    pub(super) occupied: u32,
}

/// The first positions of a game, at most `plies`; a position that occurs again counts once.
///
/// # Errors
/// The first illegal move: its number from 1, the move and the reason.
pub(super) fn visits(start: &Game, moves: &[Move], plies: usize) -> Result<Vec<Visit>, String> {
    let mut game = start.clone();
    let mut visits: Vec<Visit> = Vec::with_capacity(plies.min(moves.len() + 1));
    for (number, mv) in (1..).zip(moves.iter().copied().map(Some).chain([None])) {
        if number <= plies {
            let images = Images::new(&game);
            let key = images.stored_key();
            if !visits.iter().any(|earlier| earlier.key == key) {
                let mv = mv.map(|mv| images.canonical(mv));
                visits.push(Visit { key, mv, mover: game.to_move(), occupied: occupied(&game) });
            }
        }
        if let Some(mv) = mv {
            game.play(mv).map_err(|reason| format!("move {number} ({mv}): {reason}"))?;
        }
    }
    Ok(visits)
}

/// Number of squares with stones.
pub(super) fn occupied(game: &Game) -> u32 {
    (game.size() * game.size()) as u32 - game.empty().len() as u32
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use stonefall_engine::types::Reserve;
    use stonefall_engine::{HalfKomi, Opening, parse_line};

    fn last(size: usize, rules: Rules, line: &str) -> (u64, Option<Move>) {
        let start = Game::start(size, rules).unwrap();
        let moves = parse_line(line).unwrap();
        let (mv, before) = moves.split_last().unwrap();
        let mut game = start;
        game.play_line(before).unwrap();
        let images = Images::new(&game);
        (images.key(), Some(images.canonical(*mv)))
    }

    #[test]
    fn images_and_transpositions_share_a_key_and_moves() {
        let standard = |line: &str| last(5, Rules::standard(5), line);
        let found = standard("a1 e5 c3 b1 c3>");
        for image in ["e1 a5 c3 d1 c3<", "a5 e1 c3 b5 c3>", "e5 a1 c3 e4 c3-"] {
            assert_eq!(standard(image), found, "{image}");
        }
        let before = |line: &str| standard(&format!("{line} a2")).0;
        assert_eq!(before("a1 e5 c4 b1 d4"), before("a1 e5 d4 b1 c4"));
        assert_ne!(standard("a1 e5 c3 b1 c3<"), found);
        // At the start all corners are one move, and the start has one key.
        assert_eq!(standard("a1"), standard("e5"));
        assert_ne!(standard("a1").1, standard("c3").1);
    }

    #[test]
    fn rules_count_where_they_change_the_game() {
        let standard = Rules::standard(5);
        let key = |rules| last(5, rules, "c3").0;
        let no_swap = Rules { opening: Opening::NoSwap, ..standard };
        assert_ne!(key(no_swap), key(standard));
        let mut pieces = standard;
        pieces.pieces[Color::White] = Reserve::new(20, 1);
        assert_ne!(key(pieces), key(standard));
        let komi = standard.with_komi(HalfKomi::new(4).unwrap());
        assert_eq!(key(Rules { reversible_plies: 50, ..komi }), key(standard));
        assert_ne!(last(6, Rules::standard(6), "c3").0, key(standard));
        // After the opening, equal stones are equal positions.
        let swapped = last(5, standard, "a1 e5 c3").0;
        assert_eq!(last(5, no_swap, "e5 a1 c3").0, swapped);
    }

    #[test]
    fn a_position_counts_once_and_the_last_has_no_move() {
        let start = Game::start(5, Rules::standard(5)).unwrap();
        let moves = parse_line("a1 e5 e5- a1+ e4+ a2-").unwrap();
        let visited = visits(&start, &moves, 40).unwrap();
        assert_eq!(visited.len(), 6);
        assert!(visited.iter().all(|visit| visit.mv.is_some()));
        let last = visits(&start, &moves[..3], 40).unwrap()[3];
        assert_eq!((last.mv, last.mover, last.occupied), (None, Color::Black, 2));
        assert_eq!(visits(&start, &moves, 2).unwrap().len(), 2);
        let error = visits(&start, &[moves[0], moves[0]], 1).unwrap_err();
        assert!(error.starts_with("move 2 (a1): "), "{error}");
    }
}
