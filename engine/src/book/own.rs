//! A book, looked up by position.

use super::FourFlats;
use crate::game::Game;
use crate::notation::opening_lines;
use crate::search::{Limits, Seed};
use crate::types::{HalfKomi, Move, Rules};
use std::sync::OnceLock;

/// A book of four flats a line, and what was read of it when it was wanted first.
pub struct OwnBook {
    size: usize,
    half_komi: i32,
    text: &'static str,
    openings: OnceLock<Vec<FourFlats>>,
    moves: OnceLock<Vec<Entry>>,
}

/// A position's key, and a move of the book there.
type Entry = (u64, Move);

/// Positions that are looked at to give a move of the book a score and a line.
const NODES: u64 = 10_000;

impl OwnBook {
    /// A book for games on boards of this size at this komi, with standard pieces and the swap
    /// opening. Lines that are none are passed over.
    #[must_use]
    pub const fn new(size: usize, half_komi: i32, text: &'static str) -> Self {
        Self { size, half_komi, text, openings: OnceLock::new(), moves: OnceLock::new() }
    }

    /// The board size that the book is for.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The openings, in the order of the book.
    #[must_use]
    pub fn openings(&self) -> &[FourFlats] {
        self.openings.get_or_init(|| {
            let lines = opening_lines(self.text).flatten();
            lines.filter_map(|moves| FourFlats::from_moves(&moves)).collect()
        })
    }

    /// The moves that the book knows in the position with this key, in a game by these rules: from
    /// whichever side the board is seen and in whatever order the stones were placed. None for other
    /// boards, rules and positions. Each with its key; no two alike.
    #[must_use]
    pub fn moves(&self, size: usize, rules: &Rules, key: u64) -> &[(u64, Move)] {
        if !self.is_for(size, rules) {
            return &[];
        }
        let moves = self.moves.get_or_init(|| self.read(rules));
        let start = moves.partition_point(|entry| entry.0 < key);
        let len = moves[start..].iter().take_while(|entry| entry.0 == key).count();
        &moves[start..start + len]
    }

    /// Whether games by these rules are those that the book was made for. When they are drawn does
    /// not matter.
    fn is_for(&self, size: usize, rules: &Rules) -> bool {
        let Ok(half_komi) = HalfKomi::new(self.half_komi) else { return false };
        let standard = Rules::standard(size).with_komi(half_komi);
        size == self.size
            && *rules == Rules { reversible_plies: rules.reversible_plies, ..standard }
    }

    /// Plays every opening in all ways.
    fn read(&self, rules: &Rules) -> Vec<Entry> {
        let mut entries = Vec::new();
        for way in self.openings().iter().flat_map(|opening| opening.ways(self.size)) {
            let Ok(mut board) = Game::start(self.size, *rules) else { continue };
            for mv in way.moves() {
                let key = board.key();
                if board.play(mv).is_err() {
                    break;
                }
                entries.push((key, mv));
            }
        }
        entries.sort_unstable();
        entries.dedup();
        entries
    }
}

/// Leaves a search nothing but one of the moves that a book knows in this position, at random, so that its
/// answer is that move with a score and a line; changes nothing if none knows any.
pub fn open_by_book(books: &[OwnBook], limits: &mut Limits, board: &Game, seed: Seed) {
    let key = board.key();
    let known = books.iter().map(|book| book.moves(board.size(), board.rules(), key));
    let Some(moves) = known.into_iter().find(|moves| !moves.is_empty()) else { return };
    let (_, mv) = moves[seed.below(key, moves.len() as u64) as usize];
    limits.search_moves = vec![mv];
    limits.nodes = Some(limits.nodes.map_or(NODES, |nodes| nodes.min(NODES)));
}
