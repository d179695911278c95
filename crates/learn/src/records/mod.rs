//! Game records: compact games for fitting and training.
//!
//! A [`GameRecord`] is one record with its length and a checksum. So files can be concatenated, and a reader
//! skips and reports damage. `docs/selfplay-format.md` describes every byte. [`Sampler`] chooses positions
//! with their results.
//!
//! ```
//! use stonefall_learn::records::{GameRecord, Reader, Sampler, Sampling};
//! use stonefall_engine::types::Rules;
//!
//! let mut file = GameRecord::new(5, Rules::standard(5)).to_bytes();
//! file.extend(GameRecord::new(6, Rules::standard(6)).to_bytes());
//!
//! let mut sampler = Sampler::new(Sampling { settled: true, ..Sampling::default() });
//! let mut reader = Reader::new(&file[..]);
//! while let Some(game) = reader.next_game()? {
//!     sampler.sample(&game, |sample| println!("{} {}", sample.game.tps(), sample.points()))?;
//! }
//! assert!(reader.damage().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod decode;
mod encode;
mod error;
mod game;
mod reader;
mod sample;
mod stats;
mod text;

pub use encode::MAGIC;
pub use error::{Damage, RecordError};
pub use game::{GameRecord, Origin, Ply};
pub use reader::Reader;
pub use sample::{Sample, Sampler, Sampling};
pub use stats::{SizeStats, Stats};
pub use text::{from_ptn, ptn};
