//! Samples of a training: inputs, scores and results of positions, packed into bytes.
//!
//! A sample has few bytes, because all positions of a training are in memory:
//!
//! | bytes | content |
//! |---|---|
//! | 4 | value of the terms in inner units |
//! | 1 | output |
//! | rest | for each active input its distance from the previous one; 255 adds 254 to the next distance |
//!
//! Numbers are little-endian. (Packed positions as training data: the binpack format of Stockfish's trainer,
//! nnue-pytorch. It stores moves; inputs are larger, but need no replay.)

use crate::dataset::Dataset;
use crate::fit::Spread;
use crate::random::Random;
use crate::records::{GameRecord, RecordError, Sampler, Sampling};
use fxhash::FxHashMap;
use std::thread;
use stonefall_engine::Color;
use stonefall_engine::eval::Value;
use stonefall_engine::eval::net::Inputs;
use stonefall_engine::game::Game;

/// Bytes of a sample before its inputs.
const HEADER: usize = 5;
/// Code that adds one less to the next distance.
const FAR: u8 = u8::MAX;
const FAR_STEP: u16 = FAR as u16 - 1;

/// Positions as lists of inputs from the view of the side to move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NetSamples {
    bytes: Vec<u8>,
    /// End of each sample in the bytes.
    ends: Vec<usize>,
    labels: Vec<Label>,
}

/// Scores and results of all occurrences of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Label {
    /// Sum of the search scores in hundredths of a flat.
    score: i32,
    /// Sum of the mover's results in half points.
    points: u32,
    /// Number of occurrences.
    count: u32,
}

impl Label {
    fn add(&mut self, score: i32, points: u32) {
        self.score = self.score.saturating_add(score);
        self.points += points;
        self.count += 1;
    }
}

/// Data of a position besides its inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct SampleData {
    /// Value of the terms in inner units.
    pub(super) terms: f32,
    /// Mean search score in hundredths of a flat.
    pub(super) score: f32,
    /// The mover's mean result, from 0 to 1.
    pub(super) result: f32,
    /// Index of the output for this position.
    pub(super) output: u8,
}

impl NetSamples {
    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The spread of the search scores, from at most a million positions.
    #[must_use]
    pub fn score_spread(&self) -> Spread {
        let step = self.len() / 1_000_000 + 1;
        Spread::fitted(|| {
            let data = (0..self.len()).step_by(step).map(|index| self.data(index));
            data.map(|data| (data.score, data.result))
        })
    }

    /// Hash of all samples.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.bytes);
        for &Label { score, points, count } in &self.labels {
            let numbers = [score.to_le_bytes(), points.to_le_bytes(), count.to_le_bytes()];
            hasher.update(numbers.as_flattened());
        }
        hasher.finalize()
    }

    /// Data of a position; its inputs replace the content of a list.
    #[inline]
    pub(super) fn get(&self, index: usize, inputs: &mut Vec<u16>) -> SampleData {
        let codes = &self.sample(index)[HEADER..];
        inputs.resize(codes.len(), 0);
        // Without branches: each code overwrites an incomplete one.
        let (mut count, mut next) = (0, 0);
        for &code in codes {
            next += u16::from(code.min(FAR - 1));
            inputs[count] = next.wrapping_sub(1);
            count += usize::from(code != FAR);
        }
        inputs.truncate(count);
        self.data(index)
    }

    /// Data of a position.
    pub(super) fn data(&self, index: usize) -> SampleData {
        let [a, b, c, d, output] = *self.sample(index).first_chunk().unwrap_or(&[0; HEADER]);
        let Label { score, points, count } = self.labels[index];
        SampleData {
            terms: i32::from_le_bytes([a, b, c, d]) as f32,
            score: score as f32 / count as f32,
            result: points as f32 / (2 * count) as f32,
            output,
        }
    }

    fn sample(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..self.ends[index]]
    }

    /// Adds a position with a search score and the mover's result in half points.
    pub(super) fn push(&mut self, packed: &[u8], score: i32, points: u32) {
        self.bytes.extend_from_slice(packed);
        self.ends.push(self.bytes.len());
        self.labels.push(Label { score, points, count: 1 });
    }
}

