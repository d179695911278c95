//! `stonefall playtak watch`: lists the running games of PlayTak.

use crate::cli::Error;
use crate::cli::output::{Output, Screen, columns, complain};
use crate::table::table;
use crate::tools::playtak::guest_token;
use crate::tools::playtak::watch::{Change, Watcher, watch};
use clap::Args;
use std::io::Write;
use std::time::Instant;
use stonefall_engine::HalfKomi;
use stonefall_engine::report::Style;
use stonefall_playtak::connection::Address;
use stonefall_playtak::protocol::ListedGame;
use tokio::sync::mpsc::channel;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall playtak watch\n  \
    stonefall playtak watch --server ws://localhost:9999")]
pub(super) struct WatchArgs {
    /// Server: wss://, ws:// or tcp:// [default: wss://playtak.com/ws]
    #[arg(long, value_name = "URL", default_value_t, hide_default_value = true)]
    server: Address,
    #[command(flatten)]
    screen: Screen,
}

pub(super) fn run(arguments: &WatchArgs, output: &mut Output) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let games = runtime.block_on(list(arguments.server.clone()));
    Ok(output.write_all(games_table(&games, arguments.screen.style()).as_bytes())?)
}

/// The running games.
async fn list(server: Address) -> Vec<ListedGame> {
    let (sender, mut changes) = channel(64);
    let watching = tokio::spawn(watch(Watcher::new(guest_token(), Instant::now()), server, sender));
    let mut games = Vec::new();
    while let Some(change) = changes.recv().await {
        match change {
            Change::Games(found) => {
                games = found;
                break;
            }
            Change::Lost(reason) => complain(&format!("stonefall: {reason}")),
        }
    }
    drop(changes);
    // A task that fails leaves nothing behind.
    let _ = watching.await;
    games
}

fn games_table(games: &[ListedGame], style: Style) -> String {
    if games.is_empty() {
        return "   No games are running.\n".to_owned();
    }
    let header = ["Game", "Players", "Size", "Time", "Komi", "Rated"];
    let rows: Vec<_> = games.iter().map(row).collect();
    table(&header, &rows, 1, columns() - 4, style)
}

fn row(game: &ListedGame) -> Vec<String> {
    let setting = &game.setting;
    let [white, black] = &game.players.0;
    let komi = HalfKomi::new(setting.half_komi)
        .map_or_else(|_| format!("{}/2", setting.half_komi), |komi| komi.to_string());
    vec![
        game.number.to_string(),
        format!("{white} - {black}"),
        format!("{0}x{0}", setting.size),
        format!("{}+{}", setting.time.as_secs(), setting.increment.as_secs()),
        komi,
        if setting.is_unrated { "no" } else { "yes" }.to_owned(),
    ]
}
