//! The bot on PlayTak, and the watcher of games there.

mod action;
mod bot;
mod chat;
mod game;
mod guest;
mod manners;
mod moves;
mod pauses;
mod run;
mod settings;
pub mod watch;

pub use action::{Action, Exit, MoveTask};
pub use bot::Bot;
pub use guest::{guest_token, is_guest_token};
pub use run::{Run, run};
pub use settings::{
    Accepted, SeekEntry, Settings, SettingsError, SettingsFile, WantedGame, read_level,
};

#[cfg(test)]
mod tests;
