//! Questions: the paths that PTN Ninja asks for.

use super::reply::Reply;
use super::settings::Settings;
use stonefall_engine::types::{MAX_SIZE, MIN_SIZE};
use stonefall_engine::{Game, parse_tps};

/// Longest body of a request, in bytes.
pub(in crate::transport) const LONGEST_BODY: usize = 16 << 10;
/// Longest position, in bytes: the board of 8x8 with all stones has fewer than 400.
const LONGEST_TPS: usize = 1000;

/// A question to the database.
#[derive(Clone, Debug)]
pub(in crate::transport) enum Question {
    /// Whether there is a database, and how many games it has.
    Summary,
    /// The databases: one for each board size.
    Databases,
    /// The moves that games played in a position.
    Position(Box<Game>, Box<Settings>),
    /// The names of all players.
    Players,
    /// A game.
    Game(i64),
}

/// Sizes of the databases, in the order of their identifiers.
pub(super) fn sizes() -> impl Iterator<Item = usize> {
    MIN_SIZE..=MAX_SIZE
}

/// The question of a request: its path below the address of the service, with a query that is ignored, and its body.
///
/// # Errors
/// The reply to another request.
pub(in crate::transport) fn question(
    method: &str,
    path: &str,
    body: &[u8],
) -> Result<Question, Reply> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let parts: Vec<_> = path.trim_matches('/').splitn(3, '/').collect();
    let (question, allowed): (_, &[&str]) = match parts[..] {
        [""] => (Asked::Plain(Question::Summary), &READ),
        ["databases"] => (Asked::Plain(Question::Databases), &READ),
        ["players"] => (Asked::Plain(Question::Players), &READ),
        ["game", id] => (Asked::Game(id), &READ),
        ["opening", id, tps] => (Asked::Position(id, tps), &["POST"]),
        _ => return Err(Reply::missing(PATHS)),
    };
    if !allowed.contains(&method) {
        let message = format!("expected {}, found another method", allowed.join(" or "));
        return Err(Reply::error("405 Method Not Allowed", message));
    }
    match question {
        Asked::Plain(question) => Ok(question),
        Asked::Game(id) => game(id),
        Asked::Position(id, tps) => position(id, tps, body),
    }
}

const READ: [&str; 2] = ["GET", "HEAD"];
const PATHS: &str = "expected databases, players, game/ID or opening/ID/TPS, found another path";

/// A path whose parts are not read yet.
enum Asked<'a> {
    Plain(Question),
    Game(&'a str),
    Position(&'a str, &'a str),
}

fn game(id: &str) -> Result<Question, Reply> {
    let number = id.parse().ok().filter(|&number: &i64| number >= 0);
    let wrong = || Reply::wrong("expected the number of a game, found other text");
    number.map(Question::Game).ok_or_else(wrong)
}

fn position(id: &str, tps: &str, body: &[u8]) -> Result<Question, Reply> {
    let no_database = || {
        let last = MAX_SIZE - MIN_SIZE;
        Reply::missing(format!("expected a database from 0 to {last}, found another one"))
    };
    let size = id.parse().ok().and_then(|id: usize| sizes().nth(id)).ok_or_else(no_database)?;
    let settings = Settings::read(body, size).map_err(Reply::wrong)?;
    if tps.len() > 3 * LONGEST_TPS {
        let message = format!("expected a TPS of at most {LONGEST_TPS} bytes, found a longer one");
        return Err(Reply::wrong(message));
    }
    let text = decoded(tps).ok_or_else(|| Reply::wrong("expected a TPS in UTF-8, found bytes"))?;
    let wrong = |reason: String| Reply::wrong(format!("{reason} (TPS)"));
    let tps = parse_tps(&text).map_err(|error| wrong(error.to_string()))?;
    if tps.size != size {
        let message =
            format!("expected a board of size {size} (database {id}), found {}", tps.size);
        return Err(Reply::wrong(message));
    }
    let game = Game::from_tps(&tps, settings.rules).map_err(|error| wrong(error.to_string()))?;
    Ok(Question::Position(Box::new(game), Box::new(settings)))
}

/// A part of a URL without its percent signs; `None` if it is not UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = after.first_chunk::<2>().filter(|_| first == b'%');
        let byte = code.and_then(|code| u8::from_str_radix(str::from_utf8(code).ok()?, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_signs_are_decoded() {
        let decoded = |text| decoded(text);
        assert_eq!(decoded("x5%2Fx5%2c1%20"), Some("x5/x5,1 ".to_owned()));
        assert_eq!(decoded("100%+%4"), Some("100%+%4".to_owned()));
        assert_eq!(decoded("%ff"), None);
        assert_eq!(decoded("%+1"), Some("\u{1}".to_owned()));
    }
}
