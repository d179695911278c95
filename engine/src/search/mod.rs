//! Alpha-beta search. It takes [`Limits`] and reports plain values; it knows no text.

mod clock;
mod correction;
mod deepen;
mod draws;
mod facts_cache;
mod forced;
mod frame;
mod history;
mod info;
mod interval;
mod kind;
mod leaf;
mod level;
mod limits;
mod line;
mod memory;
mod node;
mod picker;
pub mod policy;
mod pool;
pub mod proof;
mod prune;
mod root;
mod root_move;
mod root_proof;
mod shared;
mod singular;
mod table;
mod tunables;
mod worker;

pub use clock::expected_moves;
pub use info::{Bound, Info, Reporter, SearchResult, Threat};
pub use level::{Handicap, Level, Seed};
pub use limits::{Limits, Proofs, Settings};
pub use pool::{SizedSearch, Task, spawn};
pub use tunables::{ADJUSTABLE, TUNABLES, Tunable, Tuning};
