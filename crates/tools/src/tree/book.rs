//! A tree as a book that the engine plays from by score.

use super::nodes::Tree;
use super::ptn::{Scored, near_best};
use fxhash::FxHashSet;
use std::fmt::Write;
use stonefall_engine::types::Rules;
use stonefall_engine::{Color, Game};

/// The tree as a book of [`ScoredBook`](stonefall_engine::book::ScoredBook): the positions that a player reaches who plays
/// only moves at most `margin` hundredths of a flat worse than the best one, against all moves of the tree. Lines end
/// after `plies` plies. The number before a path counts the moves that it shares with the path of the line before.
/// `None` if the tree does not grow from the start of a standard game.
#[must_use]
pub fn to_book(tree: &Tree, margin: u32, plies: usize) -> Option<String> {
    let root = tree.root();
    if !is_standard(root) {
        return None;
    }
    let (written, path, text) = (FxHashSet::default(), Vec::new(), String::new());
    let mut book = Book { tree, margin, end: plies, written, path, text };
    for player in Color::ALL {
        book.positions(root, player, &mut FxHashSet::default());
    }
    Some(book.text)
}

/// Whether a game begins on the empty board with standard rules, except for komi and the draw rule.
fn is_standard(game: &Game) -> bool {
    let start = game.back_to(0);
    let Rules { half_komi, reversible_plies, .. } = *game.rules();
    let standard = Rules::standard(game.size()).with_komi(half_komi);
    *game.rules() == Rules { reversible_plies, ..standard }
        && Game::start(game.size(), standard)
            .is_ok_and(|empty| empty.tps().to_string() == start.tps().to_string())
}

struct Book<'a> {
    tree: &'a Tree,
    margin: u32,
    end: usize,
    written: FxHashSet<usize>,
    /// Moves to the last written position.
    path: Vec<String>,
    text: String,
}

impl Book<'_> {
    /// Writes the positions from this one on in which the player is to move.
    fn positions(&mut self, game: &Game, player: Color, seen: &mut FxHashSet<usize>) {
        if game.played().count() >= self.end {
            return;
        }
        let Some(known) = self.tree.at(game).filter(|known| seen.insert(known.place)) else {
            return;
        };
        let is_mine = game.to_move() == player;
        let good = near_best(&known, self.margin);
        if is_mine && self.written.insert(known.place) {
            self.line(game, &good);
        }
        let searched = known.moves.iter().filter(|&&(.., is_searched)| is_searched);
        let replies = searched.map(|&(mv, score, _)| (mv, score)).collect();
        for (mv, _) in if is_mine { good } else { replies } {
            if let Ok(after) = game.after(mv) {
                self.positions(&after, player, seen);
            }
        }
    }

    /// Writes a position with its good moves.
    fn line(&mut self, game: &Game, moves: &[Scored]) {
        let path = game.back_to(0).spell_line(&game.played().collect::<Vec<_>>());
        let both = path.iter().zip(&self.path);
        let shared = both.take_while(|(here, before)| here == before).count();
        let number = (shared > 0).then(|| shared.to_string());
        let words: Vec<_> = number.iter().chain(&path[shared..]).cloned().collect();
        self.path = path;
        let scored = |&(mv, score): &Scored| format!("{} {}", game.spelling(mv), score.stored());
        let moves: Vec<_> = moves.iter().map(scored).collect();
        let _ = writeln!(self.text, "{}; {}", words.join(" "), moves.join(", "));
    }
}
