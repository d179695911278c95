//! The opening explorer: the answers of PTN Ninja's web service, from a game database (docs/games.md).
//!
//! The database answers one question after the other. A few questions wait; the explorer refuses more. A question has
//! some seconds, from its arrival; then the client gets an error, and the database is free.

use super::settings::Settings;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::types::{MAX_SIZE, MIN_SIZE};
use stonefall_engine::{Color, Game, parse_tps};
use stonefall_tools::games::{
    Database, DatabaseError, Filter, ListEntry, PlayerFacts, ResultCount,
};
use stonefall_tools::openings::book_score;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

/// Maximum number of questions that wait.
const WAITING: usize = 16;
/// Longest position, in bytes: the board of 8x8 with all stones has fewer than 400.
const LONGEST_TPS: usize = 1000;
/// Number of games of an answer: PTN Ninja shows at most ten.
const GAMES: usize = 10;
/// Maximum number of names.
const MOST_NAMES: usize = 50_000;
/// Numbers of games that are not PlayTak's: their identifier plus this number, which no game of PlayTak reaches.
const OTHER_GAMES: i64 = 1_000_000_000_000;

const PATHS: &str = "expected databases, players, game/ID or opening/ID/TPS, found another path";
const WITHOUT_DATABASE: &str =
    "expected a server with a game database (stonefall serve --games DATABASE), found one without";

/// A database that answers questions of pages.
pub struct Explorer {
    database: Arc<Mutex<Database>>,
    /// Places for the question with an answer in progress and for those that wait.
    places: Semaphore,
}

impl Explorer {
    /// Opens a database.
    pub fn open(path: &Path) -> Result<Self, DatabaseError> {
        let database = Arc::new(Mutex::new(Database::open(path)?));
        Ok(Self { database, places: Semaphore::new(1 + WAITING) })
    }

    /// Asks the database, and waits for its answer for this time.
    async fn ask(
        &self,
        patience: Duration,
        question: impl FnOnce(&Database) -> Result<Answer, DatabaseError> + Send + 'static,
    ) -> Result<Answer, Refusal> {
        let busy = |message| Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message);
        let _place = self.places.try_acquire().map_err(|_| {
            busy(format!("expected at most {WAITING} waiting questions, found more"))
        })?;
        let end = Instant::now() + patience;
        let database = Arc::clone(&self.database);
        let answer = spawn_blocking(move || {
            // A panic ends only its question: the database keeps no half-done change in memory.
            let database = database.lock().unwrap_or_else(PoisonError::into_inner);
            database.end_at(end)?;
            question(&database)
        });
        let failed = |message| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message);
        match timeout(patience, answer).await {
            Ok(Ok(answer)) => Ok(answer?),
            Ok(Err(_)) => Err(failed("the explorer failed, please report it")),
            Err(_) => Err(busy(format!("expected an answer within {patience:?}, found none"))),
        }
    }
}

/// A request without the answer that it asks for: its status and the reason.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) message: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    /// A request with wrong content.
    pub(super) fn wrong(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// A request for something that does not exist.
    pub(super) fn missing(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, self.message + "\n").into_response()
    }
}

impl From<DatabaseError> for Refusal {
    fn from(error: DatabaseError) -> Self {
        let status = match error {
            DatabaseError::NoPlayer(_) => StatusCode::BAD_REQUEST,
            DatabaseError::NoGame(_) => StatusCode::NOT_FOUND,
            DatabaseError::Late => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, error.to_string())
    }
}

/// An answer in the form of PTN Ninja's service.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Answer {
    /// Number of games; `None` without a database.
    Summary {
        games: Option<usize>,
    },
    Databases(Vec<DatabaseFacts>),
    /// The names, equal for both colors.
    Players {
        white: Vec<String>,
        black: Vec<String>,
    },
    Game {
        ptn: String,
    },
    Opening(Box<OpeningFacts>),
}

#[derive(Serialize)]
pub(super) struct DatabaseFacts {
    include_bot_games: bool,
    min_rating: u16,
    size: usize,
}

#[derive(Serialize)]
pub(super) struct OpeningFacts {
    settings: Settings,
    total: CountFacts,
    moves: Vec<MoveFacts>,
    games: Vec<GameFacts>,
}

#[derive(Serialize)]
struct CountFacts {
    games: u64,
    white: u64,
    black: u64,
    draw: u64,
    rating: Option<u64>,
}

#[derive(Serialize)]
struct MoveFacts {
    #[serde(flatten)]
    count: CountFacts,
    ptn: String,
    /// The engine's score in its opening book, from White's view.
    score: Option<String>,
}

#[derive(Serialize)]
struct GameFacts {
    /// The number that PTN Ninja asks for, and writes into the game as that of PlayTak.
    playtak_id: i64,
    id: i64,
    white: PlayerFacts,
    black: PlayerFacts,
    /// Empty for unfinished games.
    result: String,
    /// Milliseconds, as JavaScript counts them.
    date: Option<i64>,
    komi: f64,
    tournament: bool,
    next_move: Option<String>,
}