/// A position as a sample.
pub(super) fn pack(game: &Game) -> Vec<u8> {
    // The inputs of the largest board fit 16 bits.
    const { assert!(Inputs::new(8).count() < 1 << 16) };
    let mut bytes = game.value(None).0.to_le_bytes().to_vec();
    bytes.push(0);
    // One more than the last input, so that every distance is at least 1.
    let mut last = 0;
    let output = game.active_inputs(&mut |input| {
        let input = input as u16 + 1;
        debug_assert!(input > last, "expected ascending inputs");
        let mut distance = input - last;
        while distance > FAR_STEP {
            bytes.push(FAR);
            distance -= FAR_STEP;
        }
        bytes.push(distance as u8);
        last = input;
    });
    bytes[HEADER - 1] = output as u8;
    bytes
}

/// Gathers the positions of games. Equal positions and their images are one sample with their mean score and result. The
/// first game with a position decides its set, and games of the other set do not count for it.
#[derive(Clone, Debug)]
pub struct Gatherer {
    sampling: Sampling,
    hold: usize,
    games: u64,
    dataset: Dataset<NetSamples>,
    /// Set and index of the positions by their keys.
    places: FxHashMap<u64, (bool, u32)>,
}

/// A position of a game.
struct Occurrence {
    key: u64,
    packed: Vec<u8>,
    score: i32,
    points: u32,
}

impl Gatherer {
    /// One game in `hold` is in the hold-out set.
    #[must_use]
    pub fn new(sampling: Sampling, hold: usize) -> Self {
        let (dataset, places) = (Dataset::default(), FxHashMap::default());
        Self { sampling: Sampling { distinct: false, ..sampling }, hold, games: 0, dataset, places }
    }

    /// Adds games. The samples do not depend on the number of threads.
    ///
    /// # Errors
    /// If a game has an illegal move.
    pub fn add(&mut self, games: &[GameRecord], threads: usize) -> Result<(), RecordError> {
        let share = games.len().div_ceil(threads.max(1)).max(1);
        let (sampling, before) = (self.sampling, self.games);
        let sampled = thread::scope(|scope| {
            let first = (before + 1..).step_by(share);
            let sample = |(first, games): (u64, &[GameRecord])| {
                let numbered = (first..).zip(games);
                numbered.map(|(number, game)| occurrences(sampling, number, game)).collect()
            };
            let work = |chunk| scope.spawn(move || -> Vec<_> { sample(chunk) });
            let threads: Vec<_> = first.zip(games.chunks(share)).map(work).collect();
            threads
                .into_iter()
                .flat_map(|thread| thread.join().unwrap_or_default())
                .collect::<Vec<_>>()
        });
        for occurrences in sampled {
            self.games += 1;
            let is_holdout = self.games.is_multiple_of(self.hold.max(1) as u64);
            let Dataset { training, holdout } = &mut self.dataset;
            let set = if is_holdout { holdout } else { training };
            for Occurrence { key, packed, score, points } in occurrences? {
                let next = (is_holdout, set.len() as u32);
                match *self.places.entry(key).or_insert(next) {
                    place if place == next => set.push(&packed, score, points),
                    (held, index) if held == is_holdout => {
                        set.labels[index as usize].add(score, points);
                    }
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// The positions.
    #[must_use]
    pub fn finish(self) -> Dataset<NetSamples> {
        self.dataset
    }
}

/// The positions of a game. Skips those that the search never evaluates: with a proven score, won in one, or in tak.
fn occurrences(
    sampling: Sampling,
    number: u64,
    game: &GameRecord,
) -> Result<Vec<Occurrence>, RecordError> {
    // Each game has random numbers of its own, so that any number of threads chooses the same positions.
    let seed = Random::of(&[sampling.seed, number]).word();
    let mut occurrences = Vec::new();
    Sampler::new(Sampling { seed, ..sampling }).sample(game, |sample| {
        let Value::CentiFlats(score) = sample.score else { return };
        if !sample.game.is_forced() {
            let (key, packed) = (key(sample.game), pack(sample.game));
            let points = (2.0 * sample.points()) as u32;
            occurrences.push(Occurrence { key, packed, score, points });
        }
    })?;
    Ok(occurrences)
}

/// Hash of a position with its komi and pieces, the same for all images.
fn key(game: &Game) -> u64 {
    let least = game.image_keys().into_iter().min().unwrap_or_default();
    let rules = game.rules();
    let pieces = Color::ALL.map(|color| {
        let pieces = rules.pieces[color];
        u64::from(pieces.stones) << 8 | u64::from(pieces.capstones)
    });
    Random::of(&[least, rules.half_komi.half_flats() as u64, pieces[0], pieces[1]]).word()
}
