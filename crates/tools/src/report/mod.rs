//! Reports about a player: results, quality of the moves compared with players of similar rating, expensive openings,
//! and missed wins as puzzles.
//!
//! [`own_games`] reads the player's games, [`judged`] judges a game, and
//! [`Report::new`] counts. [`missed_wins`] proves the wins that the player missed.

mod judging;
mod missed;
mod own;
mod play;
mod results;
mod statistics;
mod summary;

pub use judging::{judged, this_judge};
pub use missed::missed_wins;
pub use own::{OwnGame, own_games};
pub use play::{ForcedWins, Play, Quality};
pub use results::{Group, OPENING_PLIES, Opening, OpeningCost, ResultRow};
pub use statistics::{ENOUGH_GAMES, Mean, PlayerScore, Rate};
pub use summary::{Comparison, RATING_STEP, Report, similar_games};
