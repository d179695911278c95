//! `stonefall openings export`: a book as PTN, or its best part as a smaller book.

use super::show::summary;
use crate::cli::Error;
use crate::cli::file;
use crate::cli::output::Output;
use clap::{Args, ValueEnum};
use std::io::Write;
use std::path::PathBuf;
use stonefall_tools::files::write_atomically;
use stonefall_tools::openings::{BookFile, to_ptn, to_text};

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "PTN has the best line and a variation for each other good move; PTN Ninja and stonefall board open it.\n\
    A smaller book has the positions of a player who plays good moves, against all moves of the book.\n\n\
    Examples:\n  stonefall openings export six.book --plies 8 --out six.ptn\n  \
    stonefall openings export six.book --format book --margin 10 --out small.book"
)]
pub(super) struct BookExportArgs {
    /// File of the book
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Form of the openings
    #[arg(long, value_name = "WORD", default_value = "ptn")]
    format: Format,
    /// Good moves are at most N hundredths of a flat worse than the best one
    #[arg(long, value_name = "N", default_value = "20")]
    margin: u32,
    /// Plies of the longest line [default: all]
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// File to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Format {
    /// A game with variations
    Ptn,
    /// A line for each position
    Book,
}

pub(super) fn run(arguments: &BookExportArgs, output: &mut Output) -> Result<(), Error> {
    let tree = BookFile::read(&arguments.file)?;
    let (margin, plies) = (arguments.margin, arguments.plies.unwrap_or(usize::MAX));
    let text = match arguments.format {
        Format::Ptn => to_ptn(&tree, margin, plies),
        Format::Book => to_text(&tree, margin, plies),
    };
    match &arguments.out {
        None => output.write_all(text.as_bytes())?,
        Some(path) => {
            file::spare(path, [&arguments.file], "book")?;
            let written = write_atomically(path, text.as_bytes());
            written.map_err(|reason| file::refused(path, reason))?;
            writeln!(output, "{}", summary(&arguments.file, &tree))?;
        }
    }
    Ok(())
}
