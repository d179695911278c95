//! Games, searches and proofs on boards of any size.
//!
//! [`Game`] has the rules, the played moves and the texts. [`Search`] and [`Solver`] analyze it. Each holds one of
//! six types with the size as a constant ([`Position`], [`SizedSearch`], [`SizedSolver`]) and chooses one of them once
//! per call, outside every inner loop.
//!
//! Code that reads millions of positions per second uses these types directly: [`sized!`](crate::sized) turns a size
//! into a type, and [`Game::position`] returns the position of that type.
//!
//! ```
//! use stonefall_engine::{Game, Limits, Rules, Search, Settings, parse_tps};
//!
//! let tps = parse_tps("x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7")?;
//! let mut game = Game::from_tps(&tps, Rules::standard(tps.size))?;
//! let mut search = Search::new(8);
//! let found = search.run(&game, Limits::nodes(10_000), Settings::default(), &mut ());
//! let best = found.best.ok_or("the game is over")?;
//! assert_eq!(game.spelling(best), "a4");
//! game.play(best)?;
//! assert_eq!(game.tps().to_string(), "2,x,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 1 8");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Position`]: crate::board::Position
//! [`SizedSearch`]: crate::search::SizedSearch
//! [`SizedSolver`]: crate::search::proof::SizedSolver

mod error;
mod learning;
mod search;
mod size;
mod solver;
mod state;
mod words;

pub use error::PositionError;
pub use search::Search;
pub use solver::Solver;
pub use state::Game;
