//! Divides games into buckets.

use super::files::{ShuffleFolder, ShuffleHead, ShuffledGames};
use super::settings::ShuffleSettings;
use crate::resume::{ResumeError, ResumeProblem, Start, check_settings};
use crate::workers;
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, Write};
use std::path::Path;
use stonefall_engine::stopper::Stopper;
use stonefall_learn::records::{GameRecord, RecordError};
use stonefall_learn::train::{ScoreCounts, gather, marked};
use thiserror::Error;

/// Games that a thread samples at a time, and their number per thread.
const JOB: usize = 64;
const JOBS: usize = 8;
/// Bytes that the buffers of all buckets have together, and the bounds of one.
const BUFFERS: usize = 1 << 27;
const BUFFER: [usize; 2] = [1 << 13, 1 << 20];
/// Bytes per read.
const CHUNK: usize = 1 << 20;

/// A folder for shuffled games.
#[derive(Debug)]
pub enum OpenedShuffle {
    /// An earlier run has shuffled them.
    Complete(ShuffledGames),
    /// The games are missing.
    Empty(Shuffling),
}

/// Games on their way to a folder. An unfinished shuffle leaves no files.
#[derive(Debug)]
pub struct Shuffling {
    /// `None` after the end.
    folder: Option<ShuffleFolder>,
    settings: ShuffleSettings,
    threads: usize,
    /// Number of games so far.
    number: u64,
    /// Games without samples so far.
    games: Vec<GameRecord>,
    buffers: Vec<Vec<u8>>,
}

/// Error of a shuffle.
#[derive(Debug, Error)]
pub enum ShuffleError {
    /// A game.
    #[error(transparent)]
    Game(#[from] RecordError),
    /// The folder.
    #[error(transparent)]
    Folder(#[from] ResumeError),
}

/// Opens or creates a folder.
///
/// # Errors
/// If it cannot be read and written, another process uses it, or it has games that other settings shuffled.
pub fn open(
    path: &Path,
    start: Start,
    settings: ShuffleSettings,
    threads: usize,
) -> Result<OpenedShuffle, ResumeError> {
    let buckets = settings.buckets().map_err(|text| ResumeProblem::Content(text).at(path))?;
    let folder = ShuffleFolder::open(path)?;
    let found = if start == Start::Restart { None } else { folder.head()? };
    if let Some(head) = found {
        check_settings(&settings, &head.settings).map_err(|problem| problem.at(path))?;
        if folder.holds(&head) {
            return Ok(OpenedShuffle::Complete(ShuffledGames::new(folder, head)));
        }
    }
    folder.clear().map_err(|error| ResumeProblem::from(error).at(path))?;
    Ok(OpenedShuffle::Empty(Shuffling {
        folder: Some(folder),
        settings,
        threads,
        number: 0,
        games: Vec::new(),
        buffers: vec![Vec::new(); buckets],
    }))
}

impl Shuffling {
    /// Number of buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.buffers.len()
    }

    /// Adds a game; those of other board sizes are skipped.
    ///
    /// # Errors
    /// Those of [`Shuffling::flush`].
    pub fn add(&mut self, game: GameRecord) -> Result<(), ShuffleError> {
        if game.size != self.settings.size {
            return Ok(());
        }
        self.number += 1;
        self.games.push(game);
        if self.games.len() < JOB * JOBS * self.threads { Ok(()) } else { self.flush() }
    }

    /// Samples all games so far. Equal games give equal files for any number of threads.
    ///
    /// # Errors
    /// If a game has an illegal move, or the folder cannot be written.
    pub fn flush(&mut self) -> Result<(), ShuffleError> {
        let games = std::mem::take(&mut self.games);
        let before = self.number - games.len() as u64;
        let scatter = self.settings.scatter();
        let jobs: Vec<&[GameRecord]> = games.chunks(JOB).collect();
        let job = |(): &mut (), job: usize| {
            let mut bytes = Vec::new();
            let numbers = before + (job * JOB) as u64 + 1..;
            let mut games = numbers.zip(jobs[job]);
            let added = games.try_for_each(|(number, game)| scatter.add(number, game, &mut bytes));
            Some(added.map(|()| bytes))
        };
        let mut results: Vec<_> = jobs.iter().map(|_| None).collect();
        workers::run(
            0..jobs.len(),
            self.threads,
            || (),
            job,
            |job, result| {
                results[job] = Some(result);
            },
        );
        let buckets = self.buffers.len();
        let most = (BUFFERS / buckets).clamp(BUFFER[0], BUFFER[1]);
        for result in results.into_iter().flatten() {
            for (bucket, sample) in marked(&result?, buckets) {
                self.buffers[bucket].extend_from_slice(sample);
                if self.buffers[bucket].len() >= most {
                    self.append(bucket)?;
                }
            }
        }
        Ok(())
    }

    /// Appends the buffer of a bucket to its file.
    fn append(&mut self, bucket: usize) -> Result<(), ResumeError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let (path, buffer) = (folder.samples(bucket), &mut self.buffers[bucket]);
        // One open file at a time: there may be more buckets than a process may open.
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let written = file.and_then(|mut file| file.write_all(buffer));
        buffer.clear();
        written.map_err(|error| ResumeProblem::from(error).at(&path))
    }

    /// Finishes the buckets and calls `on_bucket` with the number of finished ones. `None` if the stopper ended it.
    ///
    /// # Errors
    /// Those of [`Shuffling::flush`].
    pub fn finish(
        mut self,
        stopper: &Stopper,
        mut on_bucket: impl FnMut(usize),
    ) -> Result<Option<ShuffledGames>, ShuffleError> {
        self.flush()?;
        let mut counts = ScoreCounts::default();
        let mut buckets = Vec::new();
        for bucket in 0..self.buffers.len() {
            if stopper.is_stopped() {
                return Ok(None);
            }
            self.append(bucket)?;
            self.buffers[bucket] = Vec::new();
            let Some(folder) = &self.folder else { return Ok(None) };
            let path = folder.samples(bucket);
            let problem = |error| ResumeProblem::File(error).at(&path);
            let file = File::open(&path).map_err(problem)?;
            let dataset = gather(BufReader::with_capacity(CHUNK, file)).map_err(problem)?;
            fs::remove_file(&path).map_err(problem)?;
            counts.add(&dataset.training);
            buckets.push(folder.write(bucket, &dataset.training, &dataset.holdout)?);
            on_bucket(buckets.len());
        }
        let Some(folder) = self.folder.take() else { return Ok(None) };
        let score_spread = counts.spread().0.to_bits();
        let settings = self.settings.clone();
        Ok(Some(folder.complete(ShuffleHead { settings, score_spread, buckets })?))
    }
}

impl Drop for Shuffling {
    fn drop(&mut self) {
        if let Some(folder) = self.folder.take() {
            let _ = folder.remove();
        }
    }
}
