//! `stonefall games report`: a report on a player.

mod charts;
mod html;
mod json;
mod puzzles;
mod sections;
mod text;

use super::filters::Conditions;
use super::judge::{Effort, judge_here};
use super::{open, refused};
use crate::cli::output::{Output, Screen, write_json};
use crate::cli::{Error, file, flags, interrupt, resume};
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::{HalfKomi, Stopper};
use stonefall_tools::games::{Database, Filter, Judge};
use stonefall_tools::report::{Judging, OwnGame, Report, own_games, similar_games};
use stonefall_tools::workers::Ended;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "The engine judges the newest games, and games of similar players for the comparison. The database keeps\n\
    the judgements: the same command resumes after an interruption, and a second report costs nothing.\n\n\
    Examples:\n  stonefall games report tak.db Ann\n  \
    stonefall games report tak.db Ann --since 2024 --bots none --html ann.html --puzzles ann.tsv\n  \
    stonefall board --puzzles ann.tsv"
)]
pub(super) struct ReportArgs {
    /// Database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    /// Name of the player, in any case
    #[arg(value_name = "PLAYER")]
    player: String,
    /// Judge at most the newest N games
    #[arg(long, value_name = "N", default_value = "100")]
    judge: usize,
    /// Judge N games of other players within 100 rating points, for the comparison
    #[arg(long, value_name = "N", default_value = "40")]
    compare: usize,
    #[command(flatten)]
    effort: Effort,
    /// Games on this board size
    #[arg(long, value_name = "N", value_parser = flags::size)]
    size: Option<usize>,
    /// Games with this komi, in half flats
    #[arg(long, value_name = "N", value_parser = flags::half_komi, allow_negative_numbers = true)]
    half_komi: Option<HalfKomi>,
    #[command(flatten)]
    conditions: Conditions,
    /// Write a page with charts, and the positions of missed wins
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the wins that the player missed as puzzles, for stonefall board --puzzles
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,
    /// Write JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: Screen,
}

impl ReportArgs {
    fn filter(&self) -> Filter {
        let player = Some(self.player.clone());
        Filter { player, ..self.conditions.filter(self.size, self.half_komi) }
    }

    /// Refuses to overwrite the database, and one output with the other.
    fn spare_database(&self) -> Result<(), Error> {
        let outs = [&self.html, &self.puzzles];
        let is_database = |out: &&PathBuf| file::is_same(out, &self.database);
        if let Some(out) = outs.into_iter().flatten().find(is_database) {
            let text = format!("expected another file than the database, found {}", out.display());
            return Err(Error::Usage(text));
        }
        match outs {
            [Some(html), Some(puzzles)] if html == puzzles => Err(Error::Usage(format!(
                "expected two files for --html and --puzzles, found {} for both",
                html.display()
            ))),
            _ => Ok(()),
        }
    }
}

pub(super) fn run(arguments: &ReportArgs, output: &mut Output) -> Result<(), Error> {
    let named = |error| refused(&arguments.database, &error);
    let filter = arguments.filter();
    arguments.spare_database()?;
    let database = open(&arguments.database)?;
    let games = own_games(&database, &filter).map_err(named)?;
    let judge = arguments.effort.judge();
    let similar = similar_games(&database, &arguments.player, &games, &filter, arguments.compare);
    let stopper = interrupt::stopper();
    let ended = judge_all(arguments, &games, &similar.map_err(named)?, &judge, &stopper)?;
    let report = Report::new(&database, &arguments.player, &games, &judge).map_err(named)?;
    // After Ctrl-C only the report that is ready.
    if ended == Ended::Complete {
        write_files(arguments, &database, &games, &judge, &report, &stopper)?;
    }
    if arguments.json {
        write_json(output, &json::json(&report, &judge))?;
    } else {
        output.write_all(text::text(&report, arguments.screen.style()).as_bytes())?;
    }
    output.flush()?;
    if ended == Ended::Interrupted || stopper.is_stopped() {
        let text = "interrupted; run the same command to resume";
        return Err(Error::Ended(text.into(), resume::UNFINISHED));
    }
    Ok(())
}

/// Writes the puzzles and the page, unless Ctrl-C interrupts the proofs.
fn write_files(
    arguments: &ReportArgs,
    database: &Database,
    games: &[OwnGame],
    judge: &Judge,
    report: &Report,
    stopper: &Stopper,
) -> Result<(), Error> {
    if arguments.puzzles.is_none() && arguments.html.is_none() {
        return Ok(());
    }
    let missed = puzzles::prove(arguments, database, games, judge, stopper)?;
    if stopper.is_stopped() {
        return Ok(());
    }
    if let Some(path) = &arguments.puzzles {
        puzzles::write(path, arguments, &missed)?;
    }
    if let Some(path) = &arguments.html {
        file::replace(path, html::html(report, &missed, judge)?)?;
    }
    Ok(())
}

/// Judges the newest games of the player, and those of similar players.
fn judge_all(
    arguments: &ReportArgs,
    own: &[OwnGame],
    similar: &[i64],
    judge: &Judge,
    stopper: &Stopper,
) -> Result<Ended, Error> {
    let own = own.iter().take(arguments.judge).map(|own| own.game.id);
    let games: Vec<_> = own.chain(similar.iter().copied()).collect();
    let (path, threads) = (&arguments.database, arguments.effort.threads());
    let (ended, _) = judge_here(&Judging { path, games: &games, judge, threads }, stopper)?;
    Ok(ended)
}
