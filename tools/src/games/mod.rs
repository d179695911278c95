//! Game databases: one SQLite file with games, and an index of their positions.
//!
//! [`Importer`] adds games of PlayTak's table, PTN files and self-play records. [`Database`] answers which moves were
//! played in a position ([`Database::explore`]), lists games and returns them. docs/games.md describes the tables.
//!
//! The index consists of *segments*: up to 65,536 consecutive games each, never changed after they are written. A
//! query looks into every segment. A small new segment absorbs the small ones before it, so that there are few.
//!
//! - `index`: the positions of a segment as sorted bits, about twenty for each position of a game, and summaries of the
//!   moves that many games played. A query without filters adds the summaries of all segments.
//! - `facts`: the facts of a game that filters need, in twenty bytes. A filter reads those of all games in milliseconds.

mod append;
mod bits;
mod database;
mod error;
mod explore;
mod facts;
mod filter;
mod find;
mod import;
mod index;
mod judgement;
mod judgements;
mod listing;
mod moves;
mod names;
mod open;
mod peers;
mod read;
mod record;
mod rows;
mod schema;
mod scores;
mod segment;
mod sqlite;
mod stored;
mod visits;

pub use database::Database;
pub use error::DatabaseError;
pub use explore::{Choice, Exploration, Tally};
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
pub use scores::{Evaluation, Evaluator, KnownScore, Progress, ScoreRow, Tasks};
pub use sqlite::{PlayTakFile, SqliteFile};
pub use stored::StoredGame;
