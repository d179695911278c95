//! The opening explorer: the answers of PTN Ninja's web service, from a game database (docs/games.md).
//!
//! One thread owns the database and answers one question after the other. A few questions wait in a queue; the queue
//! refuses more. A question has some seconds, from its arrival; then the client gets an error, and the thread is free.

mod answer;
mod question;
mod reply;
mod settings;

pub(super) use answer::without_database;
pub(super) use question::{LONGEST_BODY, Question, question};
pub(super) use reply::Reply;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};
use stonefall_tools::games::{Database, DatabaseError};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::oneshot;
use tokio::time::timeout;

/// Maximum number of questions that wait.
const WAITING: usize = 16;

/// A database that answers questions of pages.
#[derive(Debug)]
pub struct Explorer {
    jobs: Sender<Job>,
}

/// A question, and the client that waits for its reply.
#[derive(Debug)]
struct Job {
    question: Question,
    /// When the client gives up.
    end: Instant,
    reply: oneshot::Sender<Reply>,
}

impl Explorer {
    /// Opens a database on a thread of its own, which ends with the explorer.
    ///
    /// # Errors
    /// If the file is not a database of this version, or the system has no thread.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let (jobs, received) = channel(WAITING);
        let (opened, is_open) = std::sync::mpsc::channel();
        let path = PathBuf::from(path);
        thread::Builder::new().name("explorer".to_owned()).spawn(move || {
            let (database, result) = match Database::open(&path) {
                Ok(database) => (Some(database), Ok(())),
                Err(error) => (None, Err(error)),
            };
            // The opener waits.
            let _ = opened.send(result);
            if let Some(database) = database {
                work(&database, received);
            }
        })?;
        // Without a message the thread has panicked.
        let is_open = is_open.recv().map_err(io::Error::other)?;
        is_open.map(|()| Self { jobs })
    }

    /// Answers a question, within this time.
    pub(super) async fn answer(&self, question: Question, patience: Duration) -> Reply {
        let (reply, replied) = oneshot::channel();
        let end = Instant::now() + patience;
        if self.jobs.try_send(Job { question, end, reply }).is_err() {
            return Reply::busy(format!(
                "expected at most {WAITING} waiting questions, found more"
            ));
        }
        match timeout(patience, replied).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(_)) => Reply::failed("the explorer failed, please report it"),
            Err(_) => Reply::busy(format!("expected an answer within {patience:?}, found none")),
        }
    }
}

/// Answers questions until the explorer is gone.
fn work(database: &Database, mut jobs: Receiver<Job>) {
    while let Some(Job { question, end, reply }) = jobs.blocking_recv() {
        // The client of an old question has left.
        if reply.is_closed() {
            continue;
        }
        // A panic ends only its question: the database keeps no half-done change in memory.
        let found = catch_unwind(AssertUnwindSafe(|| match database.end_at(end) {
            Ok(()) => answer::answer(database, &question),
            Err(error) => error.into(),
        }));
        if let Ok(found) = found {
            // The client may have left.
            let _ = reply.send(found);
        }
    }
}
