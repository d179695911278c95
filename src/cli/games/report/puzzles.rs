//! The wins that a player missed, as a file of puzzles.

use super::ReportArgs;
use crate::cli::games::refused;
use crate::cli::output::{complain, counted};
use crate::cli::{Error, file, progress};
use std::path::Path;
use stonefall_engine::Stopper;
use stonefall_tools::games::{Database, Judge};
use stonefall_tools::puzzles::{Kind, Puzzle, write_puzzles};
use stonefall_tools::report::{OwnGame, missed_wins};

/// Proves the wins that the player missed.
pub(super) fn prove(
    arguments: &ReportArgs,
    database: &Database,
    games: &[OwnGame],
    judge: &Judge,
    stopper: &Stopper,
) -> Result<Vec<Puzzle>, Error> {
    let line = progress::moving_line("proving missed wins");
    let threads = arguments.effort.threads();
    let found = missed_wins(database, games, judge, threads, stopper, |done, of| {
        line.set_message(format!("{done} of {of} missed wins proved"));
    });
    line.finish_and_clear();
    found.map_err(|error| refused(&arguments.database, &error))
}

/// Writes the puzzles. Without any the file stays as it is.
pub(super) fn write(path: &Path, arguments: &ReportArgs, puzzles: &[Puzzle]) -> Result<(), Error> {
    let name = path.display();
    if puzzles.is_empty() {
        complain(&format!("no missed win is proved; {name} is not written"));
        return Ok(());
    }
    let has = |kind: &Kind| puzzles.iter().any(|puzzle| puzzle.aim.kind == *kind);
    let kinds: Vec<_> = Kind::ALL.into_iter().filter(has).collect();
    file::replace(path, write_puzzles(&kinds, puzzles, &recipe(arguments)))?;
    let count = counted(puzzles.len(), "missed win");
    complain(&format!("{count} in {name}; solve them with stonefall board --puzzles {name}"));
    Ok(())
}

/// The arguments that the puzzles depend on.
fn recipe(arguments: &ReportArgs) -> String {
    let ReportArgs { database, player, effort, judge, .. } = arguments;
    let nodes = effort.nodes;
    let database = database.display();
    // A name may have any character; comments have one line.
    format!("stonefall games report {database} '{player}' --nodes {nodes} --judge {judge}")
        .replace(['\r', '\n'], " ")
}
