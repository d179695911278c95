//! Questions: the paths that PTN Ninja asks for, and the settings of a position.

use super::Reply;
use axum::http::{Method, StatusCode};
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use stonefall_engine::notation::excerpt;
use stonefall_engine::types::{ByColor, MAX_SIZE, MIN_SIZE, Reserve};
use stonefall_engine::{Game, HalfKomi, Opening, Rules, parse_tps};
use stonefall_tools::games::{Bots, Filter, read_date};

/// Longest body of a request, in bytes.
pub(in crate::transport) const LONGEST_BODY: usize = 16 << 10;
/// Longest position, in bytes: the board of 8x8 with all stones has fewer than 400.
const LONGEST_TPS: usize = 1000;
/// The most names of one field.
const MOST_NAMES: usize = 100;
/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;

const PATHS: &str = "expected databases, players, game/ID or opening/ID/TPS, found another path";

/// A question to the database.
#[derive(Debug)]
pub(in crate::transport) enum Question {
    /// Whether there is a database, and how many games it has.
    Summary,
    /// The databases: one for each board size.
    Databases,
    /// The moves that games played in a position, and which games count.
    Position(Box<Game>, Box<Filter>, Box<Settings>),
    /// The names of all players.
    Players,
    /// A game.
    Game(i64),
}

/// The settings of a question about a position, as PTN Ninja sends them, and some more for our page. They are sent back.
#[derive(Default, Debug, Deserialize, Serialize)]
#[serde(default)]
pub(in crate::transport) struct Settings {
    include_bot_games: Option<bool>,
    tournament: Option<bool>,
    white: Option<Names>,
    black: Option<Names>,
    player: Option<String>,
    min_date: Option<String>,
    max_date: Option<String>,
    min_rating: Option<u16>,
    /// In flats.
    komi: Option<f64>,
    /// The most moves of an answer.
    pub(super) max_suggested_moves: Option<NonZeroUsize>,
    #[serde(skip_serializing)]
    opening: Option<String>,
    /// Flats and capstones of White and of Black.
    #[serde(skip_serializing)]
    pieces: Option<[[u8; 2]; 2]>,
}

/// One name, or the list that PTN Ninja sends.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a name or a list of names")]
enum Names {
    One(String),
    All(Vec<String>),
}

/// Sizes of the databases, in the order of their identifiers.
pub(super) fn sizes() -> impl Iterator<Item = usize> {
    MIN_SIZE..=MAX_SIZE
}

/// The question of a request: its path below the address of the service, and its body.
///
/// # Errors
/// The reply to another request.
pub(in crate::transport) fn question(
    method: &Method,
    path: &str,
    body: &[u8],
) -> Result<Question, Reply> {
    let parts: Vec<_> = path.trim_matches('/').splitn(3, '/').collect();
    let allowed: &[Method] = match parts[..] {
        [""] | ["databases" | "players"] | ["game", _] => &[Method::GET, Method::HEAD],
        ["opening", _, _] => &[Method::POST],
        _ => return Err(Reply::missing(PATHS)),
    };
    if !allowed.contains(method) {
        let message = format!("expected one of {allowed:?}, found {method}");
        return Err(Reply::error(StatusCode::METHOD_NOT_ALLOWED, message));
    }
    match parts[..] {
        ["databases"] => Ok(Question::Databases),
        ["players"] => Ok(Question::Players),
        ["game", id] => {
            let number = id.parse().ok().filter(|&number: &i64| number >= 0);
            let wrong = || Reply::wrong("expected the number of a game, found other text");
            number.map(Question::Game).ok_or_else(wrong)
        }
        ["opening", id, tps] => position(id, tps, body),
        _ => Ok(Question::Summary),
    }
}

