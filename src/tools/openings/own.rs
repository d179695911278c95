//! The books that come with the program, as the engine's own.

use super::Opening;
use std::sync::OnceLock;
use stonefall_engine::board::Position;
use stonefall_engine::engine::Engine;
use stonefall_engine::notation::opening_lines;
use stonefall_engine::search::{Limits, Lot};
use stonefall_engine::types::{HalfKomi, Move, Rules, sized};

/// A book: what it is for, its text, and its moves when they have been wanted once.
struct Book {
    size: usize,
    half_komi: i32,
    text: &'static str,
    moves: OnceLock<Vec<Entry>>,
}

/// A position's key, and a move of the book there.
type Entry = (u64, Move);

macro_rules! book {
    ($size:literal, $half_komi:literal, $file:literal) => {
        Book {
            size: $size,
            half_komi: $half_komi,
            text: include_str!(concat!("../../../openings/", $file)),
            moves: OnceLock::new(),
        }
    };
}

static BOOKS: [Book; 4] = [
    book!(4, 4, "4x4-komi2.txt"),
    book!(5, 4, "5x5-komi2.txt"),
    book!(6, 4, "6x6-komi2.txt"),
    book!(7, 4, "7x7-komi2.txt"),
];

/// Positions that are looked at to give a move of the book a score and a line.
const NODES: u64 = 10_000;

/// The moves that the books know in the position with this key: on a board of this size, by these
/// rules, from whichever side the board is seen and in whatever order the stones were placed. None
/// for other boards, rules and positions. Each with its key; no two alike.
#[must_use]
pub fn book_moves(size: usize, rules: &Rules, key: u64) -> &'static [(u64, Move)] {
    let Some(book) = BOOKS.iter().find(|book| book.is_for(size, rules)) else { return &[] };
    let moves = book.moves.get_or_init(|| {
        // The size is that of a book.
        sized!(size, N => book.read::<N>(rules)).unwrap_or_default()
    });
    let start = moves.partition_point(|entry| entry.0 < key);
    let len = moves[start..].iter().take_while(|entry| entry.0 == key).count();
    &moves[start..start + len]
}

/// Leaves a search nothing but one of the moves that the books know in the engine's position, by
/// lot, so that its answer is that move with a score and a line; changes nothing if they know none.
pub fn open_by_book(limits: &mut Limits, engine: &dyn Engine, lot: Lot) {
    let key = engine.key();
    let moves = book_moves(engine.size(), &engine.rules(), key);
    let Some(&(_, mv)) = moves.get(lot.below(key, moves.len() as u64) as usize) else { return };
    limits.search_moves = vec![mv];
    limits.nodes = Some(limits.nodes.map_or(NODES, |nodes| nodes.min(NODES)));
}

impl Book {
    /// Whether games by these rules are those that the book was made for. When they are drawn does
    /// not matter.
    fn is_for(&self, size: usize, rules: &Rules) -> bool {
        let Ok(half_komi) = HalfKomi::new(self.half_komi) else { return false };
        let standard = Rules::standard(size).with_komi(half_komi);
        size == self.size
            && *rules == Rules { reversible_plies: rules.reversible_plies, ..standard }
    }

    /// Plays every opening in all ways. The lines of the books can be played: a test sees to that.
    fn read<const N: usize>(&self, rules: &Rules) -> Vec<Entry> {
        let lines = opening_lines(self.text).flatten();
        let openings = lines.filter_map(|moves| Opening::from_moves(&moves));
        let mut entries = Vec::new();
        for way in openings.flat_map(|opening| opening.ways(N)) {
            let mut position = Position::<N>::start(*rules);
            for mv in way.moves() {
                entries.push((position.key(), mv));
                if position.try_play(mv, &mut ()).is_err() {
                    entries.pop();
                    break;
                }
            }
        }
        entries.sort_unstable();
        entries.dedup();
        entries
    }
}
