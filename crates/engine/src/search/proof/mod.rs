//! Proofs: whether a player can force a road (tinue), or any win, against every defense.
//!
//! [`SizedSolver`] answers a [`Question`] by depth-first proof-number search. The rules have replayed every
//! [`Proof`] that it returns: see [`Proof::check`]. `docs/solver.md` describes the method and its correctness.
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

mod answer;
mod attack;
mod defense;
mod extract;
mod first;
mod node;
mod order;
mod probe;
mod question;
mod replay;
mod search;
mod solver;
mod state;
mod sum;
mod table;

pub use answer::{Answer, Proof, ProofNode};
pub use first::FirstMoves;
pub(in crate::search) use probe::Probe;
pub use question::{Budget, Goal, ProofProgress, Question};
pub use solver::SizedSolver;
