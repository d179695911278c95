//! Watches the games of PlayTak.

mod change;
mod run;
mod watcher;

pub use change::Change;
pub use run::watch;
pub use watcher::Watcher;
