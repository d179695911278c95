//! The numbers of the search, tuned by games of the engine against itself.
//!
//! A [`Plan`] says everything that decides the games. [`run`] plays them: pairs with the same opening
//! and both colors, each side with values of its own. What the results come to is a [`Standing`]: for
//! a tuning the values as far as they have moved ([`Tuner`], which has the arithmetic), for a test of given
//! values the score, for a [`Screen`] what each value gains. A [`Part`] keeps plan and results in a file, and a standing is always counted
//! from results, so that a run that was broken off ends as one that was not. [`pool`] puts parts
//! of many machines together.
//!
//! Pair `k` depends on the plan, on `k` and on the values that its batch began with, and on nothing
//! else: not on the number of threads, not on the machine.

mod arena;
mod game;
mod part;
mod plan;
mod points;
mod pool;
mod run;
mod screen;
mod source;
mod spsa;
mod standing;

pub use part::{Part, PartError, Read, read};
pub use plan::{Aim, Parameter, Plan, Schedule};
pub use points::{PairPoints, Points};
pub use pool::{PoolError, Pooled, PooledValue, pool};
pub use run::{Ended, News, VERSUS_BATCH, run};
pub use screen::{Effect, Screen};
pub use source::rewrite;
pub use spsa::{Moved, Tuner};
pub use standing::Standing;
