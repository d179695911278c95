//! Records as text.

use crate::cli::Error;
use crate::cli::output::Output;
use crate::cli::records::{open, refused, report_damage};
use std::io::Write;
use std::path::PathBuf;
use stonefall_learn::records;

pub(super) fn run(paths: &[PathBuf], output: &mut Output) -> Result<(), Error> {
    for path in paths {
        let mut reader = open(path)?;
        while let Some(game) = reader.next_game().map_err(|error| refused(path, &error))? {
            let text = records::ptn(&game).map_err(|error| refused(path, &error))?;
            writeln!(output, "{text}")?;
        }
        report_damage(path, &reader);
    }
    Ok(())
}
