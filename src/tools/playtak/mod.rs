//! The bot on PlayTak.

mod action;
mod bot;
mod chat;
mod game;
mod manners;
mod moves;
mod run;
mod settings;

pub use action::{Action, Exit, MoveTask};
pub use bot::Bot;
pub use run::{Run, run};
pub use settings::{
    Accepted, SeekEntry, Settings, SettingsError, SettingsFile, WantedGame, read_level,
};

#[cfg(test)]
mod tests;