/// Answers a request: its path below the address of the service, and its body.
///
/// # Errors
/// The reason of another status.
pub(super) async fn answer(
    explorer: Option<&Explorer>,
    method: &Method,
    path: &str,
    body: &[u8],
    patience: Duration,
) -> Result<Answer, Refusal> {
    let parts: Vec<_> = path.trim_matches('/').splitn(3, '/').collect();
    let allowed: &[Method] = match parts[..] {
        [""] | ["databases" | "players"] | ["game", _] => &[Method::GET, Method::HEAD],
        ["opening", _, _] => &[Method::POST],
        _ => return Err(Refusal::missing(PATHS)),
    };
    if !allowed.contains(method) {
        let message = format!("expected one of {allowed:?}, found {method}");
        return Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, message));
    }
    let Some(explorer) = explorer else {
        // The question whether there is a database has an answer.
        return match parts[..] {
            [""] => Ok(Answer::Summary { games: None }),
            _ => Err(Refusal::missing(WITHOUT_DATABASE)),
        };
    };
    match parts[..] {
        ["databases"] => Ok(databases()),
        ["players"] => explorer.ask(patience, players).await,
        ["game", id] => {
            let number = id.parse().ok().filter(|&number: &i64| number >= 0);
            let wrong = || Refusal::wrong("expected the number of a game, found other text");
            let number = number.ok_or_else(wrong)?;
            explorer.ask(patience, move |database| game(database, number)).await
        }
        ["opening", id, tps] => {
            let position = Position::read(id, tps, body)?;
            explorer.ask(patience, move |database| position.explore(database)).await
        }
        _ => {
            let summary =
                |database: &Database| Ok(Answer::Summary { games: Some(database.count()?) });
            explorer.ask(patience, summary).await
        }
    }
}

/// Sizes of the databases, in the order of their identifiers.
fn sizes() -> impl Iterator<Item = usize> {
    MIN_SIZE..=MAX_SIZE
}

fn databases() -> Answer {
    let facts = |size| DatabaseFacts { include_bot_games: true, min_rating: 0, size };
    Answer::Databases(sizes().map(facts).collect())
}

fn players(database: &Database) -> Result<Answer, DatabaseError> {
    let names = database.players()?.into_iter().filter_map(|player| player.name);
    let names: Vec<_> = names.take(MOST_NAMES).collect();
    Ok(Answer::Players { white: names.clone(), black: names })
}

fn game(database: &Database, number: i64) -> Result<Answer, DatabaseError> {
    let game = if number < OTHER_GAMES {
        database.playtak_game(number)?
    } else {
        database.game(number - OTHER_GAMES)?
    };
    Ok(Answer::Game { ptn: game.ptn()? })
}

/// A question about a position.
struct Position {
    game: Game,
    filter: Filter,
    settings: Settings,
}

impl Position {
    fn read(id: &str, tps: &str, body: &[u8]) -> Result<Self, Refusal> {
        let no_database = || {
            let last = MAX_SIZE - MIN_SIZE;
            Refusal::missing(format!("expected a database from 0 to {last}, found another one"))
        };
        let size = id.parse().ok().and_then(|id: usize| sizes().nth(id)).ok_or_else(no_database)?;
        let body: &[u8] = if body.is_empty() { b"{}" } else { body };
        let settings: Settings = serde_json::from_slice(body)
            .map_err(|error| Refusal::wrong(format!("expected settings as JSON, found {error}")))?;
        let filter = settings.filter(size).map_err(Refusal::wrong)?;
        let rules = settings.rules(size).map_err(Refusal::wrong)?;
        if tps.len() > 3 * LONGEST_TPS {
            let message =
                format!("expected a TPS of at most {LONGEST_TPS} bytes, found a longer one");
            return Err(Refusal::wrong(message));
        }
        let text = percent_decode_str(tps).decode_utf8();
        let text = text.map_err(|_| Refusal::wrong("expected a TPS in UTF-8, found bytes"))?;
        let wrong = |reason: String| Refusal::wrong(format!("{reason} (TPS)"));
        let tps = parse_tps(&text).map_err(|error| wrong(error.to_string()))?;
        if tps.size != size {
            let message =
                format!("expected a board of size {size} (database {id}), found {}", tps.size);
            return Err(Refusal::wrong(message));
        }
        let game = Game::from_tps(&tps, rules).map_err(|error| wrong(error.to_string()))?;
        Ok(Self { game, filter, settings: settings.completed() })
    }

    fn explore(self, database: &Database) -> Result<Answer, DatabaseError> {
        let found = database.explore(&self.game, &self.filter, GAMES)?;
        let most_moves = self.settings.max_suggested_moves.map_or(usize::MAX, NonZeroUsize::get);
        let mover = self.game.to_move();
        let moves = found.moves.into_iter().take(most_moves).map(|choice| MoveFacts {
            count: choice.count.into(),
            score: book_score(&self.game, choice.mv).map(|score| score.words(mover)),
            ptn: choice.ptn,
        });
        Ok(Answer::Opening(Box::new(OpeningFacts {
            total: found.total.into(),
            moves: moves.collect(),
            games: found.games.into_iter().map(Into::into).collect(),
            settings: self.settings,
        })))
    }
}

impl From<ResultCount> for CountFacts {
    fn from(ResultCount { games, white, draws, black, ratings }: ResultCount) -> Self {
        Self { games, white, black, draw: draws, rating: ratings.mean() }
    }
}

impl From<ListEntry> for GameFacts {
    fn from(ListEntry { game, next_move }: ListEntry) -> Self {
        let id = OTHER_GAMES + game.id;
        Self {
            playtak_id: if game.kind == "playtak" { game.number } else { id },
            id,
            white: game.player(Color::White),
            black: game.player(Color::Black),
            result: match game.result {
                GameResult::Unfinished => String::new(),
                result => result.to_string(),
            },
            date: game.date.map(|seconds| seconds.saturating_mul(1000)),
            komi: f64::from(game.rules.half_komi.half_flats()) / 2.0,
            tournament: game.is_tournament,
            next_move,
        }
    }
}
