//! Files of puzzles.

use super::list;
use crate::cli::{Error, file};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_tools::puzzles::{Kind, Puzzle, write_puzzles};

/// Refuses to overwrite the input.
pub(super) fn spare(name: &Path, games: &[PathBuf]) -> Result<(), Error> {
    let outs = [with_ending(name, ".ptn"), with_ending(name, ".tsv")];
    match outs.iter().find(|out| games.iter().any(|game| file::is_same(game, out))) {
        Some(out) => {
            let out = out.display();
            Err(Error::Usage(format!("expected another --out: {out} is an input file")))
        }
        None => Ok(()),
    }
}

/// Writes a PTN game and a table row for each puzzle. The recipe holds the arguments that the result
/// depends on.
pub(super) fn files(
    name: &Path,
    kind: Kind,
    puzzles: &[Puzzle],
    recipe: &str,
) -> Result<(), Error> {
    file::create_folder(name)?;
    file::replace(&with_ending(name, ".ptn"), games(puzzles))?;
    file::replace(&with_ending(name, ".tsv"), write_puzzles(&[kind], puzzles, recipe))
}

fn with_ending(name: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(name);
    name.push(ending);
    name.into()
}

/// A game per puzzle, with the proof as main line and variations.
fn games(puzzles: &[Puzzle]) -> String {
    let game = |(number, puzzle): (usize, &Puzzle)| {
        let task = list::task(number, puzzle);
        let head =
            PtnGame::default().set_tag("Event", &task).set_tag("Site", &puzzle.source).to_string();
        format!("{head}{}\r\n", puzzle.ptn)
    };
    (1..).zip(puzzles).map(game).collect()
}
