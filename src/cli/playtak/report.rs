//! `stonefall playtak report`: results of the bot at each level.

use crate::cli::json::pretty;
use crate::cli::output::{Output, Screen, columns};
use crate::cli::{Error, flags};
use crate::table::grid;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use stonefall_tools::playtak::{LevelResults, read_archive, results};

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "The rating of a level follows from the ratings of its opponents, with its 95 % error.\n\n\
    Examples:\n  stonefall playtak report\n  stonefall playtak report /var/lib/stonefall/playtak --size 6"
)]
pub(super) struct ReportArgs {
    /// Folder of finished games
    #[arg(value_name = "FOLDER", default_value = "playtak")]
    archive: PathBuf,
    /// Only games on this board size
    #[arg(long, value_name = "N", value_parser = flags::size)]
    size: Option<usize>,
    /// Write JSON instead of the table (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: Screen,
}

pub(super) fn run(arguments: &ReportArgs, output: &mut Output) -> Result<(), Error> {
    let games = read_archive(&arguments.archive)
        .map_err(|reason| Error::File { file: arguments.archive.display().to_string(), reason })?;
    let levels = results(&games, arguments.size);
    let text = if arguments.json {
        pretty(&levels)?
    } else if levels.is_empty() {
        "   No finished games.\n".to_owned()
    } else {
        table(&levels, arguments)
    };
    Ok(output.write_all(text.as_bytes())?)
}

fn table(levels: &[LevelResults], arguments: &ReportArgs) -> String {
    let header = ["Level", "Games", "Won", "Drawn", "Lost", "Points", "Rated", "Rating"];
    let rows: Vec<_> = levels.iter().map(row).collect();
    grid(&header, &rows, columns() - 4, arguments.screen.style())
}

fn row(found: &LevelResults) -> Vec<String> {
    let rating = found
        .rating
        .map_or_else(|| "-".to_owned(), |it| format!("{:.0} \u{b1} {:.0}", it.value, it.error));
    vec![
        found.level.clone(),
        found.games().to_string(),
        found.won.to_string(),
        found.drawn.to_string(),
        found.lost.to_string(),
        format!("{:.1} %", found.score() * 100.0),
        found.rated.to_string(),
        rating,
    ]
}