fn position(id: &str, tps: &str, body: &[u8]) -> Result<Question, Reply> {
    let no_database = || {
        let last = MAX_SIZE - MIN_SIZE;
        Reply::missing(format!("expected a database from 0 to {last}, found another one"))
    };
    let size = id.parse().ok().and_then(|id: usize| sizes().nth(id)).ok_or_else(no_database)?;
    let body: &[u8] = if body.is_empty() { b"{}" } else { body };
    let mut settings: Settings = serde_json::from_slice(body)
        .map_err(|error| Reply::wrong(format!("expected settings as JSON, found {error}")))?;
    let filter = settings.filter(size).map_err(Reply::wrong)?;
    let rules = settings.rules(size).map_err(Reply::wrong)?;
    // The answer has the defaults.
    settings.include_bot_games.get_or_insert(true);
    settings.min_rating.get_or_insert(0);
    if tps.len() > 3 * LONGEST_TPS {
        let message = format!("expected a TPS of at most {LONGEST_TPS} bytes, found a longer one");
        return Err(Reply::wrong(message));
    }
    let text = percent_decode_str(tps).decode_utf8();
    let text = text.map_err(|_| Reply::wrong("expected a TPS in UTF-8, found bytes"))?;
    let wrong = |reason: String| Reply::wrong(format!("{reason} (TPS)"));
    let tps = parse_tps(&text).map_err(|error| wrong(error.to_string()))?;
    if tps.size != size {
        let message =
            format!("expected a board of size {size} (database {id}), found {}", tps.size);
        return Err(Reply::wrong(message));
    }
    let game = Game::from_tps(&tps, rules).map_err(|error| wrong(error.to_string()))?;
    Ok(Question::Position(Box::new(game), Box::new(filter), Box::new(settings)))
}

impl Settings {
    /// The games that count.
    fn filter(&self, size: usize) -> Result<Filter, String> {
        let has_bots = self.include_bot_games.unwrap_or(true);
        Ok(Filter {
            size: Some(size),
            half_komi: self.komi.map(half_komi).transpose()?,
            min_rating: self.min_rating,
            since: self.min_date.as_deref().map(day).transpose()?,
            until: self.max_date.as_deref().map(day).transpose()?,
            players: self.player.iter().cloned().collect(),
            white: names(self.white.as_ref())?,
            black: names(self.black.as_ref())?,
            tournament: self.tournament,
            bots: if has_bots { Bots::All } else { Bots::None },
            ..Filter::default()
        })
    }

    /// The rules that tell positions apart.
    fn rules(&self, size: usize) -> Result<Rules, String> {
        let opening = self.opening.as_ref().map(|name| {
            let found = Opening::ALL.into_iter().find(|opening| opening.name() == name);
            found.ok_or_else(|| {
                format!("expected the name of an opening, found {}", excerpt(name, 40))
            })
        });
        let opening = opening.transpose()?.unwrap_or_default();
        let standard = Rules { opening, ..Rules::standard(size) };
        let reserve = |[flats, capstones]: [u8; 2]| Reserve::new(flats, capstones);
        let pieces = self.pieces.map(|[white, black]| ByColor::new(reserve(white), reserve(black)));
        let rules = Rules { pieces: pieces.unwrap_or(standard.pieces), ..standard };
        rules.check(size).map_err(|error| error.to_string())?;
        Ok(rules)
    }
}

fn names(names: Option<&Names>) -> Result<Vec<String>, String> {
    match names {
        None => Ok(Vec::new()),
        Some(Names::One(name)) => Ok(vec![name.clone()]),
        Some(Names::All(names)) if names.len() <= MOST_NAMES => Ok(names.clone()),
        Some(Names::All(names)) => {
            Err(format!("expected at most {MOST_NAMES} names, found {}", names.len()))
        }
    }
}

fn half_komi(flats: f64) -> Result<HalfKomi, String> {
    let half = flats * 2.0;
    let is_whole = half.fract() == 0.0 && half.abs() <= f64::from(HalfKomi::MAX);
    let komi = is_whole.then(|| HalfKomi::new(half as i32).ok()).flatten();
    komi.ok_or_else(|| format!("expected a komi in steps of 0.5, found {flats} (komi)"))
}

/// A day. PTN Ninja sends the midnight of the user's time zone in UTC: the nearest midnight of UTC has the date
/// that the user sees.
fn day(text: &str) -> Result<i64, String> {
    let (date, time) = text.split_once('T').unwrap_or((text, ""));
    let hour: u32 = time.split(':').next().and_then(|hour| hour.parse().ok()).unwrap_or(0);
    let wrong = || format!("expected a date such as 2024-06-01, found {}", excerpt(text, 40));
    let day = read_date(date).ok_or_else(wrong)?;
    Ok(day + if (12..24).contains(&hour) { DAY } else { 0 })
}
