//! Tunes search parameters by games of the engine against itself.
//!
//! A [`TunePlan`] has everything that decides the games. They come in pairs with the same opening and exchanged
//! colors, each side with its own values. A [`TuneRun`] plays them and adds their results to an [`Experiment`]: a tuning
//! moves its values ([`Tuner`] has the arithmetic), a test of given values counts the score, a [`Screening`] the gain of
//! each value. A run is always counted from results, so that a resumed one ends like an uninterrupted one.
//!
//! Pair `k` depends only on the plan, on `k` and on the values at the start of its batch; the number of
//! threads and the machine do not matter.

mod game;
mod plan;
mod points;
mod run;
mod screen;
mod source;
mod spsa;

pub use plan::TunePlan;
pub use points::PairPoints;
pub use run::{Experiment, TuneEvent, TuneRun};
pub use screen::{Effect, Screening};
pub use source::rewrite;
pub use spsa::{Parameter, Schedule, Tuned, Tuner};
