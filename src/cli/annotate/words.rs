//! Text of the summary table.

use super::{Done, title};
use crate::cli::output::columns;
use crate::table::grid;
use std::path::Path;
use stonefall_engine::report::Style;
use stonefall_engine::types::Color;

const HEADER: [&str; 8] = ["", "Moves", "Accuracy", "!!", "!", "?", "??", "Biggest swing"];

/// A table per game, and the names of the written files.
pub(super) fn report(done: &[Done], out: Option<&Path>, style: Style) -> String {
    let mut text = String::new();
    for one in done {
        text += &format!("   {}{}\n", title(one), state(one));
        text += &table(one, style);
        if let Some(points) = &one.points {
            text += &format!("   {}\n", points.sentence());
        }
    }
    if let Some(out) = out {
        text += &format!("   Written to {}\n", out.display());
    }
    text
}

/// Sentence about missing evaluations.
fn state(done: &Done) -> String {
    let (known, all) = (done.annotation.done(), done.annotation.evaluations.len());
    if known == all { String::new() } else { format!(" ({known} of {all} positions)") }
}

fn table(done: &Done, style: Style) -> String {
    let players = done.annotation.players();
    let rows = Color::ALL.map(|color| {
        let player = players[color];
        let name = match done.game.tag(["Player1", "Player2"][color.index()]) {
            Some(name) => format!("{} ({name})", color.name()),
            None => color.name().to_owned(),
        };
        let accuracy = player.accuracy.map_or("-".into(), |accuracy| format!("{accuracy:.1} %"));
        let worst = player.worst.map_or("-".into(), |worst| {
            let name = done.annotation.moves[worst.ply].name();
            format!("{name} loses {:.1} %", 100.0 * worst.loss)
        });
        let counts = [player.brilliant, player.good, player.mistakes, player.blunders];
        let [brilliant, good, mistakes, blunders] = counts.map(|count| count.to_string());
        let moves = player.moves.to_string();
        vec![name, moves, accuracy, brilliant, good, mistakes, blunders, worst]
    });
    grid(&HEADER, &rows, columns() - 4, style)
}
