//! Division of samples into buckets that fit into memory.
//!
//! A hash of the position selects the bucket. Each bucket is thus a random part of all positions, and equal
//! positions meet in one bucket, where all but the first are removed. An epoch shuffles one bucket after the other.
//! (Shuffling in two passes: Sanders, "Random permutations on distributed, external and hierarchical memory", 1998.)

use super::samples::{NetSamples, length, pack};
use crate::dataset::Dataset;
use crate::random::Random;
use crate::records::{GameRecord, RecordError, Sampler, Sampling};
use fxhash::FxHashSet;
use std::io::{self, BufRead};
use stonefall_engine::eval::Value;

/// Bytes before a sample: the hash of the position, and its set.
const KEY: usize = 8;
const MARK: usize = KEY + 1;

/// Choice of samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scatter {
    /// Choice of positions; equal ones are taken once in any case.
    pub sampling: Sampling,
    /// One game in this many is in the hold-out set.
    pub hold: usize,
}

impl Scatter {
    /// Appends the marked samples of a game, which are for [`marked`]. `number` is the number of the game, from 1.
    /// Skips positions that the search never evaluates: those with a proven score, won in one, or in tak.
    ///
    /// # Errors
    /// Those of [`Sampler::sample`].
    pub fn add(
        &self,
        number: u64,
        game: &GameRecord,
        bytes: &mut Vec<u8>,
    ) -> Result<(), RecordError> {
        // Each game has random numbers of its own, so that any number of threads chooses the same positions.
        let seed = Random::of(&[self.sampling.seed, number]).word();
        let mut sampler = Sampler::new(Sampling { distinct: false, seed, ..self.sampling });
        let is_holdout = number.is_multiple_of(self.hold.max(1) as u64);
        sampler.sample(game, |sample| {
            let Value::CentiFlats(score) = sample.score else { return };
            if sample.game.is_forced() {
                return;
            }
            let komi = game.rules.half_komi.half_flats();
            let hash = [self.sampling.seed, sample.game.key(), komi as u64];
            bytes.extend(Random::of(&hash).word().to_le_bytes());
            bytes.push(is_holdout.into());
            pack(sample.game, score, sample.points() as f32, bytes);
        })
    }
}

/// The marked samples of [`Scatter::add`], each with the number of its bucket.
pub fn marked(bytes: &[u8], buckets: usize) -> impl Iterator<Item = (usize, &[u8])> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let key = u64::from_le_bytes(*rest.first_chunk()?);
        let (sample, left) = rest.split_at_checked(MARK + length(rest.get(MARK..)?)?)?;
        rest = left;
        Some((((u128::from(key) * buckets as u128) >> 64) as usize, sample))
    })
}

/// Reads all marked samples of a bucket in the order of their games. Takes the first of equal positions.
///
/// # Errors
/// If they cannot be read or are incomplete.
pub fn gather(mut input: impl BufRead) -> io::Result<Dataset<NetSamples>> {
    let mut dataset = Dataset::<NetSamples>::default();
    let mut seen = FxHashSet::default();
    let mut sample = Vec::new();
    while !input.fill_buf()?.is_empty() {
        let (mut key, mut set, mut start) = ([0; KEY], [0; MARK - KEY], [0; 2]);
        input.read_exact(&mut key)?;
        input.read_exact(&mut set)?;
        input.read_exact(&mut start)?;
        sample.clear();
        sample.extend(start);
        sample.resize(length(&start).ok_or(io::ErrorKind::InvalidData)?, 0);
        input.read_exact(&mut sample[start.len()..])?;
        if seen.insert(u64::from_le_bytes(key)) {
            let chosen = if set == [0] { &mut dataset.training } else { &mut dataset.holdout };
            chosen.add(&sample);
        }
    }
    Ok(dataset)
}
