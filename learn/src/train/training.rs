//! A training as it stands between two epochs, in memory and as a file to go on from.

use super::epochs::{Epoch, Losses};
use super::model::Model;
use thiserror::Error;

const MAGIC: [u8; 4] = *b"TAKT";
const VERSION: u8 = 1;

/// All that the next epoch depends on, and what the earlier ones have come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Training {
    /// The network.
    pub model: Model,
    /// The losses of all epochs so far; the first entry is that of the terms alone.
    pub epochs: Vec<Epoch>,
    /// Running means of the slopes, and of their squares.
    pub(super) mean: Model,
    pub(super) square: Model,
    /// Steps taken.
    pub(super) taken: u32,
}

/// Why a training cannot be gone on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ResumeError {
    /// Another file.
    #[error(
        "expected a training that was broken off, which begins with TAKT; found something else"
    )]
    NotATraining,
    /// A training by other settings, or on other games.
    #[error("expected the training of these games and settings, found that of others")]
    Differs,
    /// Bytes missing, too many, or changed.
    #[error("the file is damaged")]
    Damaged,
}

impl Training {
    /// A training that begins with this model.
    #[must_use]
    pub fn new(model: Model) -> Self {
        let zero = Model::zero(model.size());
        Self { model, epochs: Vec::new(), mean: zero.clone(), square: zero, taken: 0 }
    }

    /// Number of epochs done.
    #[must_use]
    pub fn done(&self) -> usize {
        self.epochs.last().map_or(0, |epoch| epoch.number)
    }

    /// The bytes of a file to go on from. `plan` stands for the settings and the games.
    #[must_use]
    pub fn to_bytes(&self, plan: u32) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend(plan.to_le_bytes());
        bytes.extend(self.taken.to_le_bytes());
        bytes.extend((self.epochs.len() as u32).to_le_bytes());
        let losses = self.epochs.iter().flat_map(|epoch| {
            [epoch.learned, epoch.held.target, epoch.held.result].map(f64::to_le_bytes)
        });
        bytes.extend(losses.flatten());
        for model in [&self.model, &self.mean, &self.square] {
            bytes.extend(model.rows.as_flattened().iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads such a file for a board of this size.
    ///
    /// # Errors
    /// If it is another file, or of another plan.
    pub fn read(bytes: &[u8], size: usize, plan: u32) -> Result<Self, ResumeError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(ResumeError::NotATraining);
        }
        let (content, sum) = bytes.split_last_chunk().ok_or(ResumeError::Damaged)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*sum) || content[4] != VERSION {
            return Err(ResumeError::Damaged);
        }
        let mut rest = &content[5..];
        let mut word = || take::<4>(&mut rest).map(u32::from_le_bytes);
        let (found, taken, count) = (word()?, word()?, word()?);
        if found != plan {
            return Err(ResumeError::Differs);
        }
        let mut epochs = Vec::new();
        for number in 0..count as usize {
            let mut loss = || take::<8>(&mut rest).map(f64::from_le_bytes);
            let (learned, target, result) = (loss()?, loss()?, loss()?);
            epochs.push(Epoch { number, learned, held: Losses { target, result } });
        }
        let mut model = || -> Result<Model, ResumeError> {
            let mut model = Model::zero(size);
            for number in model.rows.as_flattened_mut() {
                *number = f32::from_le_bytes(take::<4>(&mut rest)?);
            }
            Ok(model)
        };
        let (model, mean, square) = (model()?, model()?, model()?);
        if !rest.is_empty() {
            return Err(ResumeError::Damaged);
        }
        Ok(Self { model, epochs, mean, square, taken })
    }

    /// Takes a step against the slopes: for each number one of its own size, and all shrink a little. (AdamW: Loshchilov and
    /// Hutter, 2019.)
    pub(super) fn step(&mut self, slopes: &Model, rate: f32, decay: f32) {
        const MEAN_DECAY: f32 = 0.9;
        const SQUARE_DECAY: f32 = 0.999;
        self.taken += 1;
        let left = |decay: f32| 1.0 - decay.powi(self.taken as i32);
        let (mean_left, square_left) = (left(MEAN_DECAY), left(SQUARE_DECAY));
        let means = self.mean.rows.as_flattened_mut().iter_mut();
        let squares = self.square.rows.as_flattened_mut().iter_mut();
        let numbers = self.model.rows.as_flattened_mut().iter_mut();
        let slopes = slopes.rows.as_flattened();
        for (((number, &slope), mean), square) in numbers.zip(slopes).zip(means).zip(squares) {
            *mean += (1.0 - MEAN_DECAY) * (slope - *mean);
            *square += (1.0 - SQUARE_DECAY) * (slope * slope - *square);
            let step = *mean / mean_left / ((*square / square_left).sqrt() + 1e-8);
            *number -= rate * (step + decay * *number);
        }
    }
}

/// The next bytes of a file.
fn take<const L: usize>(rest: &mut &[u8]) -> Result<[u8; L], ResumeError> {
    let (taken, left) = rest.split_first_chunk::<L>().ok_or(ResumeError::Damaged)?;
    *rest = left;
    Ok(*taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_training_is_read_as_it_was_written_and_nothing_else_is() {
        let mut training = Training::new(Model::new(3, 5));
        let held = Losses { target: 0.5, result: 0.25 };
        training.epochs = vec![Epoch { number: 0, learned: 0.125, held }];
        training.taken = 7;
        let bytes = training.to_bytes(9);
        assert_eq!(Training::read(&bytes, 3, 9), Ok(training));
        assert_eq!(Training::read(&bytes, 3, 8), Err(ResumeError::Differs));
        assert_eq!(Training::read(&bytes, 4, 9), Err(ResumeError::Damaged));
        assert_eq!(Training::read(&bytes[..bytes.len() - 1], 3, 9), Err(ResumeError::Damaged));
        assert_eq!(Training::read(&bytes[..6], 3, 9), Err(ResumeError::Damaged));
        assert_eq!(Training::read(b"TAKT", 3, 9), Err(ResumeError::Damaged));
        assert_eq!(Training::read(b"TAKG", 3, 9), Err(ResumeError::NotATraining));
    }
}
