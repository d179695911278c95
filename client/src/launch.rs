//! How an engine is started.

use super::{ClientError, Process};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A program, and what it is started with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The program: a path, or a name that is looked up as the shell does.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The folder to start it in; ours if absent.
    pub folder: Option<PathBuf>,
    /// What to add to the environment.
    pub environment: Vec<(OsString, OsString)>,
}

impl Launch {
    /// A program without arguments.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            folder: None,
            environment: Vec::new(),
        }
    }

    /// This program itself: an engine that is always there.
    ///
    /// # Errors
    /// If the system does not say where it is.
    pub fn ourselves() -> Result<Self, ClientError> {
        match std::env::current_exe() {
            Ok(program) => Ok(Self::new(program)),
            Err(reason) => Err(ClientError::Start { command: "this program".into(), reason }),
        }
    }

    /// The same with another argument.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// The command line, for people.
    #[must_use]
    pub fn command(&self) -> String {
        let words = std::iter::once(self.program.as_os_str())
            .chain(self.arguments.iter().map(OsString::as_os_str));
        words.map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
    }

    /// Starts it.
    ///
    /// # Errors
    /// If there is no such program, or the system refuses to run it.
    pub fn start(&self) -> Result<Process, ClientError> {
        Process::start(self)
            .map_err(|reason| ClientError::Start { command: self.command(), reason })
    }

    /// A relative path would be looked for in the other folder on some systems and in ours on others.
    pub(super) fn full_program(&self) -> PathBuf {
        let is_path = self.program.parent().is_some_and(|parent| parent != Path::new(""));
        if is_path && self.folder.is_some() {
            std::path::absolute(&self.program).unwrap_or_else(|_| self.program.clone())
        } else {
            self.program.clone()
        }
    }
}

/// A word as it could be typed.
fn quoted(word: &str) -> String {
    let is_plain =
        |character: char| character.is_alphanumeric() || "/._-+=,:@%\\".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_typed() {
        let launch =
            Launch::new("./tak engine").argument("--hash=64").argument("it's").argument("");
        assert_eq!(launch.command(), r"'./tak engine' --hash=64 'it'\''s' ''");
    }
}
