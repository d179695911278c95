//! The end of a session.

use super::session::{Session, State};
use crate::cli::{Error, file};
use crate::tools::date;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

impl Session<'_> {
    /// Says goodbye. Saves an unsaved game to a new file, or prints it if that fails.
    pub(super) fn leave(mut self) -> Result<(), Error> {
        if self.record.is_unsaved() {
            let path = self.record.path().map_or_else(new_name, Path::to_path_buf);
            if let Err(error) = file::replace(&path, self.record.text()) {
                writeln!(self.output, "   Saving the game failed ({error}). Here it is:\n")?;
                write!(self.output, "{}", self.record.text())?;
                return Ok(self.output.flush()?);
            }
            self.name_file(&path)?;
        } else if let Some(path) = self.record.path().map(Path::to_path_buf) {
            self.name_file(&path)?;
        }
        Ok(self.output.flush()?)
    }

    fn name_file(&mut self, path: &Path) -> Result<(), Error> {
        let name = path.display();
        let how = match self.state {
            State::Running => format!("; to continue: stonefall play {name} --save {name}"),
            State::Over => String::new(),
        };
        Ok(writeln!(self.output, "   The game is in {name}{how}.")?)
    }
}

/// Name of a new file: `stonefall-2026.11.21-143015.ptn`.
fn new_name() -> PathBuf {
    let (date, time) = date::tags(SystemTime::now());
    let stem = format!("stonefall-{date}-{}", time.replace(':', ""));
    let first = PathBuf::from(format!("{stem}.ptn"));
    let others = (2..).map(|count| PathBuf::from(format!("{stem}-{count}.ptn")));
    std::iter::once(first).chain(others).find(|path| !path.exists()).unwrap_or_default()
}
