//! A tree as a game in PTN, with variations for PTN Ninja and the board.

use super::file::written;
use super::nodes::Tree;
use crate::score::Score;
use fxhash::FxHashMap;
use stonefall_engine::notation::ptn_file::place_name;
use stonefall_engine::{Game, Move, PtnWriter};

/// The tree in PTN: the best line, and a variation for each other move that is at most `margin` hundredths of a flat
/// worse. Each move has its score. Each position is continued once; a comment refers to that place when it occurs again.
/// Lines end after `plies` plies.
#[must_use]
pub fn to_ptn(tree: &Tree, margin: u32, plies: usize) -> String {
    let mut export = Export {
        tree,
        margin,
        end: plies.saturating_add(tree.root().ply() as usize),
        writer: written(tree.root()),
        names: FxHashMap::default(),
        places: FxHashMap::default(),
    };
    export.line("", tree.root().clone());
    export.writer.finish()
}

struct Export<'a> {
    tree: &'a Tree,
    margin: u32,
    /// The last ply.
    end: usize,
    writer: PtnWriter,
    /// Number of variations for each move.
    names: FxHashMap<String, usize>,
    /// Line and move number of each written position, by its node.
    places: FxHashMap<usize, String>,
}

/// A move and its score.
type Scored = (Move, Score);

impl Export<'_> {
    /// Writes the best line from a position, then its variations.
    fn line(&mut self, name: &str, mut game: Game) {
        let mut branches = Vec::new();
        while (game.ply() as usize) < self.end
            && let Some(choices) = self.tree.at(&game)
        {
            if let Some(place) = self.places.get(&choices.place) {
                self.writer.comment(&format!("continues as at {place}"));
                break;
            }
            self.places.insert(choices.place, place(name, &game));
            let moves = choices.good(self.margin).collect::<Vec<_>>();
            branches.extend(moves.iter().skip(1).map(|&it| (game.clone(), it)));
            let Some(&best) = moves.first() else { break };
            if !self.ply(&mut game, best) {
                break;
            }
        }
        for (before, mv) in branches {
            self.branch(name, before, mv);
        }
    }

    fn branch(&mut self, parent: &str, mut game: Game, mv: Scored) {
        let stem = place(parent, &game);
        let count = self.names.entry(stem.clone()).or_default();
        *count += 1;
        let name = format!("{stem}{count}");
        self.writer.variation(&name, game.move_number(), game.to_move());
        if self.ply(&mut game, mv) {
            self.line(&name, game);
        }
    }

    /// Writes a move with its score. Returns whether the game continues.
    fn ply(&mut self, game: &mut Game, (mv, score): Scored) -> bool {
        self.writer.ply(game.write_ply(mv));
        let comment = score.words(game.to_move());
        let is_legal = game.play(mv).is_ok();
        let end = game.outcome_with_history();
        match end {
            Some(outcome) => self.writer.result(outcome.into()),
            None => self.writer.comment(&comment),
        };
        is_legal && end.is_none()
    }
}

/// The place of the next move of a line: `3w`, in a variation `2b1/3w`.
fn place(line: &str, game: &Game) -> String {
    let slash = if line.is_empty() { "" } else { "/" };
    format!("{line}{slash}{}", place_name(game.move_number(), game.to_move()))
}
