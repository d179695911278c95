//! Watches the games of PlayTak.

mod change;
mod game;
mod message;
mod run;
mod target;
mod watcher;

pub use change::{Change, WatchNews};
pub use game::{End, WatchedGame};
pub use run::{Targets, watch};
pub use target::Target;

#[cfg(test)]
mod tests;
