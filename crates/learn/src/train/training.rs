//! State of a training between steps, in memory and as a file.

use super::model::NetModel;
use crate::adam::AdamRow;
use rayon::prelude::*;
use thiserror::Error;

/// First bytes of a file: the format and its version.
const HEAD: &[u8] = b"TAKT\x04";

/// State of a training with the results of its epochs.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainState {
    /// The network.
    pub model: NetModel,
    /// All epochs so far; the first entry is the start.
    pub epochs: Vec<Epoch>,
    /// Running means of the gradient and of its squares.
    pub(super) mean: NetModel,
    pub(super) square: NetModel,
    /// Number of steps of each row.
    row_steps: Vec<u32>,
    /// Number of steps.
    pub(super) taken: u32,
    /// Sum of the losses of the present epoch.
    pub(super) loss: f64,
}

/// Mean losses over positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// Loss against the target: results and scores.
    pub target: f64,
    /// Loss against results alone.
    pub result: f64,
}

/// Result of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Number of the epoch, from 1; 0 for the start.
    pub number: usize,
    /// Mean loss over the training set during the epoch.
    pub training: f64,
    /// Losses over the hold-out set after the epoch.
    pub holdout: Losses,
}

/// Error of a file that cannot be resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TrainingFileError {
    /// Other settings or games.
    #[error("expected a training of these games with these settings, found another one")]
    Differs,
    /// Another format, or missing, extra or changed bytes.
    #[error("expected an interrupted training, found another or a damaged file")]
    Damaged,
}

impl TrainState {
    /// A training before its first epoch.
    #[must_use]
    pub fn new(model: NetModel) -> Self {
        let zero = NetModel::zero(model.size());
        let (epochs, row_steps) = (Vec::new(), vec![0; zero.rows.len()]);
        Self { model, epochs, mean: zero.clone(), square: zero, row_steps, taken: 0, loss: 0.0 }
    }

    /// Number of completed epochs.
    #[must_use]
    pub fn done(&self) -> usize {
        self.epochs.last().map_or(0, |epoch| epoch.number)
    }

    /// Number of steps, each with a batch, in all epochs.
    #[must_use]
    pub const fn steps(&self) -> u32 {
        self.taken
    }

    /// Content of a file. `plan` is the [`super::TrainPlan::fingerprint`].
    #[must_use]
    pub fn to_bytes(&self, plan: u32) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        bytes.extend(plan.to_le_bytes());
        bytes.extend(self.taken.to_le_bytes());
        bytes.extend(self.loss.to_le_bytes());
        bytes.extend((self.epochs.len() as u32).to_le_bytes());
        let losses = self.epochs.iter().flat_map(|epoch| {
            [epoch.training, epoch.holdout.target, epoch.holdout.result].map(f64::to_le_bytes)
        });
        bytes.extend(losses.flatten());
        for model in [&self.model, &self.mean, &self.square] {
            bytes.extend(model.rows.as_flattened().iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.row_steps.iter().flat_map(|steps| steps.to_le_bytes()));
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file of a training on this board size.
    ///
    /// # Errors
    /// If it has another format or another plan.
    pub fn read(bytes: &[u8], size: usize, plan: u32) -> Result<Self, TrainingFileError> {
        let (content, sum) = bytes.split_last_chunk().ok_or(TrainingFileError::Damaged)?;
        let mut rest = content.strip_prefix(HEAD).ok_or(TrainingFileError::Damaged)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
            return Err(TrainingFileError::Damaged);
        }
        let mut word = || take::<4>(&mut rest).map(u32::from_le_bytes);
        let (found, taken) = (word()?, word()?);
        let loss = f64::from_le_bytes(take(&mut rest)?);
        let count = u32::from_le_bytes(take(&mut rest)?);
        if found != plan {
            return Err(TrainingFileError::Differs);
        }
        let mut epochs = Vec::new();
        for number in 0..count as usize {
            let mut loss = || take::<8>(&mut rest).map(f64::from_le_bytes);
            let (training, target, result) = (loss()?, loss()?, loss()?);
            epochs.push(Epoch { number, training, holdout: Losses { target, result } });
        }
        let mut model = || -> Result<NetModel, TrainingFileError> {
            let mut model = NetModel::zero(size);
            for number in model.rows.as_flattened_mut() {
                *number = f32::from_le_bytes(take::<4>(&mut rest)?);
            }
            Ok(model)
        };
        let (model, mean, square) = (model()?, model()?, model()?);
        let mut row_steps = vec![0; model.rows.len()];
        for steps in &mut row_steps {
            *steps = u32::from_le_bytes(take(&mut rest)?);
        }
        if !rest.is_empty() {
            return Err(TrainingFileError::Damaged);
        }
        Ok(Self { model, epochs, mean, square, row_steps, taken, loss })
    }

    /// Takes a step against the gradient.
    pub(super) fn step(&mut self, gradient: &NetModel, rate: f32, decay: f32) {
        self.taken += 1;
        let means = self.mean.rows.par_iter_mut().zip(&mut self.square.rows);
        let rows = self.model.rows.par_iter_mut().zip(means).zip(&mut self.row_steps);
        rows.zip(&gradient.rows).for_each(|(((numbers, (mean, square)), taken), slopes)| {
            AdamRow { numbers, mean, square, taken }.step(slopes, rate, decay);
        });
    }
}

/// The next bytes of a file.
fn take<const L: usize>(rest: &mut &[u8]) -> Result<[u8; L], TrainingFileError> {
    let (taken, left) = rest.split_first_chunk::<L>().ok_or(TrainingFileError::Damaged)?;
    *rest = left;
    Ok(*taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trainings_are_read_back_and_other_files_are_refused() {
        let mut training = TrainState::new(NetModel::new(3, 5));
        let holdout = Losses { target: 0.5, result: 0.25 };
        training.epochs = vec![Epoch { number: 0, training: 0.125, holdout }];
        (training.taken, training.loss) = (7, 1.5);
        let bytes = training.to_bytes(9);
        assert_eq!(TrainState::read(&bytes, 3, 9), Ok(training));
        assert_eq!(TrainState::read(&bytes, 3, 8), Err(TrainingFileError::Differs));
        for (bytes, size) in [
            (&bytes[..], 4),
            (&bytes[..bytes.len() - 1], 3),
            (&bytes[..6], 3),
            (b"TAKT", 3),
            (b"TAKG", 3),
        ] {
            assert_eq!(TrainState::read(bytes, size, 9), Err(TrainingFileError::Damaged));
        }
    }
}
