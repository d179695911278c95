//! The table of running games.

use super::words::{clock_setting, komi};
use super::{WatchArgs, Watching};
use crate::cli::Error;
use crate::cli::output::{Output, columns, write_json};
use crate::table::table;
use std::io::Write;
use stonefall_engine::report::Style;
use stonefall_playtak::protocol::ListedGame;
use stonefall_tools::playtak::watch::Change;

/// Writes the running games.
pub(super) async fn run(arguments: &WatchArgs, output: &mut Output) -> Result<(), Error> {
    let mut watching = Watching::start(&arguments.server, None);
    let found = loop {
        match watching.changes.recv().await {
            Some(change @ (Change::Games(_) | Change::Lost { .. })) => break Some(change),
            Some(_) => {}
            None => break None,
        }
    };
    watching.end().await;
    match found {
        Some(Change::Games(games)) if !arguments.json => {
            let text = games_table(&games, arguments.screen.style());
            Ok(output.write_all(text.as_bytes())?)
        }
        Some(change @ Change::Games(_)) => write_json(output, &change.message()["games"]),
        Some(Change::Lost { reason, .. }) => Err(Error::Failed(reason)),
        _ => Err(Error::Failed("the connection ended".to_owned())),
    }
}

fn games_table(games: &[ListedGame], style: Style) -> String {
    if games.is_empty() {
        return "   No games are running.\n".to_owned();
    }
    let header = ["Game", "Players", "Size", "Clock", "Komi", "Rated"];
    let rows: Vec<_> = games.iter().map(row).collect();
    table(&header, &rows, 1, columns() - 4, style)
}

fn row(game: &ListedGame) -> Vec<String> {
    let setting = &game.setting;
    let [white, black] = &game.players.0;
    let rated = match (setting.is_tournament, setting.is_unrated) {
        (true, _) => "tournament",
        (_, true) => "no",
        _ => "yes",
    };
    vec![
        game.number.to_string(),
        format!("{white} - {black}"),
        format!("{0}x{0}", setting.size),
        clock_setting(setting),
        komi(setting),
        rated.to_owned(),
    ]
}
