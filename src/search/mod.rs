//! Alpha-beta search. It takes [`Limits`] and reports plain values; it knows no text.

mod info;
mod limits;
mod pool;

pub use info::{Bound, Info, Reporter, SearchResult};
pub use limits::{Limits, Settings};
pub use pool::{Search, Stopper};
