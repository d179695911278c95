//! `stonefall games explore`: the moves that were played in a position.

use super::select::Selection;
use super::text::{bar, games, percent};
use super::{json, open, refused};
use crate::cli::Error;
use crate::cli::json::with_position;
use crate::cli::output::{Output, Screen, columns, write_json};
use crate::table::table;
use crate::tools::games::{Choice, Exploration, Tally};
use clap::Args;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::Game;
use stonefall_engine::report::{Style, draw, grouped, status};

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Positions that are images of each other count as one, however a game reached them.\n\
    Rating is the mean rating of the players who made the move. Without --half-komi all komi count.\n\n\
    Examples:\n  stonefall games explore tak.db --size 6\n  \
    stonefall games explore tak.db game.ptn --ply 10 --bots none\n  \
    stonefall games explore tak.db --size 5 --moves 'a1 e5' --min-rating 1500 --half-komi 4"
)]
pub(super) struct ExploreArgs {
    /// Database
    #[arg(value_name = "DATABASE")]
    database: PathBuf,
    #[command(flatten)]
    selection: Selection,
    /// Number of games to list
    #[arg(long, value_name = "N", default_value_t = 5)]
    games: usize,
    /// Write JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: Screen,
}

pub(super) fn run(arguments: &ExploreArgs, output: &mut Output) -> Result<(), Error> {
    let position = arguments.selection.position()?;
    let database = open(&arguments.database)?;
    let filter = arguments.selection.filter();
    let found = database.explore(&position, &filter, arguments.games);
    let found = found.map_err(|error| refused(&arguments.database, &error))?;
    if arguments.json {
        return write_json(output, &as_json(&position, &found));
    }
    let text = as_text(&position, &found, database.plies(), arguments.screen.style());
    Ok(output.write_all(text.as_bytes())?)
}

fn as_json(position: &Game, found: &Exploration) -> serde_json::Value {
    let choice = |choice: &Choice| {
        let mut fields = json::tally(&choice.tally);
        fields["move"] = choice.ptn.clone().into();
        fields
    };
    let fields = json!({
        "total": json::tally(&found.total),
        "moves": found.moves.iter().map(choice).collect::<Vec<_>>(),
        "best_games": found.games.iter().map(json::listed).collect::<Vec<_>>(),
    });
    with_position(position, fields)
}

fn as_text(position: &Game, found: &Exploration, plies: usize, style: Style) -> String {
    let diagram = position.diagram();
    let mut text = format!("{}\n{}\n", draw(&diagram, style), status(&diagram, style));
    if found.total.games == 0 {
        return text
            + &format!(
                "   No games. The database has the first {plies} positions of each game.\n"
            );
    }
    let header = ["Move", "Games", "Share", "Rating", "White", "Draw", "Black", "Results"];
    let total = found.total.games;
    let mut rows: Vec<_> =
        found.moves.iter().map(|it| row(it.ptn.clone(), &it.tally, total, style)).collect();
    rows.push(row("all".to_owned(), &found.total, total, style));
    text += &table(&header, &rows, header.len() - 1, columns() - 4, style);
    if !found.games.is_empty() {
        text += "\n   Games with the highest ratings\n";
        text += &games(&found.games, style);
    }
    text
}

fn row(name: String, tally: &Tally, total: u64, style: Style) -> Vec<String> {
    let ended = tally.white + tally.draws + tally.black;
    vec![
        name,
        grouped(tally.games),
        percent(tally.games, total),
        tally.rating().map_or_else(|| "-".to_owned(), |rating| rating.to_string()),
        percent(tally.white, ended),
        percent(tally.draws, ended),
        percent(tally.black, ended),
        bar(tally, style),
    ]
}
