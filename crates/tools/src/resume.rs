//! Files that grow with long work and resume it after an interruption.

use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
#[cfg(unix)]
use std::fs::TryLockError;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::thread;
use std::time::{Duration, Instant};
use stonefall_engine::notation::excerpt;
use thiserror::Error;

/// Interval between waits for the disk.
const SYNC_EVERY: Duration = Duration::from_secs(1);
/// Longest start of another process.
#[cfg(unix)]
const START_TIME: Duration = Duration::from_millis(200);

/// Treatment of results that are already in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// Keep them.
    Resume,
    /// Discard them.
    Restart,
}

/// A file to which finished units (games, batches) are appended. Only one process can have it open.
#[derive(Debug)]
pub struct ResumableFile {
    path: PathBuf,
    file: File,
    synced: Instant,
}

/// Error of a file that cannot be read, written or resumed.
#[derive(Debug, Error)]
#[error("{}: {problem}", .path.display())]
pub struct ResumeError {
    /// The file.
    pub path: PathBuf,
    /// The problem.
    pub problem: ResumeProblem,
}

/// Problem of a file that cannot be read, written or resumed.
#[derive(Debug, Error)]
pub enum ResumeProblem {
    /// The operating system refuses.
    #[error(transparent)]
    File(#[from] io::Error),
    /// The path no longer leads to the open file: what is written there is lost.
    #[error("expected the file that this process writes, found it removed or its file system gone")]
    Gone,
    /// Another process writes the file.
    #[error("expected a file that no other process writes, found one in use")]
    InUse,
    /// The content is not what this work writes.
    #[error("{0}")]
    Content(String),
    /// Other settings made the content.
    #[error("{0}")]
    Settings(String),
}

impl ResumeProblem {
    /// Adds the path.
    pub(super) fn at(self, path: &Path) -> ResumeError {
        ResumeError { path: path.into(), problem: self }
    }
}

impl ResumableFile {
    /// Opens or creates a file. `read` returns the content and the length of its complete units in bytes;
    /// the file is cut to this length, because a killed program leaves an incomplete unit. Also returns
    /// the number of bytes cut.
    ///
    /// # Errors
    /// If the file cannot be read and written; and the errors of `read`, which leave the file unchanged.
    pub fn open<T>(
        path: &Path,
        start: Start,
        read: impl FnOnce(&mut File) -> Result<(T, u64), ResumeProblem>,
    ) -> Result<(Self, T, u64), ResumeError> {
        let open = || {
            let mut file = open_alone(path)?.ok_or(ResumeProblem::InUse)?;
            if start == Start::Restart {
                file.set_len(0)?;
            }
            let length = file.metadata()?.len();
            let (content, end) = read(&mut file)?;
            file.set_len(end)?;
            file.seek(SeekFrom::Start(end))?;
            let file = Self { path: path.into(), file, synced: Instant::now() };
            Ok((file, content, length.saturating_sub(end)))
        };
        open().map_err(|problem: ResumeProblem| problem.at(path))
    }

    /// Appends a unit in one write, so that a killed program leaves at most one incomplete unit. A network file
    /// system reports a full disk only when the program waits for the disk, which happens once per second here.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), ResumeError> {
        self.file.write_all(bytes).map_err(|error| ResumeProblem::from(error).at(&self.path))?;
        if self.synced.elapsed() < SYNC_EVERY { Ok(()) } else { self.sync() }
    }

    /// Waits until the content is on the disk, so that a power failure does not lose it.
    pub fn sync(&mut self) -> Result<(), ResumeError> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(|error| ResumeProblem::from(error).at(&self.path))?;
        match is_at(&self.file, &self.path) {
            Ok(true) => Ok(()),
            Ok(false) => Err(ResumeProblem::Gone.at(&self.path)),
            Err(error) => Err(ResumeProblem::from(error).at(&self.path)),
        }
    }
}

/// Checks that the settings of a file are the expected ones. Settings are structs that serialize to JSON
/// objects.
///
/// # Errors
/// The fields that differ.
pub(super) fn check_settings<S: Serialize>(expected: &S, found: &S) -> Result<(), ResumeProblem> {
    let (expected, found) = (fields(expected), fields(found));
    let names: BTreeSet<_> = expected.keys().chain(found.keys()).collect();
    let text = |value: Option<&Value>| {
        value.map_or_else(|| "nothing".to_owned(), |value| excerpt(&value.to_string(), 60))
    };
    let differences: Vec<_> = names
        .into_iter()
        .filter(|&name| expected.get(name) != found.get(name))
        .map(|name| match [&expected, &found].map(|fields| text(fields.get(name))) {
            // Long values may differ after the excerpt.
            [expected, found] if expected == found => format!("expected other {name}"),
            [expected, found] => format!("expected {name} {expected}, found {found}"),
        })
        .collect();
    if differences.is_empty() {
        Ok(())
    } else {
        Err(ResumeProblem::Settings(differences.join("; ")))
    }
}

/// Fields of a struct, and those of the structs in it.
fn fields(settings: &impl Serialize) -> Map<String, Value> {
    let Ok(Value::Object(fields)) = serde_json::to_value(settings) else { return Map::new() };
    let inner = |(name, value)| match value {
        Value::Object(inner) => inner.into_iter().collect(),
        value => vec![(name, value)],
    };
    fields.into_iter().flat_map(inner).collect()
}

/// Opens or creates a file for reading and writing; `None` if another process has it open in this way. The operating
/// system ends the lock with the process.
#[cfg(unix)]
fn open_alone(path: &Path) -> io::Result<Option<File>> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    let start = Instant::now();
    loop {
        match file.try_lock() {
            // A process that this one starts just now shares its locks, also released ones, until it runs its program.
            Err(TryLockError::WouldBlock) if start.elapsed() < START_TIME => {
                thread::sleep(START_TIME / 20);
            }
            Err(TryLockError::WouldBlock) => return Ok(None),
            // Some network file systems have no locks.
            Ok(()) | Err(TryLockError::Error(_)) => return Ok(Some(file)),
        }
    }
}

/// Whether a path leads to an open file. It does not after the removal of the file, or of its file system.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let name = |metadata: &std::fs::Metadata| (metadata.dev(), metadata.ino());
    match path.metadata() {
        Ok(found) => Ok(name(&found) == name(&file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Windows does not remove an open file.
#[cfg(windows)]
fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    path.metadata().map(|_| true)
}

/// `ERROR_SHARING_VIOLATION`
#[cfg(windows)]
const SHARING_VIOLATION: i32 = 32;
/// `FILE_SHARE_READ`
#[cfg(windows)]
const SHARE_READ: u32 = 1;

#[cfg(windows)]
fn open_alone(path: &Path) -> io::Result<Option<File>> {
    use std::os::windows::fs::OpenOptionsExt;
    // A lock would keep others from reading.
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).share_mode(SHARE_READ);
    match options.open(path) {
        Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Ok(None),
        opened => opened.map(Some),
    }
}
