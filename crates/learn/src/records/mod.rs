//! Game records: compact games for training.
//!
//! A [`GameRecord`] is one record with its length and a checksum. So files can be concatenated, and a reader
//! skips and reports damage. `docs/selfplay-format.md` describes every byte. A
//! [`SamplePlan`](crate::dataset::SamplePlan) chooses positions with their results.
//!
//! ```
//! use stonefall_learn::dataset::SamplePlan;
//! use stonefall_learn::records::{GameRecord, Reader};
//! use stonefall_engine::types::Rules;
//!
//! let mut file = GameRecord::new(5, Rules::standard(5)).to_bytes();
//! file.extend(GameRecord::new(6, Rules::standard(6)).to_bytes());
//!
//! let plan = SamplePlan { skip_plies: 2, ..SamplePlan::default() };
//! let mut reader = Reader::new(&file[..]);
//! while let Some(game) = reader.next_game()? {
//!     plan.sample(1, &game, |sample| println!("{} {}", sample.game.tps(), sample.points()))?;
//! }
//! assert!(reader.damage().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod file;
mod game;
mod stats;

pub use file::{Damage, MAGIC, Reader, RecordError};
pub use game::{GameRecord, Origin, Ply, from_ptn, ptn};
pub use stats::{SizeStats, Stats};
