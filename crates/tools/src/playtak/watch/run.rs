//! Drives a watcher: connection and clock.

use super::change::Change;
use super::target::Target;
use super::watcher::{Step, Watcher};
use crate::playtak::guest::guest_token;
use crate::playtak::pauses::Pauses;
use std::io;
use std::time::{Duration, Instant};
use stonefall_playtak::connection::{Address, Connection};
use stonefall_playtak::protocol::Request;
use tokio::select;
use tokio::sync::mpsc::Sender;
use tokio::sync::watch;
use tokio::time::{interval, sleep};

/// Time for a connection to open.
const CONNECT: Duration = Duration::from_secs(15);
/// Time between two looks at the clock and at the target. So the server receives a few requests per second at most.
const TICK: Duration = Duration::from_millis(200);

/// The target of a watcher; only the last one counts.
pub type Targets = watch::Receiver<Option<Target>>;

/// Watches the targets on a server, connects again after every lost connection, and ends when nobody receives the changes.
pub async fn watch(address: Address, mut targets: Targets, changes: Sender<Change>) {
    let mut watcher = Watcher::new(guest_token(), Instant::now());
    targets.mark_changed();
    let mut pauses = Pauses::new();
    loop {
        let opened = select! {
            opened = Connection::open(&address, CONNECT) => opened,
            () = changes.closed() => return,
        };
        let reason = match opened {
            Ok(connection) => {
                let begun = Instant::now();
                let Some(reason) = converse(&mut watcher, connection, &mut targets, &changes).await
                else {
                    return;
                };
                pauses.ended(begun);
                reason
            }
            Err(error) => error.to_string(),
        };
        let wait = pauses.next();
        watcher.disconnected(reason, wait);
        if !matches!(perform(&mut watcher, None, &changes).await, Next::Stay) {
            return;
        }
        select! {
            () = sleep(wait) => {}
            () = changes.closed() => return,
        }
    }
}

/// The next step after those of the watcher.
enum Next {
    Stay,
    Reconnect(String),
    Leave,
}

/// Serves the watcher until the connection ends, for this reason; `None` if nobody receives the changes.
async fn converse(
    watcher: &mut Watcher,
    mut connection: Connection,
    targets: &mut Targets,
    changes: &Sender<Change>,
) -> Option<String> {
    watcher.connected(Instant::now());
    let mut ticks = interval(TICK);
    loop {
        let next = select! {
            line = connection.receive() => match line {
                Ok(Some(line)) => {
                    watcher.line(&line, Instant::now());
                    Next::Stay
                }
                Ok(None) => Next::Reconnect("the server closed the connection".to_owned()),
                // One bad line, perhaps the chat of a player, is no reason to go.
                Err(error) if error.kind() == io::ErrorKind::InvalidData => Next::Stay,
                Err(error) => Next::Reconnect(format!("connection lost: {error}")),
            },
            _ = ticks.tick() => {
                // Nobody changes the target any more if its sender is gone.
                if targets.has_changed().unwrap_or(false) {
                    watcher.watch(targets.borrow_and_update().clone(), Instant::now());
                }
                watcher.tick(Instant::now());
                Next::Stay
            }
            () = changes.closed() => Next::Leave,
        };
        let next = match next {
            Next::Stay => perform(watcher, Some(&mut connection), changes).await,
            other => other,
        };
        match next {
            Next::Stay => {}
            Next::Reconnect(reason) => return Some(reason),
            Next::Leave => {
                // The connection ends in any case.
                let _ = connection.send(&Request::Quit.line()).await;
                connection.close().await;
                return None;
            }
        }
    }
}

async fn perform(
    watcher: &mut Watcher,
    mut connection: Option<&mut Connection>,
    changes: &Sender<Change>,
) -> Next {
    for step in watcher.steps() {
        match step {
            Step::Send(request) => {
                if let Some(connection) = &mut connection
                    && let Err(error) = connection.send(&request.line()).await
                {
                    return Next::Reconnect(format!("connection lost: {error}"));
                }
            }
            Step::Report(change) => {
                if changes.send(change).await.is_err() {
                    return Next::Leave;
                }
            }
            Step::Reconnect(reason) => return Next::Reconnect(reason.to_owned()),
        }
    }
    Next::Stay
}
