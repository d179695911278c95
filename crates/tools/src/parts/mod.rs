//! Long work in parts, on any number of machines.
//!
//! A [`Job`] is a number of units, such as games, which depend only on its settings and on their numbers.
//! [`Part`] 17/400 has every 400th unit. A [`PartFile`] begins with a [`Head`] that has all settings, and grows
//! with every finished unit, so that a killed part resumes. [`pool`] merges the units of all parts in the order of
//! their numbers: the result is the one of a single process. [`Surveyor`] says how far the parts in a folder are.
//!
//! docs/cluster.md describes the files and their use.

mod file;
mod head;
mod part;
mod pool;
mod ranges;
mod status;
mod unit;

pub use file::{FoundUnits, PartFile};
pub use head::{Head, Job, Work};
pub use part::Part;
pub use pool::{PoolError, Pooled, pool};
pub use ranges::ranges;
pub use status::{PartState, Progress, Survey, Surveyor};
pub use unit::Unit;

/// Ending of the name of a part's file.
const EXTENSION: &str = "part";
