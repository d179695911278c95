//! An opening book with its moves by position.

use super::FourFlats;
use crate::game::Game;
use crate::notation::opening_lines;
use crate::search::Seed;
use crate::types::{HalfKomi, Move, Rules};
use std::sync::OnceLock;

/// A book with an opening of four flats per line. The first use reads it.
pub struct OwnBook {
    size: usize,
    half_komi: i32,
    text: &'static str,
    openings: OnceLock<Vec<FourFlats>>,
    moves: OnceLock<Vec<BookEntry>>,
}

/// Key of a position, and a move of the book.
type BookEntry = (u64, Move);

impl OwnBook {
    /// A book for games on boards of this size at this komi, with standard pieces and the swap opening. Skips invalid
    /// lines.
    pub const fn new(size: usize, half_komi: i32, text: &'static str) -> Self {
        Self { size, half_komi, text, openings: OnceLock::new(), moves: OnceLock::new() }
    }

    /// Board size of the book.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The openings, in the order of the book.
    pub fn openings(&self) -> &[FourFlats] {
        self.openings.get_or_init(|| {
            let lines = opening_lines(self.text).flatten();
            lines.filter_map(|moves| FourFlats::from_moves(&moves)).collect()
        })
    }

    /// The different book moves in the position with this key under these rules, each with the key, in every symmetry and
    /// every order of the stones. Empty for other boards, rules and positions.
    pub fn moves(&self, size: usize, rules: &Rules, key: u64) -> &[(u64, Move)] {
        if !self.is_for(size, rules) {
            return &[];
        }
        let moves = self.entries(rules);
        let start = moves.partition_point(|entry| entry.0 < key);
        let len = moves[start..].iter().take_while(|entry| entry.0 == key).count();
        &moves[start..start + len]
    }

    /// A random book move for a position.
    pub fn choose(&self, game: &Game, seed: Seed) -> Option<Move> {
        let key = game.key();
        let moves = self.moves(game.size(), game.rules(), key);
        moves.get(seed.below(key, moves.len() as u64) as usize).map(|&(_, mv)| mv)
    }

    /// Whether the book is for these rules. The draw rule does not matter.
    fn is_for(&self, size: usize, rules: &Rules) -> bool {
        let Ok(half_komi) = HalfKomi::new(self.half_komi) else { return false };
        let standard = Rules::standard(size).with_komi(half_komi);
        size == self.size
            && *rules == Rules { reversible_plies: rules.reversible_plies, ..standard }
    }

    /// Reads the book if it is for games like this one.
    pub(super) fn read(&self, game: &Game) {
        if self.is_for(game.size(), game.rules()) {
            self.entries(game.rules());
        }
    }

    fn entries(&self, rules: &Rules) -> &[BookEntry] {
        self.moves.get_or_init(|| self.play_openings(rules))
    }

    /// Plays every order of every opening.
    fn play_openings(&self, rules: &Rules) -> Vec<BookEntry> {
        let mut entries = Vec::new();
        for way in self.openings().iter().flat_map(|opening| opening.ways(self.size)) {
            let Ok(mut game) = Game::start(self.size, *rules) else { continue };
            for mv in way.moves() {
                let key = game.key();
                if game.play(mv).is_err() {
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
