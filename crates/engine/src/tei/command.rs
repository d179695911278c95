//! Commands of clients: text to [`Command`]. Reports every error in a line; reading has no effects. `docs/tei.md` describes
//! the grammar.

use crate::board::MAX_PERFT_DEPTH;
use crate::machine::Instant;
use crate::notation::{Ply, Tps, excerpt, parse_move, parse_ply, parse_tps};
use crate::options::parse_number;
use crate::ponder::Ponder;
use crate::search::Limits;
use crate::types::{Color, HalfKomi, check_size};
use std::iter::Peekable;
use std::time::Duration;
use thiserror::Error;

#[cfg(feature = "json")]
use crate::facts::{GameRequest, PtnRequest};

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
    Go(Limits),
    /// Counts the leaves of the tree to this depth.
    Perft(u32),
    /// `ponderhit`: the opponent played the expected reply at this moment.
    PonderHit(Instant),
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

/// A request of a page: `WORD [#ID] QUERY`.
#[cfg(feature = "json")]
#[derive(Clone, Debug)]
pub struct PageRequest {
    /// Start of each answer: `WORD [#ID]`.
    pub(super) prefix: String,
    pub(super) query: Result<Query, String>,
}

/// Content of a page request.
#[cfg(feature = "json")]
#[derive(Clone, Debug)]
pub(super) enum Query {
    /// `facts startpos|tps ... [moves ...]`: the position, its moves and threats.
    Facts(Option<Tps>, Vec<Ply>),
    /// `game {"text": ..., "index": ...}`: the game in a text.
    Game(GameRequest),
    /// `ptn {"tags": ..., "lines": ...}`: the text of a game.
    Ptn(PtnRequest),
    /// `annotate {"text": ..., "index": ..., ...}`: a judgement of every move.
    Annotate(AnnotateRequest),
}

/// A game to annotate, and limits.
#[cfg(feature = "json")]
#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize)]
pub struct AnnotateRequest {
    /// PTN, or a TPS alone.
    pub(super) text: String,
    /// Index of the game, from 0.
    #[serde(default)]
    pub(super) index: usize,
    /// Depth of each search.
    pub(super) depth: Option<u32>,
    /// Positions of each search.
    pub(super) nodes: Option<u64>,
    /// Milliseconds of each search.
    pub(super) movetime: Option<u64>,
    /// Positions of each proof.
    pub(super) proof_nodes: Option<u64>,
}

#[cfg(feature = "json")]
impl PageRequest {
    pub(super) fn needs_idle_engine(&self) -> bool {
        self.prefix.split(' ').next() == Some("annotate")
    }
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
    /// An error in a command that would change the game or the position.
    #[error("{0}")]
    Game(String),
}

impl CommandError {
    fn game(error: impl ToString) -> Self {
        Self::Game(error.to_string())
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
    check_size(usize::try_from(number).unwrap_or(0)).map_err(CommandError::game)
}

fn parse_komi(word: &str) -> Result<HalfKomi, CommandError> {
    let number = parse_number(word).ok_or_else(|| unexpected("a number for halfkomi", word))?;
    HalfKomi::new(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32).map_err(CommandError::game)
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
            let tps = parse_tps(&text.join(" "));
            Some(tps.map_err(|error| CommandError::Game(format!("position: {error}")))?)
        }
        _ => return Err(unexpected("startpos or tps TPS", kind)),
    };
    match words.next() {
        Some(word) if !word.eq_ignore_ascii_case("moves") => Err(unexpected("moves", word)),
        _ => {
            let read = |(index, word)| {
                let refuse = |error| CommandError::Game(format!("move {}: {error}", index + 1));
                parse_ply(word).map_err(refuse)
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

fn unexpected(expected: &str, word: &str) -> CommandError {
    CommandError::Game(format!("expected {expected}, found '{}'", excerpt(word, 60)))
}

/// Time for a search with unreadable limits. Without an answer the client would wait forever.
const FALLBACK: Duration = Duration::from_secs(1);

/// Longest time in milliseconds, about 35 years: sums with it stay in the range of clocks.
const LONGEST: i64 = 1 << 40;

/// Reads the words after `go`. There are no errors, because each `go` must be answered: skips unknown words and clamps
/// numbers. Without a limit the search is infinite; if every limit is unreadable, it lasts a second.
pub(super) fn parse_go<'a>(words: impl Iterator<Item = &'a str>, now: Instant) -> Command {
    let mut words = words.peekable();
    let mut limits = Limits { start: now, ..Limits::default() };
    let (mut found, mut unreadable) = (false, false);
    while let Some(word) = words.next() {
        match word.to_ascii_lowercase().as_str() {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = Some(Ponder::default()),
            "solved" => limits.until_solved = true,
            "searchmoves" => {
                while let Some(mv) = words.peek().and_then(|word| parse_move(word).ok()) {
                    if !limits.search_moves.contains(&mv) {
                        limits.search_moves.push(mv);
                    }
                    words.next();
                }
            }
            "perft" => {
                let depth = number(&mut words).unwrap_or(1).clamp(0, MAX_PERFT_DEPTH.into());
                return Command::Perft(depth as u32);
            }
            name if LIMITS.contains(&name) => match number(&mut words) {
                Some(number) => {
                    found = true;
                    limits.until_solved |= name == "mate";
                    set(&mut limits, name, number);
                }
                None => unreadable = true,
            },
            _ => {}
        }
    }
    if unreadable && !found && !limits.infinite {
        limits.movetime = Some(FALLBACK);
    }
    Command::Go(limits)
}

/// Words with a number behind them.
const LIMITS: [&str; 9] =
    ["depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate"];

fn set(limits: &mut Limits, name: &str, number: i64) {
    let time = Duration::from_millis(number.clamp(0, LONGEST) as u64);
    let count = number.clamp(1, u32::MAX.into()) as u32;
    match name {
        "depth" => limits.depth = Some(count),
        "nodes" => limits.nodes = Some(number.max(1) as u64),
        "movetime" => limits.movetime = Some(time),
        "wtime" => limits.time[Color::White] = Some(time),
        "btime" => limits.time[Color::Black] = Some(time),
        "winc" => limits.increment[Color::White] = time,
        "binc" => limits.increment[Color::Black] = time,
        "movestogo" => limits.moves_to_go = Some(count),
        // A win in `count` moves of the mover.
        "mate" => limits.depth = Some(count.saturating_mul(2).saturating_sub(1)),
        _ => {}
    }
}

/// Takes the next word if it is a number.
fn number<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Option<i64> {
    let number = parse_number(words.peek()?)?;
    words.next();
    Some(number)
}
