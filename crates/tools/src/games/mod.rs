//! Game databases: one SQLite file with games, and an index of their positions.
//!
//! [`Importer`] adds games of PlayTak's table, PTN files and self-play records. [`Database`] answers which moves were
//! played in a position ([`Database::explore`]), lists games and returns them. docs/games.md describes the tables.
//!
//! The index consists of *segments*: up to 65,536 consecutive games each, never changed after they are written. A
//! query looks into every segment. A small new segment absorbs the small ones before it, so that there are few.
//!
//! `stonefall-index` has the bytes of segments, and counts games: most of the time of a query is spent there.

mod append;
mod database;
mod error;
mod explore;
mod filter;
mod find;
mod import;
mod judgement;
mod judgements;
mod listing;
mod moves;
mod names;
mod open;
mod peers;
mod popular;
mod read;
mod record;
mod rows;
mod schema;
mod segment;
mod sqlite;
mod stored;
mod visits;

pub use database::Database;
pub use error::DatabaseError;
pub use explore::{Choice, Exploration};
pub use filter::{Bots, Filter, ResultFilter};
pub use import::{Importer, Settings, Skipped, Summary};
pub use judgement::{End, Forced, Judgement};
pub use judgements::{Judge, JudgementMerge, JudgementWriter, judged_game};
pub use listing::Listed;
pub use names::Player;
pub use peers::Peers;
pub use read::read_date;
pub use record::Clock;
pub use schema::DEFAULT_PLIES;
pub use sqlite::{PlayTakFile, SqliteFile};
pub use stonefall_index::Tally;
pub use stored::StoredGame;
