//! The game with its size known only when the program runs: what everything above the engine uses.
//!
//! [`Board`] has the rules, the moves that were played and the texts; [`Searcher`] and [`Prover`] think
//! about it. Each is one of six typed ones inside ([`Position`], [`Search`], [`Solver`]): the choice is
//! made once a call, and nothing within the loops of the search or of a count pays for it.
//!
//! What asks for millions of positions a second from outside is better off with the typed ones:
//! [`sized!`](crate::sized) makes a type of a size, and [`Board::position`] gives the position of that type.
//!
//! ```
//! use stonefall_engine::game::{Board, Searcher};
//! use stonefall_engine::notation::parse_tps;
//! use stonefall_engine::search::{Limits, Settings};
//! use stonefall_engine::types::Rules;
//!
//! let tps = parse_tps("x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7")?;
//! let mut board = Board::from_tps(&tps, Rules::standard(tps.size))?;
//! let mut searcher = Searcher::new(8);
//! let found = searcher.run(&board, Limits::nodes(10_000), Settings::default(), &mut ());
//! let best = found.best.ok_or("the game is over")?;
//! assert_eq!(board.spelling(best), "a4");
//! board.play(best)?;
//! assert_eq!(board.tps().to_string(), "2,x,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 1 8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Position`]: crate::board::Position
//! [`Search`]: crate::search::Search
//! [`Solver`]: crate::search::proof::Solver

mod board;
mod error;
mod prover;
mod searcher;
mod size;
mod words;

pub use board::Board;
pub use error::PositionError;
pub use prover::Prover;
pub use searcher::Searcher;
