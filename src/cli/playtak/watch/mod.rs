//! `stonefall playtak watch`: lists the running games of PlayTak, or follows one.

mod analysis;
mod follow;
mod json_lines;
mod list;
mod plain;
mod screen;
mod view;
mod words;

use crate::cli::flags::Resources;
use crate::cli::output::{Output, Screen};
use crate::cli::{Error, duration};
use clap::Args;
use std::time::Duration;
use stonefall_playtak::connection::Address;
use stonefall_tools::playtak::watch::{Change, Target, watch as watch_games};
use tokio::sync::mpsc::{Receiver, channel};
use tokio::sync::watch;

/// Maximum number of changes that wait to be shown.
const WAITING_CHANGES: usize = 64;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "In a terminal, the board appears after every move, and the line below it shows clocks, winning\n\
    chances and the best line. Elsewhere each move is a line. Ctrl-C ends the command.\n\n\
    Examples:\n  \
    stonefall playtak watch                    # lists the running games\n  \
    stonefall playtak watch 612345\n  \
    stonefall playtak watch TakticianBot --follow --threads 2\n  \
    stonefall playtak watch 612345 --json > game.jsonl"
)]
pub(super) struct WatchArgs {
    /// Number of a game, or name of a player: the player's running game, or the next one
    #[arg(value_name = "GAME", value_parser = target)]
    target: Option<Target>,
    /// Server: wss://, ws:// or tcp:// [default: wss://playtak.com/ws]
    #[arg(long, value_name = "URL", default_value_t, hide_default_value = true)]
    server: Address,
    /// Continue with the player's next game after the end of each
    #[arg(long, requires = "target")]
    follow: bool,
    /// Do not search the positions
    #[arg(long, conflicts_with_all = ["movetime", "threads", "hash"])]
    no_analysis: bool,
    /// Maximum time for a position: 500 or 500ms, 5s, 2m [default: until the next move]
    #[arg(long, value_name = "TIME", value_parser = duration::read)]
    movetime: Option<Duration>,
    #[command(flatten)]
    resources: Resources,
    /// Write JSON: one object per line (docs/json.md)
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: Screen,
}

/// Reads the number of a game or the name of a player.
fn target(text: &str) -> Result<Target, String> {
    if let Ok(number) = text.parse() {
        return Ok(Target::Game(number));
    }
    let is_name = text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if is_name {
        return Ok(Target::Player(text.to_owned()));
    }
    Err(format!("expected the number of a game or the name of a player, found {text}"))
}

pub(super) fn run(arguments: &WatchArgs, output: &mut Output) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    match (&arguments.target, arguments.follow) {
        (None, _) => runtime.block_on(list::run(arguments, output)),
        (Some(Target::Game(number)), true) => Err(Error::Usage(format!(
            "expected the name of a player with --follow, found the number {number}"
        ))),
        (Some(target), _) => runtime.block_on(follow::run(arguments, target, output)),
    }
}

/// A connection that watches a target in the background until it is dropped.
struct Watching {
    changes: Receiver<Change>,
    task: tokio::task::JoinHandle<()>,
    /// The target stays as long as its sender.
    _target: watch::Sender<Option<Target>>,
}

impl Watching {
    fn start(server: &Address, target: Option<Target>) -> Self {
        let (sender, changes) = channel(WAITING_CHANGES);
        let (target, targets) = watch::channel(target);
        let task = tokio::spawn(watch_games(server.clone(), targets, sender));
        Self { changes, task, _target: target }
    }

    /// Closes the connection.
    async fn end(self) {
        drop(self.changes);
        // A task that fails leaves nothing to close.
        let _ = self.task.await;
    }
}
