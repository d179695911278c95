//! Files of puzzles.

use super::kind::Kind;
use super::list;
use crate::cli::{Error, file};
use crate::tools::bench;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use stonefall_engine::notation::ptn_file::Writer;

/// Refuses to overwrite the input.
pub(super) fn spare(name: &Path, games: &[PathBuf]) -> Result<(), Error> {
    let outs = [with_ending(name, ".ptn"), with_ending(name, ".tsv")];
    let same = |out: &&PathBuf| {
        let written = fs::canonicalize(out).ok();
        written.is_some() && games.iter().any(|game| fs::canonicalize(game).ok() == written)
    };
    match outs.iter().find(same) {
        Some(out) => {
            let out = out.display();
            Err(Error::Usage(format!("expected another --out: {out} is an input file")))
        }
        None => Ok(()),
    }
}

/// Writes a PTN game and a table row for each position.
pub(super) fn files<T: Kind>(name: &Path, found: &[T], recipe: &str) -> Result<(), Error> {
    write(&with_ending(name, ".ptn"), &games(found))?;
    write(&with_ending(name, ".tsv"), &table(found, recipe))
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
    file::replace(path, text)
}

/// A game per position, with the proof as main line and variations.
fn games<T: Kind>(found: &[T]) -> String {
    let game = |(index, find): (usize, &T)| {
        let (mover, title) = (find.tps().to_move.name(), list::title::<T>(index + 1));
        let task = format!("{title}: {mover} to move {}", find.task());
        let head = Writer::new().tag("Event", &task).tag("Site", find.source()).finish();
        format!("{head}{}\r\n", find.ptn())
    };
    found.iter().enumerate().map(game).collect()
}

/// Comments with the recipe, column names, and a row per position.
fn table<T: Kind>(found: &[T], recipe: &str) -> String {
    let (signature, note, heads) = (bench::signature(), T::NOTE, T::COLUMNS.join("\t"));
    let lines: String = found.iter().map(|find| format!("{find}\n")).collect();
    format!("# Made by {signature} with\n# {recipe}\n# {note}\n{heads}\n{lines}")
}
