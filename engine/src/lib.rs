//! Stonefall's engine: rules, notation, evaluation, search and solver for Tak on boards from 3x3 to
//! 8x8.
//!
//! It needs only threads and a clock from the operating system, and runs without them on
//! `wasm32-unknown-unknown` ([`machine`]). The root re-exports what most programs need:
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
//! Modules from the lowest layer up: [`machine`], [`stopper`], [`types`], [`board`] (rules),
//! [`notation`] (PTN and TPS), [`eval`], [`search`] (with the solver), [`options`], [`report`]
//! (text), [`game`] (boards of any size), [`book`], [`annotate`], [`facts`] (JSON), [`tei`].

pub mod annotate;
pub mod board;
pub mod book;
pub mod eval;
pub mod facts;
pub mod game;
pub mod machine;
pub mod notation;
pub mod options;
pub mod report;
pub mod search;
pub mod stopper;
pub mod tei;
pub mod types;

pub use board::{DrawReason, Outcome, WinReason};
pub use game::{Game, Search, Solver};
pub use search::proof::{Answer, Budget, Question};
pub use search::{Limits, SearchResult, Settings};
pub use types::{Color, HalfKomi, Move, Piece, Rules, Square};
