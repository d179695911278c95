//! Game records: many games in few bytes, for fitting and learning.
//!
//! A [`GameRecord`] is written as one record that says how long it is and ends with a checksum, so that
//! files can be concatenated, and a torn or damaged stretch is passed over and reported.
//! `docs/selfplay-format.md` has every byte. What a game is sampled for is left to whoever reads
//! it: [`Sampler`] derives positions, results, quiet flags and symmetric images.
//!
//! ```
//! use stonefall_learn::records::{GameRecord, Reader, Sampler, Sampling};
//! use stonefall_engine::types::{Rules, sized};
//!
//! let mut file = GameRecord::new(5, Rules::standard(5)).to_bytes();
//! file.extend(GameRecord::new(6, Rules::standard(6)).to_bytes());
//!
//! let mut sampler = Sampler::new(Sampling { quiet: true, ..Sampling::default() });
//! let mut reader = Reader::new(&file[..]);
//! while let Some(game) = reader.next_game()? {
//!     sized!(game.size, N => {
//!         for sample in sampler.samples::<N>(&game)? {
//!             println!("{} {}", sample.position.key(), sample.points());
//!         }
//!     })?;
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

pub use error::{Damage, RecordError};
pub use game::{GameRecord, Origin, Ply, Replay};
pub use reader::{MAGIC, Reader};
pub use sample::{Sample, Sampler, Sampling};
pub use stats::{Stats, Tally};
pub use text::{from_ptn, ptn};
