//! Settings of a shuffle: everything that decides the samples.

use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use stonefall_engine::eval::weights;
use stonefall_learn::records::Sampling;
use stonefall_learn::train::Scatter;

/// Bytes per read.
const CHUNK: usize = 1 << 20;
/// Bytes of a ply in a file of games. A game has more, so a bucket has fewer positions than the maximum.
const PLY: u64 = 4;
/// Maximum number of buckets. Each has a buffer.
const MOST_BUCKETS: usize = 1 << 15;

/// Settings of a shuffle.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct ShuffleSettings {
    /// Board size.
    pub size: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// Number of plies to skip at the start of each game.
    pub skip: usize,
    /// Maximum number of positions per game.
    pub per_game: Option<usize>,
    /// One game in this many is in the hold-out set.
    pub hold: usize,
    /// Maximum number of positions of a bucket.
    pub bucket: usize,
    /// The files of games.
    pub games: Vec<GamesFile>,
    /// CRC-32 of the weights of the terms, whose values are in the samples.
    pub terms: u32,
}

/// Identity of a file of games.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct GamesFile {
    /// Its length.
    pub bytes: u64,
    /// The CRC-32 of its content.
    pub crc32: u32,
}

impl GamesFile {
    /// Reads a file. Calls `on_read` with the number of bytes so far; its `false` ends the reading and gives `None`.
    ///
    /// # Errors
    /// If it cannot be read. Pipes are refused, because a training reads its games twice.
    pub fn read(path: &Path, mut on_read: impl FnMut(u64) -> bool) -> io::Result<Option<Self>> {
        let mut file = File::open(path)?;
        if !file.metadata()?.is_file() {
            return Err(io::Error::other("expected a file, found a folder, a pipe or a device"));
        }
        let (mut bytes, mut hasher) = (0, crc32fast::Hasher::new());
        let mut chunk = vec![0; CHUNK];
        loop {
            let count = file.read(&mut chunk)?;
            hasher.update(&chunk[..count]);
            bytes += count as u64;
            if count == 0 {
                return Ok(Some(Self { bytes, crc32: hasher.finalize() }));
            }
            if !on_read(bytes) {
                return Ok(None);
            }
        }
    }
}

impl ShuffleSettings {
    /// The [`ShuffleSettings::terms`] of this program.
    #[must_use]
    pub fn own_terms() -> u32 {
        crc32fast::hash(weights::FILE.as_bytes())
    }

    /// Number of buckets.
    ///
    /// # Errors
    /// If there are too many.
    pub fn buckets(&self) -> Result<usize, String> {
        let plies = self.games.iter().map(|file| file.bytes / PLY).sum::<u64>();
        let least = plies.div_ceil(MOST_BUCKETS as u64);
        if (self.bucket as u64) < least {
            let found = self.bucket;
            return Err(format!("expected at least {least} positions in a bucket, found {found}"));
        }
        Ok(plies.div_ceil(self.bucket.max(1) as u64).max(1) as usize)
    }

    /// Hash of the settings. Equal hashes mean equal samples.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        crc32fast::hash(format!("{self:?}").as_bytes())
    }

    /// The choice of samples.
    pub(super) const fn scatter(&self) -> Scatter {
        let &Self { skip: skip_plies, per_game, seed, hold, .. } = self;
        let sampling = Sampling { skip_plies, settled: false, per_game, distinct: false, seed };
        Scatter { sampling, hold }
    }
}
