//! Matches between TEI engines.
//!
//! A [`MatchPlan`] has everything that decides the games, and a [`GamePlayer`] plays one after another. Each finished game is one PTN text, which is appended to a file. Results are always
//! counted from such texts ([`MatchRecord`], [`Tally`]); so a resumed match ends like an uninterrupted
//! one, and [`PlayedMatches`] reads the files of any matches. [`Sprt`] and [`Pairs`] evaluate the results.
//!
//! Engines are not trusted. Every move is checked by the engine's own rules. A crash, a hang, an
//! illegal move or a lost clock loses the game, and announced wins are played out.

mod book;
mod claim;
mod contender;
mod control;
mod elo;
mod evaluation;
mod file;
mod game;
mod plan;
mod player;
mod record;
mod referee;
mod runner;
mod sprt;
mod tally;

pub use book::{BookLine, read_book};
pub use claim::Claims;
pub use contender::Contender;
pub use control::Control;
pub use elo::{Estimate, Pairs, Strength};
pub use file::{PlayedMatches, open_match};
pub use plan::{Fixture, Format, MatchPlan};
pub use player::try_out;
pub use record::{Effort, MatchRecord};
pub use referee::{Agreement, EndRules, Ending, Reason};
pub use runner::GamePlayer;
pub use sprt::{Decision, Model, Sprt};
pub use tally::{Incident, Pairing, Score, Standing, Tally, Verdict};
