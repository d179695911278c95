//! The opening explorer: the answers of PTN Ninja's web service, from a game database (docs/games.md).
//!
//! The database answers one question after the other. A few questions wait; the explorer refuses more. A question has
//! some seconds, from its arrival; then the client gets an error, and the database is free.

mod answer;
mod question;

pub(super) use answer::without_database;
pub(super) use question::{LONGEST_BODY, Question, question};

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use stonefall_tools::games::{Database, DatabaseError};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Maximum number of questions that wait.
const WAITING: usize = 16;

/// A database that answers questions of pages.
pub struct Explorer {
    database: Arc<Mutex<Database>>,
    /// Places for the question with an answer in progress and for those that wait.
    places: Semaphore,
}

impl Explorer {
    /// Opens a database.
    ///
    /// # Errors
    /// If the file is not a database of this version.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let database = Arc::new(Mutex::new(Database::open(path)?));
        Ok(Self { database, places: Semaphore::new(1 + WAITING) })
    }

    /// Answers a question, within this time.
    pub(super) async fn answer(&self, question: Question, patience: Duration) -> Reply {
        let Ok(_place) = self.places.try_acquire() else {
            let text = format!("expected at most {WAITING} waiting questions, found more");
            return Reply::busy(text);
        };
        let end = Instant::now() + patience;
        let database = Arc::clone(&self.database);
        let answer = spawn_blocking(move || {
            // A panic ends only its question: the database keeps no half-done change in memory.
            let database = database.lock().unwrap_or_else(PoisonError::into_inner);
            match database.end_at(end) {
                Ok(()) => answer::answer(&database, &question),
                Err(error) => error.into(),
            }
        });
        match timeout(patience, answer).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(_)) => Reply::failed("the explorer failed, please report it"),
            Err(_) => Reply::busy(format!("expected an answer within {patience:?}, found none")),
        }
    }
}

/// An answer to a client: a status of HTTP and JSON.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Reply {
    status: StatusCode,
    body: Value,
}

impl Reply {
    const fn good(body: Value) -> Self {
        Self { status: StatusCode::OK, body }
    }

    /// A request with wrong content.
    fn wrong(message: impl Into<String>) -> Self {
        Self::error(StatusCode::BAD_REQUEST, message)
    }

    /// A request for something that does not exist.
    fn missing(message: impl Into<String>) -> Self {
        Self::error(StatusCode::NOT_FOUND, message)
    }

    /// More questions than the explorer can answer in time.
    fn busy(message: impl Into<String>) -> Self {
        Self::error(StatusCode::SERVICE_UNAVAILABLE, message)
    }

    /// A failure that is not the client's.
    fn failed(message: impl Into<String>) -> Self {
        Self::error(StatusCode::INTERNAL_SERVER_ERROR, message)
    }

    /// An error: its status and a message.
    pub(super) fn error(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, body: json!({ "status": status.as_u16(), "message": message.into() }) }
    }
}

impl From<DatabaseError> for Reply {
    fn from(error: DatabaseError) -> Self {
        let message = error.to_string();
        match error {
            DatabaseError::NoPlayer(_) => Self::wrong(message),
            DatabaseError::NoGame(_) => Self::missing(message),
            DatabaseError::Late => Self::busy(message),
            _ => Self::failed(message),
        }
    }
}

impl IntoResponse for Reply {
    fn into_response(self) -> Response {
        let kind = [(header::CONTENT_TYPE, "application/json")];
        (self.status, kind, self.body.to_string()).into_response()
    }
}
