//! Proofs: whether a player can force a road (tinue), or any win, against every defense.
//!
//! [`SizedSolver`] answers a [`Question`] by depth-first proof-number search. A [`Proof`] that it hands
//! out has been replayed by the plain rules: see [`Proof::check`]. `docs/solver.md` says how it works
//! and why what it says is true.
//!
//! ```
//! use stonefall_engine::board::{History, Position};
//! use stonefall_engine::notation::parse_tps;
//! use stonefall_engine::search::proof::{Answer, Budget, Question, SizedSolver};
//! use stonefall_engine::types::Rules;
//!
//! let tps = parse_tps("x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7")?;
//! let position = tps.position::<4>(Rules::standard(4))?;
//! let mut solver = SizedSolver::new(16);
//! let answer = solver.solve(&position, &History::new(), Question::road(), &Budget::default(), &mut |_| {});
//! let Answer::Proven(proof) = answer else { panic!("{answer:?}") };
//! assert_eq!(proof.moves(), 2);
//! assert_eq!(proof.line()[0].to_string(), "a4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attack;
mod defense;
mod first;
mod length;
mod line;
mod node;
mod probe;
mod question;
mod replay;
mod solver;
mod state;
mod table;
mod tree;
mod work;

pub use first::FirstMoves;
pub(in crate::search) use probe::Probe;
pub use question::{Answer, Budget, Effort, Goal, Question};
pub use replay::Flaw;
pub use solver::SizedSolver;
pub use tree::{Proof, ProofNode};
