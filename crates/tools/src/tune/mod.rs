//! Tunes search parameters by games of the engine against itself.
//!
//! A [`TunePlan`] has everything that decides the games. They come in pairs with the same opening and exchanged
//! colors, each side with its own values. A [`TuneRun`] plays them and counts their score; a tuning moves its values
//! ([`Tuner`] has the arithmetic). A run is always counted from
//! results, so that a resumed one ends like an uninterrupted one.
//!
//! Pair `k` depends only on the plan, on `k` and on the values at the start of its batch; the number of
//! threads and the machine do not matter.

mod plan;
mod run;
mod spsa;

pub use plan::TunePlan;
pub use run::{TuneEvent, TuneRun};
pub use spsa::{TunedValue, Tuner, distance};
