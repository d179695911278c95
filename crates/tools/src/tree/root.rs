//! The root of a tree in PTN.

use stonefall_engine::{Game, PtnWriter};

/// A game in PTN that continues behind its last move.
pub(super) fn written(game: &Game) -> PtnWriter {
    let start = game.back_to(0);
    let is_empty = start.ply() == 0 && start.empty().len() == start.size().pow(2);
    let tps = (!is_empty).then(|| start.tps());
    let mut writer = PtnWriter::new();
    writer.setup(game.size(), game.rules(), tps.as_ref());
    for ply in start.write_line(&game.played().collect::<Vec<_>>()) {
        writer.ply(ply);
    }
    writer
}
