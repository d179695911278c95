//! Game file of a part.

use std::fmt::{self, Formatter};
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use stonefall_learn::records::{GameRecord, Origin, Reader, RecordError};
use thiserror::Error;

/// A file to which games are appended in order.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    file: BufWriter<File>,
}

/// Settings of a game, which have to match when a part is resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    /// Board size.
    pub size: usize,
    /// Nodes per move.
    pub nodes: u32,
    /// Seed, shard, number and plan.
    pub origin: Origin,
}

/// Content of a resumed file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resumed {
    /// Number of games.
    pub games: u32,
    /// Number of bytes that were cut off after them: not a complete record, or not the next game.
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

    /// Resumes a part, or creates it if the file does not exist. Cuts off everything after the last
    /// complete game in order. `key` gives the settings of each game, `None` after the last.
    ///
    /// # Errors
    /// If the file cannot be read and written, or has games with other settings.
    pub fn resume(
        path: &Path,
        due: impl Fn(u32) -> Option<Due>,
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
        let (games, end) = whole_games(path, &file, due)?;
        file.set_len(end).map_err(wrong)?;
        file.seek(SeekFrom::Start(end)).map_err(wrong)?;
        let part = Self { path: path.into(), file: BufWriter::new(file) };
        Ok((part, Resumed { games, cut: length - end }))
    }

    /// Appends a game. Fails if the file cannot be written.
    pub fn add(&mut self, game: &GameRecord) -> Result<(), PartError> {
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

/// The games at the beginning of a file that are due there, and where they end.
fn whole_games(
    path: &Path,
    file: &File,
    due: impl Fn(u32) -> Option<Due>,
) -> Result<(u32, u64), PartError> {
    let mut reader = Reader::new(file);
    let (mut count, mut end) = (0, 0);
    loop {
        let game = match reader.next_game() {
            Ok(Some(game)) => game,
            Ok(None) => break,
            Err(error) => return Err(PartError::Records { path: path.into(), error }),
        };
        let found = Due { size: game.size, nodes: game.nodes, origin: game.origin };
        let due = due(count);
        // The number of the game aside: behind a damaged record it does not go on.
        let numbered = |due: Due| Origin { game: due.origin.game, ..found.origin };
        if due.is_none_or(|due| (due.size, due.origin) != (found.size, numbered(due))) {
            return Err(PartError::Differs {
                path: path.into(),
                found: found.to_string(),
                wanted: due.map_or_else(|| "nothing more".to_owned(), |due| due.to_string()),
            });
        }
        // Those games are made again.
        if due != Some(found) || !reader.damage().is_empty() {
            break;
        }
        count += 1;
        end = reader.whole_until();
    }
    Ok((count, end))
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { size, nodes, origin: Origin { seed, shard, plan, .. } } = self;
        write!(
            f,
            "size {size}, {nodes} nodes, seed {seed}, shard {shard}, settings and engine {plan:08x}"
        )
    }
}
