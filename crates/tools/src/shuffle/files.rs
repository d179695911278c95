//! The folder of a shuffle.

use super::settings::ShuffleSettings;
use crate::files::write_atomically;
use crate::lock;
use crate::resume::{ResumeError, ResumeProblem};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use stonefall_engine::notation::excerpt;
use stonefall_learn::fit::Spread;
use stonefall_learn::train::{BucketSet, Buckets, NetSamples};

/// The file with the settings and the buckets. It is written last, so it means that all buckets are complete.
const HEAD: &str = "shuffle.json";
const LOCK: &str = "lock";
/// Extension of the files of the first pass.
const SAMPLES: &str = "samples";
/// Extension of the finished buckets.
const BUCKET: &str = "bucket";

/// A folder that one process uses.
#[derive(Debug)]
pub(super) struct ShuffleFolder {
    path: PathBuf,
    lock: File,
}

/// Content of the file [`HEAD`].
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct ShuffleHead {
    pub(super) settings: ShuffleSettings,
    /// Spread of the search scores of the training positions, as the bits of a number.
    pub(super) score_spread: u32,
    pub(super) buckets: Vec<BucketHead>,
}

/// Sections of a finished bucket.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(super) struct BucketHead {
    training: BucketSection,
    holdout: BucketSection,
}

/// Positions in a file.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
struct BucketSection {
    positions: usize,
    bytes: u64,
    crc32: u32,
}

/// Shuffled games in a folder.
#[derive(Debug)]
pub struct ShuffledGames {
    folder: ShuffleFolder,
    head: ShuffleHead,
    lengths: Vec<usize>,
}

impl ShuffleFolder {
    /// Creates the folder if it is missing, but not those above it, whose names may be misspelled.
    pub(super) fn open(path: &Path) -> Result<Self, ResumeError> {
        let problem = |error| ResumeProblem::File(error).at(path);
        if !path.is_dir() {
            fs::create_dir(path).map_err(problem)?;
        }
        let lock = lock::open_alone(&path.join(LOCK)).map_err(problem)?;
        let lock = lock.ok_or_else(|| ResumeProblem::InUse.at(&path.join(LOCK)))?;
        Ok(Self { path: path.into(), lock })
    }

