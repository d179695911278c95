//! `stonefall games find`: lists games.

use super::open;
use super::select::Selection;
use super::text::games;
use crate::cli::Error;
use crate::cli::file::failed;
use crate::cli::output::{Form, Output, counted, write_json};
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::report::grouped;
use stonefall_tools::games::ListEntry;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Lists the newest games first. With a position, only games that reached it or an image of it.\n\n\
    Examples:\n  stonefall games find tak.db --player Ann --result road\n  \
    stonefall games find tak.db --size 6 --moves 'a1 f6 d4' --min-rating 1700\n  \
    stonefall games find tak.db --white Ann --black Ben --json"
)]
pub(super) struct FindArgs {
    /// Database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    #[command(flatten)]
    selection: Selection,
    /// Number of games to list
    #[arg(long, value_name = "N", default_value = "20")]
    limit: usize,
    #[command(flatten)]
    form: Form,
}

/// JSON form, documented in `docs/json.md`.
#[derive(Serialize)]
struct GameList<'a> {
    count: u64,
    games: &'a [ListEntry],
}

pub(super) fn run(arguments: &FindArgs, output: &mut Output) -> Result<(), Error> {
    let position = arguments.selection.given_position()?;
    let database = open(&arguments.database)?;
    let filter = arguments.selection.filter();
    let found = database.find(position.as_ref(), &filter, arguments.limit);
    let (found, count) = found.map_err(failed(&arguments.database))?;
    if arguments.form.json {
        return write_json(output, &GameList { count, games: &found });
    }
    if !found.is_empty() {
        output.write_all(games(&found, arguments.form.style()).as_bytes())?;
    }
    let shown = grouped(found.len() as u64);
    Ok(writeln!(output, "   {shown} of {}", counted(count as usize, "game"))?)
}
