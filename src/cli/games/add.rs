//! `stonefall games add`: adds games to a database.

use crate::cli::file::failed;
use crate::cli::output::{Output, complain, counted, write_json};
use crate::cli::progress::Progress;
use crate::cli::{Error, file, interrupt};
use clap::Args;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::report::grouped;
use stonefall_tools::games::{ImportSettings, Importer, Summary};

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "The first bytes of a file tell its kind: PlayTak's games.db, self-play records, else PTN.\n\
    Games that the database has are not added again; so the same command resumes an interrupted import.\n\n\
    Examples:\n  stonefall games add tak.db games.db\n  stonefall games add tak.db club/*.ptn self.takg"
)]
pub(super) struct AddArgs {
    /// Database; created if it does not exist
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// PlayTak's games.db, PTN files, self-play records
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    settings: ImportSettings,
    /// Write the summary as JSON (docs/json.md)
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &AddArgs, output: &mut Output) -> Result<(), Error> {
    let database = &arguments.database;
    for path in &arguments.files {
        file::spare(path, [database], "database")?;
        // Before a new database exists.
        File::open(path).map_err(|reason| file::refused(path, reason))?;
    }
    let stopper = interrupt::stopper();
    let opened = Importer::open(database, arguments.settings.clone());
    let mut importer = opened.map_err(failed(database))?;
    let mut total = Summary::default();
    for path in &arguments.files {
        let mut summary = Summary::default();
        let mut progress = Progress::percent("read");
        let done = importer.add(path, &stopper, &mut summary, &mut |summary, share| {
            let games = counted((total.added + summary.added) as usize, "game");
            progress.show((share * 100.0) as u64, || format!(", {games} added"));
        });
        drop(progress);
        for skipped in &summary.skipped {
            complain(&format!("{}: {}: {}", path.display(), skipped.name, skipped.reason));
        }
        total.join(summary);
        done.map_err(failed(path))?;
        if stopper.is_stopped() {
            break;
        }
    }
    if arguments.json {
        write_json(output, &total)?;
    } else {
        writeln!(output, "{}", words(&total))?;
    }
    output.flush()?;
    if stopper.is_stopped() {
        return Err(Error::Failed("interrupted; run the same command to resume".into()));
    }
    Ok(())
}

/// `12 games added, 3 known, 1 without moves, 2 illegal`.
fn words(summary: &Summary) -> String {
    let mut text = format!("{} added", counted(summary.added as usize, "game"));
    for (count, words) in
        [(summary.known, "known"), (summary.empty, "without moves"), (summary.illegal, "illegal")]
    {
        if count > 0 {
            text += &format!(", {} {words}", grouped(count));
        }
    }
    text
}
