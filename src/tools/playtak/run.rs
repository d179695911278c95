//! Drives the bot: connection, search, clock, files.

use super::action::{Action, Exit, MoveTask};
use super::bot::Bot;
use super::pauses::Pauses;
use crate::tools::opponent::{Opponent, Task};
use std::fs;
use std::future::Future;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use stonefall_engine::Game;
use stonefall_engine::search::{Info, Reporter, SearchResult};
use stonefall_playtak::connection::{Address, Connection};
use tokio::select;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{interval, sleep};

/// Time for a connection to open.
const CONNECT: Duration = Duration::from_secs(15);
/// Time between two looks at the clock.
const TICK: Duration = Duration::from_millis(50);

/// The surroundings of a bot.
pub struct Run<'a> {
    /// The server.
    pub address: Address,
    /// Folder of finished games and of refused moves.
    pub archive: PathBuf,
    /// The engine.
    pub opponent: Opponent,
    /// Receives a line for the operator.
    pub report: &'a mut dyn FnMut(&str),
}

/// The end of a search.
struct Found {
    id: u64,
    game: Game,
    result: SearchResult,
}

struct Deliver {
    id: u64,
    game: Game,
    to: UnboundedSender<Found>,
}

impl Reporter for Deliver {
    fn info(&mut self, _: &Info) {}

    fn done(&mut self, result: &SearchResult) {
        // Without a receiver the bot has ended.
        let found = Found { id: self.id, game: self.game.clone(), result: result.clone() };
        let _ = self.to.send(found);
    }
}

/// Plays until the bot leaves. `leave` ends each time the operator asks for the end.
///
/// # Errors
/// If the archive cannot be written.
pub async fn run<L: Future<Output = ()>>(
    mut bot: Bot,
    mut run: Run<'_>,
    mut leave: impl FnMut() -> L,
) -> io::Result<Exit> {
    fs::create_dir_all(&run.archive)?;
    let (to, mut found) = unbounded_channel();
    let mut pauses = Pauses::new();
    loop {
        let opened = select! {
            opened = Connection::open(&run.address, CONNECT) => opened,
            () = leave() => return Ok(Exit::Done),
        };
        match opened {
            Ok(connection) => {
                let begun = Instant::now();
                if let Some(exit) =
                    converse(&mut bot, &mut run, connection, &to, &mut found, &mut leave).await?
                {
                    return Ok(exit);
                }
                pauses.ended(begun);
            }
            Err(error) => (run.report)(&error.to_string()),
        }
        bot.disconnected();
        perform(&mut bot, &mut run, None, &to).await?;
        let wait = pauses.next();
        (run.report)(&format!("connects again in {:.1} s", wait.as_secs_f64()));
        select! {
            () = sleep(wait) => {}
            () = leave() => return Ok(Exit::Done),
        }
    }
}

/// Serves the bot until the connection or the bot ends.
async fn converse<L: Future<Output = ()>>(
    bot: &mut Bot,
    run: &mut Run<'_>,
    mut connection: Connection,
    to: &UnboundedSender<Found>,
    found: &mut UnboundedReceiver<Found>,
    leave: &mut impl FnMut() -> L,
) -> io::Result<Option<Exit>> {
    bot.connected(Instant::now());
    let mut ticks = interval(TICK);
    let mut left = Box::pin(leave());
    loop {
        select! {
            line = connection.receive() => match line {
                Ok(Some(line)) => bot.line(&line, Instant::now()),
                Ok(None) => {
                    (run.report)("the server closed the connection");
                    return Ok(None);
                }
                // One bad line, perhaps a player's chat, is no reason to go.
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    (run.report)(&format!("bad line, skipped: {error}"));
                }
                Err(error) => {
                    (run.report)(&format!("connection lost: {error}"));
                    return Ok(None);
                }
            },
            Some(Found { id, game, result }) = found.recv() => {
                let mv = run.opponent.choose(&game, &result);
                let line = result.lines.iter().find(|line| line.pv.first() == mv.as_ref());
                bot.found(id, mv, line.cloned(), Instant::now());
            }
            _ = ticks.tick() => bot.tick(Instant::now()),
            () = &mut left => {
                bot.leave();
                left = Box::pin(leave());
            }
        }
        match perform(bot, run, Some(&mut connection), to).await? {
            Next::Stay => {}
            Next::Reconnect => return Ok(None),
            Next::Exit(exit) => {
                connection.close().await;
                return Ok(Some(exit));
            }
        }
    }
}

/// The next step after the actions of the bot.
enum Next {
    Stay,
    Reconnect,
    Exit(Exit),
}

async fn perform(
    bot: &mut Bot,
    run: &mut Run<'_>,
    mut connection: Option<&mut Connection>,
    to: &UnboundedSender<Found>,
) -> io::Result<Next> {
    for action in bot.actions() {
        match action {
            Action::Send(request) => {
                if let Some(connection) = &mut connection
                    && let Err(error) = connection.send(&request.line()).await
                {
                    (run.report)(&format!("connection lost: {error}"));
                    return Ok(Next::Reconnect);
                }
            }
            Action::Think(thought) => {
                let MoveTask { id, game, limits, level } = *thought;
                let deliver = Deliver { id, game: game.clone(), to: to.clone() };
                run.opponent.think(&game, Task::Move(level), limits, Box::new(deliver));
            }
            Action::StopThinking => run.opponent.stop(),
            Action::Archive(ptn) => append(&month_file(&run.archive), &ptn)?,
            Action::Refused(text) => {
                (run.report)(&text);
                append(&run.archive.join("refused.txt"), &text)?;
            }
            Action::Report(text) => (run.report)(&text),
            Action::Reconnect(reason) => {
                (run.report)(&format!("reconnects: {reason}"));
                return Ok(Next::Reconnect);
            }
            Action::Exit(exit) => return Ok(Next::Exit(exit)),
        }
    }
    Ok(Next::Stay)
}

/// The file of this month's games.
fn month_file(folder: &Path) -> PathBuf {
    let (date, _) = crate::tools::date::tags(SystemTime::now());
    let month: String = date.chars().take(7).collect();
    folder.join(format!("{}.ptn", month.replace('.', "-")))
}

/// Adds a text and an empty line to a file, and waits until it is on the disk.
fn append(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(format!("{}\r\n\r\n", text.trim_end()).as_bytes())?;
    file.sync_data()
}
