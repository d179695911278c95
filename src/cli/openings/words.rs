//! Trees in words.

use crate::cli::output::counted;
use std::path::Path;
use stonefall_engine::Game;
use stonefall_tools::tree::Tree;

/// The score of a position, and the best line from there.
pub(super) fn main_line(tree: &Tree, from: &Game) -> String {
    match tree.at(from) {
        Some(known) => {
            let line = from.spell_line(&tree.line(from)).join(" ");
            format!("{}: {line}", known.score.words(from.to_move()))
        }
        None => "no position".to_owned(),
    }
}

/// Size and main line of a tree.
pub(super) fn summary(path: &Path, tree: &Tree) -> String {
    let count = counted(tree.len(), "position");
    format!("{}: {count}, {}", path.display(), main_line(tree, tree.root()))
}
