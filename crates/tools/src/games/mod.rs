//! Game databases: SQLite files with games, and tables of the positions that they visited.
//!
//! [`Importer`] adds games of PlayTak's table, PTN files and self-play records. [`Database`] answers which moves were
//! played in a position ([`Database::explore`]), lists games and returns them. docs/games.md describes the tables.

mod database;
mod error;
mod explore;
mod file;
mod filter;
mod game;
mod import;
mod judgements;
mod players;
pub(crate) mod read;
mod time_control;

pub use crate::date::read_date;
pub use database::Database;
pub use error::DatabaseError;
pub use explore::{Choice, Exploration, ListEntry, Peers, Ratings, ResultCount};
pub use file::SqliteFile;
pub use filter::{Bots, Filter, ResultFilter};
pub use game::{DatabaseGame, PlayerFacts};
pub use import::{IllegalGame, ImportSettings, Importer, Summary};
pub use judgements::{ForcedWin, Judge, Judgement, JudgementWriter, WinKind};
pub use players::{Player, is_same_name};
pub use time_control::TimeControl;
