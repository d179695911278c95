//! The file of a part: begun, taken up again, added to.

use super::Plan;
use crate::tools::records::{Game, Origin, Reader, RecordError};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file that the games of one seed and shard are added to, in the order of their numbers.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    file: BufWriter<File>,
}

/// What a file held when it was taken up again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resumed {
    /// Games.
    pub games: u32,
    /// Bytes behind them that were no whole record, or not the next game, and have been cut off.
    pub cut: u64,
}

/// A part that cannot be read, written or gone on with.
#[derive(Debug, Error)]
pub enum PartError {
    /// The file system says no.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// A file that does not hold records.
    #[error("{path}: {error}")]
    Records {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: RecordError,
    },
    /// Games that were made in another way.
    #[error("{path} has games of {found}; these would be of {wanted}")]
    Differs {
        /// The file.
        path: PathBuf,
        /// What the games there are of.
        found: String,
        /// What they would be gone on with.
        wanted: String,
    },
}

impl Part {
    /// Begins a part; a file of that name is emptied.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(path: &Path) -> Result<Self, PartError> {
        let file = File::create(path).map_err(|error| io_error(path, error))?;
        Ok(Self { path: path.into(), file: BufWriter::new(file) })
    }

    /// Takes a part up again, or begins it if there is no such file. What stands behind the last
    /// whole game in order is cut off.
    ///
    /// # Errors
    /// If the file cannot be read and written, is of another kind, or has games of another plan.
    pub fn resume(
        path: &Path,
        plan: &Plan,
        fingerprint: u32,
    ) -> Result<(Self, Resumed), PartError> {
        let wrong = |error| io_error(path, error);
        let mut file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok((Self::begin(path)?, Resumed::default()));
            }
            Err(error) => return Err(wrong(error)),
        };
        let length = file.metadata().map_err(wrong)?.len();
        let (games, end) = whole_games(path, &file, plan, fingerprint)?;
        file.set_len(end).map_err(wrong)?;
        file.seek(SeekFrom::Start(end)).map_err(wrong)?;
        let part = Self { path: path.into(), file: BufWriter::new(file) };
        Ok((part, Resumed { games, cut: length - end }))
    }

    /// Adds a game; it may wait in memory.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: &Game) -> Result<(), PartError> {
        self.file.write_all(&game.to_bytes()).map_err(|error| io_error(&self.path, error))
    }

    /// Hands everything to the system.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn flush(&mut self) -> Result<(), PartError> {
        self.file.flush().map_err(|error| io_error(&self.path, error))
    }
}

fn io_error(path: &Path, error: io::Error) -> PartError {
    PartError::Io { path: path.into(), error }
}

/// The games at the beginning of a file that are those of the plan, and where they end.
fn whole_games(
    path: &Path,
    file: &File,
    plan: &Plan,
    fingerprint: u32,
) -> Result<(u32, u64), PartError> {
    let mut reader = Reader::new(file);
    let (mut count, mut end) = (0, 0);
    loop {
        let game = match reader.next_game() {
            Ok(Some(game)) => game,
            Ok(None) => break,
            Err(error) => return Err(PartError::Records { path: path.into(), error }),
        };
        let origin = Origin { seed: plan.seed, shard: plan.shard, game: count, plan: fingerprint };
        let of_plan = Origin { game: count, ..game.origin } == origin && game.size == plan.size;
        if !of_plan {
            return Err(PartError::Differs {
                path: path.into(),
                found: recipe(game.size, game.nodes, game.origin),
                wanted: recipe(plan.size, plan.nodes, origin),
            });
        }
        // Behind a damaged record the numbers do not go on: those games are played again.
        if game.origin != origin || !reader.damage().is_empty() {
            break;
        }
        count += 1;
        end = reader.whole_until();
    }
    Ok((count, end))
}

fn recipe(size: usize, nodes: u32, origin: Origin) -> String {
    let Origin { seed, shard, plan, .. } = origin;
    format!(
        "size {size}, {nodes} nodes, seed {seed}, shard {shard}, settings and engine {plan:08x}"
    )
}
