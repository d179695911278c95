//! `stonefall games explore`: the moves that were played in a position.

use super::open;
use super::select::Selection;
use super::text::{bar, games, percent};
use crate::cli::Error;
use crate::cli::file::failed;
use crate::cli::json::WithPosition;
use crate::cli::output::{Form, Output, columns, counted};
use crate::table::table;
use clap::Args;
use std::path::PathBuf;
use stonefall_engine::Game;
use stonefall_engine::report::{Style, draw, grouped, status};
use stonefall_tools::games::{Exploration, ResultCount};

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Positions that are images of each other count as one, however a game reached them.\n\
    Rating is the mean rating of the players who made the move. Without --half-komi all komi count.\n\
    \n\
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
    #[arg(long, value_name = "N", default_value = "5")]
    games: usize,
    #[command(flatten)]
    form: Form,
}

pub(super) fn run(arguments: &ExploreArgs, output: &mut Output) -> Result<(), Error> {
    let position = arguments.selection.position()?;
    let database = open(&arguments.database)?;
    let filter = arguments.selection.filter();
    let found = database.explore(&position, &filter, arguments.games);
    let found = found.map_err(failed(&arguments.database))?;
    let facts = WithPosition::new(&position, &found);
    let text = |style| as_text(&position, &found, database.plies(), style);
    arguments.form.write(output, &facts, text)
}

fn as_text(position: &Game, found: &Exploration, plies: usize, style: Style) -> String {
    let mut text = format!("{}\n{}\n", draw(position, style), status(position, style));
    if found.total.games == 0 {
        let positions = counted(plies, "position");
        return text
            + &format!(
                "   No game matches. The database has the first {positions} of each game.\n"
            );
    }
    text += &choices(found, style);
    if !found.games.is_empty() {
        text += "\n   Games with the highest ratings\n";
        text += &games(&found.games, style);
    }
    text
}

/// The table of moves.
fn choices(found: &Exploration, style: Style) -> String {
    let header = ["Move", "Games", "Share", "Rating", "White", "Draw", "Black", "Results"];
    let row = |name: &str, count: &ResultCount| row(name, count, found.total.games, style);
    let mut rows: Vec<_> = found.moves.iter().map(|it| row(&it.ptn, &it.count)).collect();
    rows.push(row("all", &found.total));
    table(&header, &rows, header.len() - 1, columns() - 4, style)
}

fn row(name: &str, count: &ResultCount, total: u64, style: Style) -> Vec<String> {
    let rating = count.ratings.mean().map_or_else(|| "-".to_owned(), |rating| rating.to_string());
    let ended = count.white + count.draws + count.black;
    let [white, draws, black] =
        [count.white, count.draws, count.black].map(|it| percent(it, ended));
    let [games, share] = [grouped(count.games), percent(count.games, total)];
    vec![name.to_owned(), games, share, rating, white, draws, black, bar(count, style)]
}
