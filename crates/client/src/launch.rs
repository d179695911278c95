//! Command lines of engines.

use super::ClientError;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// A program and how to start it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Path of the program, or a name to look up in `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Working directory; `None` for the one of the client.
    pub folder: Option<PathBuf>,
    /// Variables to add to the environment.
    pub environment: Vec<(OsString, OsString)>,
}

impl Launch {
    /// A program without arguments.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self {
            program: program.into(),
            arguments: Vec::new(),
            folder: None,
            environment: Vec::new(),
        }
    }

    /// This program itself.
    ///
    /// # Errors
    /// If the system does not report its path.
    pub fn this_program() -> Result<Self, ClientError> {
        match std::env::current_exe() {
            Ok(program) => Ok(Self::new(program)),
            Err(reason) => Err(ClientError::Start { command: "this program".into(), reason }),
        }
    }

    /// Adds an argument.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// The command line as one could type it.
    pub fn command(&self) -> String {
        let words = std::iter::once(self.program.as_os_str())
            .chain(self.arguments.iter().map(OsString::as_os_str));
        words.map(|word| quoted(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
    }

    /// Path of the program, absolute if it is started in another directory: systems differ in which
    /// directory they resolve a relative path from.
    pub(super) fn full_program(&self) -> PathBuf {
        let is_path = self.program.parent().is_some_and(|parent| parent != Path::new(""));
        if is_path && self.folder.is_some() {
            std::path::absolute(&self.program).unwrap_or_else(|_| self.program.clone())
        } else {
            self.program.clone()
        }
    }
}

/// Quotes a word for a shell.
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
    fn quotes_commands_for_a_shell() {
        let launch =
            Launch::new("./tak engine").argument("--hash=64").argument("it's").argument("");
        assert_eq!(launch.command(), r"'./tak engine' --hash=64 'it'\''s' ''");
    }
}
