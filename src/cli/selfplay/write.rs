//! A file of games that grows until all games are there, and can be resumed.

use super::progress::Progress;
use crate::cli::Error;
use crate::cli::output::{Output, complain};
use crate::tools::selfplay::{Due, Ended, Made, Part, PartError, Resumed};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The games to make.
pub(super) struct Work {
    /// The file.
    pub(super) path: PathBuf,
    /// Whether to discard its games.
    pub(super) restart: bool,
    /// Number of games in the end.
    pub(super) count: u32,
}

/// Receiver of finished games.
type Take<'a> = &'a mut dyn FnMut(Made<'_>) -> Result<(), PartError>;

/// Writes the games that `work` makes from a number on; `due` identifies the game of each number.
pub(super) fn write(
    work: &Work,
    due: impl Fn(u32) -> Option<Due>,
    output: &mut Output,
    make: impl FnOnce(u32, Take<'_>) -> Result<Ended, PartError>,
) -> Result<(), Error> {
    let path = &work.path;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .map_err(|reason| Error::File { file: folder.display().to_string(), reason })?;
    }
    let (mut part, resumed) = if work.restart {
        (Part::begin(path).map_err(|error| refused(&error))?, Resumed::default())
    } else {
        Part::resume(path, due).map_err(|error| refused(&error))?
    };
    tell_resumed(path, resumed);

    let mut progress = Progress::new(resumed.games, work.count);
    let mut take = |made: Made<'_>| {
        part.add(made.game)?;
        // A game takes far longer than a write, so each one is flushed.
        part.flush()?;
        progress.note(made.game);
        Ok(())
    };
    let ended = make(resumed.games, &mut take).map_err(|error| refused(&error))?;

    writeln!(output, "{}: {}", path.display(), progress.finish())?;
    output.flush()?;
    match ended {
        Ended::Complete => Ok(()),
        Ended::Halted => {
            Err(Error::Failed("interrupted; run the same command to resume".to_owned()))
        }
    }
}

fn tell_resumed(path: &Path, resumed: Resumed) {
    if resumed.cut > 0 {
        let path = path.display();
        complain(&format!("{path}: removed {} bytes after the last complete game", resumed.cut));
    }
    if resumed.games > 0 {
        complain(&format!("resuming after {} games", resumed.games));
    }
}

fn refused(error: &PartError) -> Error {
    let hint = match error {
        PartError::Differs { .. } => " (--restart replaces it)",
        _ => "",
    };
    Error::Failed(format!("{error}{hint}"))
}
