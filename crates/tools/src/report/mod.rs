//! Reports about a player: results, quality of the moves compared with players of similar rating, expensive openings,
//! and missed wins as puzzles.
//!
//! [`own_games`] reads the player's games, [`Judging`] judges games and keeps the judgements in the database, and
//! [`Report::new`] counts. [`missed_wins`] proves the wins that the player missed.

mod judging;
mod missed;
mod moves;
mod opening;
mod own;
mod phase;
mod quality;
mod rate;
mod results;
mod score;
mod summary;

pub use judging::{Judging, this_judge};
pub use missed::missed_wins;
pub use opening::{Chance, OPENING_PLIES, Opening, OpeningCost};
pub use own::{OwnGame, own_games};
pub use phase::Phase;
pub use quality::{ForcedWins, Play, Quality};
pub use rate::Rate;
pub use results::{Group, ResultRow};
pub use score::{ENOUGH_GAMES, Score};
pub use summary::{Comparison, RATING_STEP, Report, similar_games};

/// Half the width of the 95 % interval of a mean of `count` values with this variance.
fn error_of_mean(variance: f64, count: f64) -> f64 {
    1.96 * (variance / count).sqrt()
}
