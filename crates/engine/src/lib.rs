//! Stonefall's engine: rules, notation, evaluation, search and solver for Tak on boards from 3x3 to 8x8.
//!
//! ```
//! use stonefall_engine::{Game, Limits, Rules, Search, Settings};
//!
//! let mut game = Game::start(4, Rules::standard(4))?;
//! let mut search = Search::new(4);
//! let result = search.run(&game, Limits::nodes(1_000), Settings::default(), &mut ());
//! game.play(result.best.ok_or("the game is over")?)?;
//! assert_eq!(game.ply(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The types that matter first
//!
//! | Type | Meaning |
//! |---|---|
//! | [`Game`] | A game on a board of any size: legal moves, playing, undoing, results, text |
//! | [`Rules`] | Komi, pieces, opening and draw rule of a game |
//! | [`Move`] | A placement or a spread, in 16 bits |
//! | [`Outcome`] | The result of a game: a win by a road or on flats, or a draw |
//! | [`Search`] | Alpha-beta search with its transposition table |
//! | [`Limits`] | Time, depth or nodes of a search |
//! | [`SearchResult`] | Best move and lines of a search |
//! | [`Solver`] | Proofs of forced wins |
//! | [`Question`] | A question to the solver: a road or any win, in how many moves |
//! | [`PtnGame`] | A game in PTN, with comments and variations |
//!
//! The root has the names that most programs need. `crates/engine/examples` has a program of one page for each task.
//!
//! # Modules
//!
//! | Module | Contents |
//! |---|---|
//! | [`types`] | Squares, moves, colors, rules |
//! | [`board`] | Positions with the board size in the type, for loops over millions of positions |
//! | [`notation`] | Moves and games in PTN, positions in TPS |
//! | [`eval`] | The evaluation: a network |
//! | [`search`] | The search and the solver with the board size in the type |
//! | [`report`] | Drawings of boards, results and scores in words |
//! | [`annotate`] | Judges the moves of a game |
//! | `facts` | Positions and games as JSON |
//! | [`tei`] | The protocol TEI: one session, for any transport |
//!
//! # Features
//!
//! Both are on by default.
//!
//! - `json`: the module `facts`, and the requests of [`tei`] that return JSON. Needs serde_json.
//! - `networks`: the evaluation networks for 3x3 to 8x8, 2.9 MB. Without them a simple evaluation replaces them;
//!   [`eval::net::Network::read`] reads a network from a file.
//!
//! The engine needs only threads and a clock from the operating system. On `wasm32-unknown-unknown` the program
//! around it provides them: see [`machine`].

pub mod annotate;
#[doc(hidden)]
pub mod bench;
pub mod board;
#[doc(hidden)]
pub mod book;
#[doc(hidden)]
pub mod cpu;
pub mod eval;
#[cfg(feature = "json")]
pub mod facts;
#[doc(hidden)]
pub mod game;
#[cfg_attr(not(target_arch = "wasm32"), doc(hidden))]
pub mod machine;
mod memory;
pub mod notation;
#[doc(hidden)]
pub mod options;
#[doc(hidden)]
pub mod ponder;
pub mod report;
pub mod search;
#[doc(hidden)]
pub mod stopper;
pub mod tei;
pub mod types;

// The tests of the public API. As part of the unit tests they compile the generic code of the engine once.
#[cfg(test)]
extern crate self as stonefall_engine;
#[cfg(test)]
#[path = "../../../engine-tests/engine/mod.rs"]
mod tests;

pub use board::{DrawReason, IllegalMove, Outcome, WinReason};
pub use eval::Value;
pub use game::{Game, Search, Solver};
pub use notation::ptn_file::PtnGame;
pub use notation::{Ply, TextError, Tps, parse_line, parse_move, parse_tps};
pub use options::Options;
pub use ponder::{Deadline, Ponder};
pub use report::{Style, draw, outcome_words};
pub use search::proof::{Answer, Budget, Proof, Question};
pub use search::{Info, Limits, Reporter, SearchResult, Settings};
pub use stopper::Stopper;
pub use types::{Color, HalfKomi, Move, Opening, Piece, Rules, Square};
