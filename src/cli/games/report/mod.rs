//! `stonefall games report`: a report on a player.

mod html;
mod sections;

use super::judge::{Effort, judge_here};
use super::open;
use crate::cli::file::failed;
use crate::cli::output::{Form, Output, columns, complain, counted};
use crate::cli::ranges::Only;
use crate::cli::resume::{self, Deadline};
use crate::cli::{Error, file, flags, progress};
use crate::table::grid;
use clap::Args;
use sections::{Section, head, sections};
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_engine::report::Style;
use stonefall_engine::{HalfKomi, Stopper};
use stonefall_tools::games::{Database, Filter, Judge};
use stonefall_tools::puzzles::{Kind, Puzzle, write_puzzles};
use stonefall_tools::report::{OwnGame, Report, missed_wins, own_games, similar_games};

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
    filter: Filter,
    /// Write a page with charts, and the positions of missed wins
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the wins that the player missed as puzzles, for stonefall board --puzzles
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,
    #[command(flatten)]
    form: Form,
}

impl ReportArgs {
    /// Refuses to overwrite the database, and one output with the other.
    fn spare_database(&self) -> Result<(), Error> {
        let outs = [&self.html, &self.puzzles];
        for out in outs.into_iter().flatten() {
            file::spare(out, [&self.database], "database")?;
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
    let named = failed(&arguments.database);
    let (size, half_komi) = (arguments.size, arguments.half_komi);
    let filter = Filter { size, half_komi, ..arguments.filter.clone() };
    arguments.spare_database()?;
    let database = open(&arguments.database)?;
    let games = own_games(&database, &arguments.player, &filter).map_err(named)?;
    let judge = arguments.effort.judge();
    let similar = similar_games(&database, &arguments.player, &games, &filter, arguments.compare);
    let newest = games.iter().take(arguments.judge).map(|own| own.game.id);
    let chosen: Vec<_> = newest.chain(similar.map_err(named)?).collect();
    let run = Only::default().begin(Deadline::default(), chosen.len())?;
    judge_here(&run, &arguments.database, &chosen, &arguments.effort)?;
    let report = Report::new(&database, &arguments.player, &games, &judge).map_err(named)?;
    // After Ctrl-C only the report that is ready.
    if !run.stopper.is_stopped() {
        write_files(arguments, &database, &games, &judge, &report, &run.stopper)?;
    }
    arguments.form.write(output, &report, |style| text(&report, style))?;
    output.flush()?;
    if run.stopper.is_stopped() {
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
    let missed = prove(arguments, database, games, judge, stopper)?;
    if stopper.is_stopped() {
        return Ok(());
    }
    if let Some(path) = &arguments.puzzles {
        write_missed(path, arguments, &missed)?;
    }
    if let Some(path) = &arguments.html {
        file::replace(path, html::html(report, &missed)?)?;
    }
    Ok(())
}

/// Proves the wins that the player missed.
fn prove(
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
    found.map_err(failed(&arguments.database))
}

/// Writes the puzzles. Without any the file stays as it is.
fn write_missed(path: &Path, arguments: &ReportArgs, puzzles: &[Puzzle]) -> Result<(), Error> {
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

/// The report as text.
fn text(report: &Report, style: Style) -> String {
    let parts = sections(report).into_iter().map(|part| section(&part, style));
    format!("   {}\n{}", head(report), parts.collect::<String>())
}

fn section(section: &Section, style: Style) -> String {
    let header: Vec<_> = section.header.iter().map(String::as_str).collect();
    let table = match section.rows.is_empty() {
        true => String::new(),
        false => grid(&header, &section.rows, columns() - 4, style),
    };
    format!("\n   {}\n{table}{}", section.title, wrapped(&section.note))
}

/// Text in lines that fit the output.
fn wrapped(text: &str) -> String {
    let width = usize::from(columns()) - 8;
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.len() + word.len() >= width {
            lines += &format!("   {line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &format!("   {line}\n")
}
