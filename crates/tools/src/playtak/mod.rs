//! The bot on PlayTak.

mod action;
mod annotator;
mod answers;
mod bot;
mod chat;
mod command;
mod files;
mod game;
mod guest;
mod levels;
mod link;
mod manners;
mod moves;
mod open_seeks;
mod pauses;
mod plan;
mod players;
mod ponder;
mod ratings;
mod report;
mod rest;
mod run;
mod seeks;
mod settings;

pub use action::{Action, Exit, MoveTask};
pub use bot::Bot;
pub use files::PLAYERS;
pub use guest::{guest_token, is_guest_token};
pub use levels::{AutoLevel, ChosenLevel, LevelError};
pub use players::{Player, PlayerColor, Players};
pub use ratings::RATINGS;
pub use report::{LevelResults, read_archive, results};
pub use rest::{RestHours, RestHoursError};
pub use run::{Run, run};
pub use settings::{Accepted, SeekEntry, Settings, SettingsError, SettingsFile, WantedGame};

#[cfg(test)]
mod tests;
