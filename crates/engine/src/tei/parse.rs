//! Text to [`Command`]. Reports every error in a line; reading has no effects. `docs/tei.md` describes the grammar.

use super::command::{Command, CommandError, Dialect, LONGEST_LINE, NewGame};
#[cfg(feature = "json")]
use super::command::{PageRequest, Query};
use super::go::parse_go;
use crate::machine::Instant;
use crate::notation::{Ply, Tps, excerpt, parse_ply, parse_tps};
use crate::options::parse_number;
use crate::types::{HalfKomi, check_size};

/// Reads a line that arrived at `now`.
///
/// # Errors
/// If the line is not a command, or the command is not valid.
pub fn parse(line: &str, now: Instant) -> Result<Command, CommandError> {
    let line = line.trim_start_matches('\u{feff}');
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Ok(Command::Nothing) };
    if first.starts_with('#') {
        return Ok(Command::Nothing);
    }
    let is_too_long = line.trim_end().len() > LONGEST_LINE;
    if !is_too_long && let Some(command) = parse_known(first, words.clone(), now) {
        return command;
    }
    #[cfg(feature = "json")]
    if let Some(request) = parse_page_request(line) {
        return Ok(Command::Page(request));
    }
    if is_too_long {
        return Err(CommandError::TooLong);
    }
    // Skip unknown words, as in chess.
    while let Some(word) = words.next() {
        if PROTOCOL.contains(&word)
            && let Some(command) = parse_known(word, words.clone(), now)
        {
            return command;
        }
    }
    Err(CommandError::Unknown(excerpt(line, 60)))
}

/// Commands that are recognized behind unknown words.
const PROTOCOL: [&str; 8] =
    ["tei", "isready", "setoption", "teinewgame", "position", "go", "ponderhit", "stop"];

/// The command with this first word.
fn parse_known<'a>(
    first: &str,
    rest: impl Iterator<Item = &'a str> + Clone,
    now: Instant,
) -> Option<Result<Command, CommandError>> {
    let command = match first.to_ascii_lowercase().as_str() {
        "tei" => Command::Tei,
        "isready" => Command::IsReady,
        "setoption" => return Some(parse_option(rest)),
        "teinewgame" => return Some(parse_new_game(rest).map(Command::NewGame)),
        "position" => return Some(parse_position(rest)),
        "go" => parse_go(rest, now),
        "ponderhit" => Command::PonderHit(now),
        "stop" => Command::Stop,
        "quit" | "exit" => Command::Quit,
        "help" | "--help" | "?" => Command::Help,
        "d" => Command::Draw,
        "eval" => Command::Eval,
        "bench" => Command::Bench,
        _ => return None,
    };
    Some(Ok(command))
}

/// `setoption name <words> [value <words>]`.
fn parse_option<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let mut words = words.skip_while(|word| !word.eq_ignore_ascii_case("name")).skip(1);
    let name: Vec<_> =
        words.by_ref().take_while(|word| !word.eq_ignore_ascii_case("value")).collect();
    let value: Vec<_> = words.collect();
    if name.is_empty() {
        return Err(CommandError::SetOption);
    }
    let value = (!value.is_empty()).then(|| value.join(" "));
    Ok(Command::SetOption { name: name.join(" "), value })
}

/// `teinewgame [[size] <size>] [halfkomi <halfkomi>]`. Skips other words.
fn parse_new_game<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<NewGame, CommandError> {
    let mut game = NewGame { size: None, half_komi: None, dialect: Dialect::V0 };
    let mut first = true;
    while let Some(word) = words.next() {
        match word.to_ascii_lowercase().as_str() {
            "size" => {
                game.dialect = Dialect::V1;
                game.size = Some(parse_size(words.next().unwrap_or_default())?);
            }
            "halfkomi" | "komi" => {
                game.half_komi = Some(parse_komi(words.next().unwrap_or_default())?);
            }
            _ if first => game.size = Some(parse_size(word)?),
            _ => {}
        }
        first = false;
    }
    Ok(game)
}

fn parse_size(word: &str) -> Result<usize, CommandError> {
    let number = parse_number(word).ok_or_else(|| unexpected("a number for size", word))?;
    Ok(check_size(usize::try_from(number).unwrap_or(0))?)
}

fn parse_komi(word: &str) -> Result<HalfKomi, CommandError> {
    let number = parse_number(word).ok_or_else(|| unexpected("a number for halfkomi", word))?;
    Ok(HalfKomi::new(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32)?)
}

/// `position (startpos | tps <tps>) [moves <moves>]`.
fn parse_position<'a>(words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let (start, plies) = parse_line(words)?;
    Ok(Command::Position { start, plies })
}

/// A position and moves from there: `(startpos | tps <tps>) [moves <moves>]`.
fn parse_line<'a>(
    mut words: impl Iterator<Item = &'a str>,
) -> Result<(Option<Tps>, Vec<Ply>), CommandError> {
    let kind = words.next().unwrap_or_default();
    let mut words = words.peekable();
    let start = match kind.to_ascii_lowercase().as_str() {
        "startpos" => None,
        "tps" => {
            let mut text = Vec::new();
            while let Some(word) = words.next_if(|word| !word.eq_ignore_ascii_case("moves")) {
                text.push(word);
            }
            Some(parse_tps(&text.join(" "))?)
        }
        _ => return Err(unexpected("startpos or tps TPS", kind)),
    };
    match words.next() {
        Some(word) if !word.eq_ignore_ascii_case("moves") => Err(unexpected("moves", word)),
        _ => {
            let read = |(index, word)| {
                parse_ply(word).map_err(|error| CommandError::Move { number: index + 1, error })
            };
            Ok((start, words.enumerate().map(read).collect::<Result<_, _>>()?))
        }
    }
}

#[cfg(feature = "json")]
/// Reads a line that is no other command. Only a line with an id may have an unknown word.
fn parse_page_request(line: &str) -> Option<PageRequest> {
    let (word, after_word) = split_word(line);
    let (mark, after_mark) = split_word(after_word);
    let id = mark.strip_prefix('#').and_then(|id| id.parse::<u64>().ok());
    let rest = if id.is_some() { after_mark } else { after_word };
    let query = match word {
        "facts" | "game" | "ptn" | "annotate" if line.len() > LONGEST_LINE => {
            Err(CommandError::TooLong.to_string())
        }
        "facts" => parse_line(rest.split_whitespace())
            .map(|(start, plies)| Query::Facts(start, plies))
            .map_err(|error| error.to_string()),
        "game" => object(rest).map(Query::Game),
        "ptn" => object(rest).map(Query::Ptn),
        "annotate" => object(rest).map(Query::Annotate),
        _ if id.is_some() => Err("expected facts, game, ptn or annotate before the id".to_owned()),
        _ => return None,
    };
    let prefix = id.map_or_else(|| word.to_owned(), |id| format!("{word} #{id}"));
    Some(PageRequest { prefix, query })
}

/// First word of a text, and the rest.
#[cfg(feature = "json")]
fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

#[cfg(feature = "json")]
fn object<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("expected a JSON object: {error}"))
}

fn unexpected(expected: &'static str, word: &str) -> CommandError {
    CommandError::Word { expected, found: excerpt(word, 60) }
}
