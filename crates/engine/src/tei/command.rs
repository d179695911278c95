//! Commands of clients, and errors in them.

#[cfg(feature = "json")]
use crate::facts::{GameToRead, GameToWrite};
use crate::machine::Instant;
use crate::notation::{MoveError, Ply, Tps, TpsError};
use crate::search::Limits;
use crate::types::{HalfKomi, RulesError, SizeError};
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

/// A requested search.
#[derive(Clone, Debug, Default)]
pub struct Go {
    /// Its limits.
    pub limits: Limits,
    /// Whether it ends at the first proven result.
    pub until_solved: bool,
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
    Game(GameToRead),
    /// `ptn {"text": ..., "tags": ..., "kept": ..., "moves": ..., "result": ...}`: the text of a game.
    Ptn(GameToWrite),
    /// `annotate {"text": ..., "index": ..., ...}`: a judgement of every move.
    Annotate(GameToAnnotate),
}

/// A game to annotate, and limits.
#[cfg(feature = "json")]
#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize)]
pub struct GameToAnnotate {
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
    /// Whether the request needs an idle engine.
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
