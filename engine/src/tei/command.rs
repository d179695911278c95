//! Text to [`Command`]. Reports every error in a line; reading has no effects. `docs/tei.md` describes the grammar.

use super::go::{Go, parse_go};
#[cfg(feature = "json")]
use super::page_request::PageRequest;
use crate::machine::Instant;
use crate::notation::{MoveError, Ply, Tps, TpsError, excerpt, parse_ply, parse_tps};
use crate::options::parse_number;
use crate::types::{HalfKomi, RulesError, SizeError, check_size};
use thiserror::Error;

/// Longest accepted line in bytes, without its end: a game of more than a hundred thousand moves.
pub const LONGEST_LINE: usize = 2 << 20;

/// A line of the client.
#[derive(Clone, Debug)]
pub enum Command {
    /// An empty line or a comment.
    Nothing,
    /// `tei`: requests name and options.
    Tei,
    /// `isready`: requests `readyok`.
    IsReady,
    /// Sets an option, or presses a button.
    SetOption {
        /// Name of the option.
        name: String,
        /// The value.
        value: Option<String>,
    },
    /// Begins a game.
    NewGame(NewGame),
    /// Sets the position.
    Position {
        /// Start of the game; `None` for the empty board.
        start: Option<Tps>,
        /// The moves since the start.
        plies: Vec<Ply>,
    },
    /// Starts a search.
    Go(Go),
    /// Counts the leaves of the tree to this depth.
    Perft(u32),
    /// Stops the search.
    Stop,
    /// Ends the session.
    Quit,
    /// Request of a page that draws a board.
    #[cfg(feature = "json")]
    Page(PageRequest),
    /// For people: lists the commands.
    Help,
    /// For people: draws the board.
    Draw,
    /// For people: explains the evaluation.
    Eval,
    /// For people: measures the speed.
    Bench,
}

/// A `teinewgame`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// Board size; the previous one if absent.
    pub size: Option<usize>,
    /// Komi; if absent the option's value, in version 1 none.
    pub half_komi: Option<HalfKomi>,
    /// Protocol version of this form.
    pub dialect: Dialect,
}

/// Version of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// `teinewgame 6`, komi by option, `score mate`.
    #[default]
    V0,
    /// `teinewgame size 6 halfkomi 4`, `score solved`.
    V1,
}

/// Error in a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// No such command.
    #[error("Unknown command: '{0}'. Type help for the commands.")]
    Unknown(String),
    /// A line of more than [`LONGEST_LINE`].
    #[error("expected a line of at most {LONGEST_LINE} bytes, found a longer one")]
    TooLong,
    /// `setoption` without a name.
    #[error("expected setoption name NAME [value VALUE]")]
    SetOption,
    /// An unexpected word.
    #[error("expected {expected}, found '{found}'")]
    Word {
        /// The expected words.
        expected: &'static str,
        /// The word.
        found: String,
    },
    /// A board size that Tak does not have.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A komi out of range.
    #[error(transparent)]
    Komi(#[from] RulesError),
    /// A TPS that is not valid.
    #[error("position: {0}")]
    Tps(#[from] TpsError),
    /// Text that is not a move.
    #[error("move {number}: {error}")]
    Move {
        /// Index of the move, from 1.
        number: usize,
        /// The error in the text.
        error: MoveError,
    },
}

impl CommandError {
    /// Whether the command would change the game or the position.
    pub(super) const fn is_about_the_game(&self) -> bool {
        !matches!(self, Self::Unknown(_) | Self::TooLong | Self::SetOption)
    }
}

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
    if let Some(request) = PageRequest::parse(line) {
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
const PROTOCOL: [&str; 7] = ["tei", "isready", "setoption", "teinewgame", "position", "go", "stop"];

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
pub(super) fn parse_line<'a>(
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

fn unexpected(expected: &'static str, word: &str) -> CommandError {
    CommandError::Word { expected, found: excerpt(word, 60) }
}