    /// The settings and buckets of an earlier run.
    pub(super) fn head(&self) -> Result<Option<ShuffleHead>, ResumeError> {
        let path = self.path.join(HEAD);
        let problem = match fs::read(&path) {
            Ok(bytes) => match serde_json::from_slice(&bytes) {
                Ok(head) => return Ok(Some(head)),
                Err(error) => ResumeProblem::Settings(format!(
                    "expected the list of shuffled games, found {} ({error})",
                    excerpt(&String::from_utf8_lossy(&bytes), 40)
                )),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => error.into(),
        };
        Err(problem.at(&path))
    }

    /// Whether the folder has all buckets with their lengths.
    pub(super) fn holds(&self, head: &ShuffleHead) -> bool {
        head.buckets.iter().enumerate().all(|(number, bucket)| {
            let length = fs::metadata(self.bucket(number)).map_or(0, |data| data.len());
            length == bucket.training.bytes + bucket.holdout.bytes
        })
    }

    /// The file of the first pass for a bucket.
    pub(super) fn samples(&self, bucket: usize) -> PathBuf {
        self.path.join(format!("{bucket:05}.{SAMPLES}"))
    }

    fn bucket(&self, bucket: usize) -> PathBuf {
        self.path.join(format!("{bucket:05}.{BUCKET}"))
    }

    /// Writes a bucket.
    pub(super) fn write(
        &self,
        number: usize,
        training: &NetSamples,
        holdout: &NetSamples,
    ) -> Result<BucketHead, ResumeError> {
        let path = self.bucket(number);
        let write = || {
            let mut file = File::create(&path)?;
            file.write_all(training.bytes())?;
            file.write_all(holdout.bytes())?;
            // The list of the buckets must reach the disk after them.
            file.sync_all()
        };
        write().map_err(|error| ResumeProblem::from(error).at(&path))?;
        let [training, holdout] = [training, holdout].map(|samples| BucketSection {
            positions: samples.len(),
            bytes: samples.bytes().len() as u64,
            crc32: crc32fast::hash(samples.bytes()),
        });
        Ok(BucketHead { training, holdout })
    }

    /// Declares all buckets complete.
    pub(super) fn complete(self, head: ShuffleHead) -> Result<ShuffledGames, ResumeError> {
        let path = self.path.join(HEAD);
        let text = serde_json::to_vec(&head).unwrap_or_default();
        write_atomically(&path, &text).map_err(|error| ResumeProblem::from(error).at(&path))?;
        Ok(ShuffledGames::new(self, head))
    }

    /// Deletes the files of a shuffle, and nothing else.
    pub(super) fn clear(&self) -> io::Result<()> {
        for entry in fs::read_dir(&self.path)? {
            let path = entry?.path();
            let own = |name: &str| path.file_name().is_some_and(|found| found == name);
            let has = |extension| path.extension().is_some_and(|found| found == extension);
            let numbered = path.file_stem().and_then(|stem| stem.to_str()).is_some_and(|stem| {
                stem.len() >= 5 && stem.bytes().all(|letter| letter.is_ascii_digit())
            });
            if own(HEAD) || numbered && (has(SAMPLES) || has(BUCKET)) {
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    }

    /// Deletes the files of a shuffle, and the folder unless it has other files.
    pub(super) fn remove(self) -> io::Result<()> {
        self.clear()?;
        // Windows does not delete open files.
        drop(self.lock);
        fs::remove_file(self.path.join(LOCK))?;
        if fs::read_dir(&self.path)?.next().is_none() {
            fs::remove_dir(&self.path)?;
        }
        Ok(())
    }
}

impl ShuffledGames {
    pub(super) fn new(folder: ShuffleFolder, head: ShuffleHead) -> Self {
        let lengths = head.buckets.iter().map(|bucket| bucket.training.positions).collect();
        Self { folder, head, lengths }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder.path
    }

    /// Number of training and hold-out positions.
    #[must_use]
    pub fn positions(&self) -> [u64; 2] {
        let sum = |set: fn(&BucketHead) -> &BucketSection| {
            self.head.buckets.iter().map(|bucket| set(bucket).positions as u64).sum()
        };
        [sum(|bucket| &bucket.training), sum(|bucket| &bucket.holdout)]
    }

    /// The spread of the search scores.
    #[must_use]
    pub const fn score_spread(&self) -> Spread {
        Spread(f32::from_bits(self.head.score_spread))
    }

    /// Deletes the files, and the folder unless it has other files.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub fn remove(self) -> Result<(), ResumeError> {
        let path = self.folder.path.clone();
        self.folder.remove().map_err(|error| ResumeProblem::from(error).at(&path))
    }
}

impl Buckets for ShuffledGames {
    type Error = ResumeError;

    fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    fn load(&self, bucket: usize, set: BucketSet) -> Result<NetSamples, ResumeError> {
        let BucketHead { training, holdout } = &self.head.buckets[bucket];
        let (start, section) = match set {
            BucketSet::Training => (0, training),
            BucketSet::Holdout => (training.bytes, holdout),
        };
        let path = self.folder.bucket(bucket);
        let read = || -> Result<NetSamples, ResumeProblem> {
            let mut file = File::open(&path)?;
            file.seek(SeekFrom::Start(start))?;
            let mut bytes = vec![0; section.bytes as usize];
            file.read_exact(&mut bytes)?;
            let intact = crc32fast::hash(&bytes) == section.crc32;
            let samples = NetSamples::read(bytes, self.head.settings.size).filter(|_| intact);
            samples.filter(|samples| samples.len() == section.positions).ok_or_else(|| {
                ResumeProblem::Content(
                    "expected the positions of a training, found a damaged file; delete it and run the \
                     same command"
                        .to_owned(),
                )
            })
        };
        read().map_err(|problem| problem.at(&path))
    }
}
