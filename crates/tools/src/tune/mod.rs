//! Tunes search parameters by games of the engine against itself.
//!
//! A [`TunePlan`] has everything that decides the games. They come in pairs with the same opening and exchanged
//! colors, each side with its own values. A [`TuneRun`] plays them; the results make a [`TuneState`]: for a tuning
//! the moved values ([`Tuner`] has the arithmetic), for a test of given values the score, for a [`Screening`] the
//! gain of each value. A state is always counted from results, so that a resumed run ends like an uninterrupted
//! one. [`pool`] reads the results of merged parts.
//!
//! Pair `k` depends only on the plan, on `k` and on the values at the start of its batch; the number of
//! threads and the machine do not matter.

mod game;
mod plan;
mod points;
mod pool;
mod run;
mod screen;
mod source;
mod spsa;
mod state;
mod unit;

pub use plan::{Parameter, Schedule, TuneAim, TunePlan};
pub use points::PairPoints;
pub use pool::{TuneResults, pool};
pub use run::{TuneEvent, TuneRun};
pub use screen::{Effect, Screening};
pub use source::rewrite;
pub use spsa::{Tuned, Tuner};
pub use state::TuneState;
