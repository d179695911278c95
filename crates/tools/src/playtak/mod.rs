//! The bot on PlayTak: a state machine without network, files and threads ([`Bot`]), and the program around it ([`run`]).

mod bot;
mod game;
mod levels;
mod record;
mod run;
mod session;
mod settings;

pub use bot::Bot;
pub use levels::{AutoLevel, BotLevel, BotLevelError, Players};
pub use run::{BotRun, guest_token, players_file, run};
pub use session::{Action, Exit, MoveTask};
pub use settings::{BotSettings, SettingsError, WantedColor, WantedGame, WantedOpening};

#[cfg(test)]
mod tests;
