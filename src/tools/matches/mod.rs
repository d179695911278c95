//! Matches between TEI engines.
//!
//! A [`Plan`] says everything that decides the games; [`run`] plays those that are still to be
//! played and tells of them; each finished game is one PTN text, which [`Archive`] adds to a file.
//! What a match has come to is always counted from such texts ([`Record`], [`Tally`]), so that a
//! match that was interrupted ends as one that was not, and parts that were played anywhere can be put
//! together ([`pool`]). [`Sprt`] and [`Pairs`] say what the results are worth.
//!
//! Engines are not trusted. Every move is checked by our own rules; a crash, a hang, an illegal move
//! and too long a thought lose the game and nothing else, and announced wins are played out.

mod archive;
mod book;
mod claim;
mod control;
mod elo;
mod ending;
mod game;
mod judge;
mod plan;
mod player;
mod pool;
mod record;
mod runner;
mod sprt;
mod tally;
mod verdict;
mod words;

pub use archive::{Archive, ArchiveError, Found};
pub use book::{BookError, BookFormat, BookLine, read_book, shuffle};
pub use claim::Claims;
pub use control::{Clock, Control};
pub use elo::{Estimate, Pairs, Strength};
pub use ending::{Ending, Reason};
pub use game::Glimpse;
pub use judge::{Adjudication, Agreement, DrawRules};
pub use plan::{Contender, Fixture, Format, Lines, Plan, Restart};
pub use player::try_out;
pub use pool::{Pool, PoolError, pool};
pub use record::{Effort, Record, RecordError};
pub use runner::{News, run};
pub use sprt::{Decision, Model, Sprt, SprtError};
pub use tally::{Incident, Score, Standing, Tally};
pub use verdict::Verdict;
