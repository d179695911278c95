//! The files of puzzles.

use crate::cli::Error;
use crate::notation::game::Writer;
use crate::tools::bench;
use crate::tools::tactics::Puzzle;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Refuses to write over the games that the puzzles are looked for in.
pub(super) fn spare(name: &Path, games: &[PathBuf]) -> Result<(), Error> {
    let outs = [with_ending(name, ".ptn"), with_ending(name, ".tsv")];
    let same = |out: &&PathBuf| {
        let written = fs::canonicalize(out).ok();
        written.is_some() && games.iter().any(|game| fs::canonicalize(game).ok() == written)
    };
    match outs.iter().find(same) {
        Some(out) => {
            let out = out.display();
            Err(Error::Usage(format!("expected another --out: this one would write over {out}")))
        }
        None => Ok(()),
    }
}

/// Writes a game of PTN and a line of a table for each puzzle.
pub(super) fn files(name: &Path, puzzles: &[Puzzle], recipe: &str) -> Result<(), Error> {
    write(&with_ending(name, ".ptn"), &games(puzzles))?;
    write(&with_ending(name, ".tsv"), &table(puzzles, recipe))
}

fn with_ending(name: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(name);
    name.push(ending);
    name.into()
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .map_err(|reason| Error::File { file: folder.display().to_string(), reason })?;
    }
    fs::write(path, text).map_err(|reason| Error::File { file: path.display().to_string(), reason })
}

/// A game for each puzzle: its position, and the proof as the main line and variations.
fn games(puzzles: &[Puzzle]) -> String {
    let game = |(index, puzzle): (usize, &Puzzle)| {
        let mover = puzzle.tps.to_move.name();
        let task = format!("Puzzle {}: {mover} to move wins in {}", index + 1, puzzle.moves);
        let head = Writer::new().tag("Event", &task).tag("Site", &puzzle.source).finish();
        format!("{head}{}\r\n", puzzle.ptn)
    };
    puzzles.iter().enumerate().map(game).collect()
}

/// What made the puzzles, the heads of the columns, and a line for each.
fn table(puzzles: &[Puzzle], recipe: &str) -> String {
    let head = format!(
        "# Made by {} with\n# {recipe}\n# moves: of the winner; effort: positions until a search has proved it (- for over 200000)\n",
        bench::signature()
    );
    let lines = puzzles.iter().map(|puzzle| format!("{puzzle}\n"));
    format!("{head}{}\n{}", Puzzle::COLUMNS.join("\t"), lines.collect::<String>())
}
