//! Reads files, and writes them atomically.

use super::Error;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonefall_engine::eval::net::Network;
use stonefall_tools::files::{read_text, write_atomically};

/// Replaces the content of a file atomically: after a crash or on a full disk it holds the old or the new
/// content.
pub(super) fn replace(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Error> {
    // A link or a device is written in place.
    if path.symlink_metadata().is_ok_and(|data| !data.is_file()) {
        return fs::write(path, content).map_err(|reason| refused(path, reason));
    }
    write_atomically(path, content.as_ref()).map_err(|reason| refused(path, reason))
}

/// Creates the folder of an output file.
pub(super) fn create_folder(path: &Path) -> Result<(), Error> {
    let Some(folder) = path.parent() else { return Ok(()) };
    fs::create_dir_all(folder).map_err(|reason| refused(folder, reason))
}

/// Text of a file in any encoding, or of standard input for `-`.
pub(super) fn read(path: &Path) -> Result<String, Error> {
    let text = if is_standard(path) {
        read_text(io::stdin().lock())
    } else {
        fs::File::open(path).and_then(read_text)
    };
    text.map_err(|reason| refused(path, reason))
}

/// The error of a file that cannot be read or written.
pub(super) fn refused(path: &Path, reason: io::Error) -> Error {
    let file = if is_standard(path) { "standard input".into() } else { path.display().to_string() };
    Error::File { file, reason }
}

/// The error of a file with a content that the command cannot use.
pub(super) fn failed<E: Display>(path: &Path) -> impl Fn(E) -> Error + Copy {
    move |error| Error::Failed(format!("{}: {error}", path.display()))
}

/// Refuses to write over one of the files that a command reads.
pub(super) fn spare<'a>(
    path: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
    name: &str,
) -> Result<(), Error> {
    match inputs.into_iter().any(|input| input == path || is_same(input, path)) {
        true => {
            let found = path.display();
            Err(Error::Usage(format!("expected another file than the {name}, found {found}")))
        }
        false => Ok(()),
    }
}

/// Reads a network file.
pub(super) fn network(path: &Path) -> Result<Arc<Network>, Error> {
    let bytes = fs::read(path).map_err(|reason| refused(path, reason))?;
    Network::read(&bytes).map(Arc::new).map_err(failed(path))
}

/// Whether a name stands for standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether two names stand for the same existing file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

/// Inserts a suffix before the extension: `game.ptn` and `-2` give `game-2.ptn`.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(suffix);
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffix_goes_before_the_extension() {
        for (path, expected) in [("a/game.ptn", "a/game-2.ptn"), ("game", "game-2"), (".x", ".x-2")]
        {
            assert_eq!(with_suffix(Path::new(path), "-2"), Path::new(expected));
        }
    }
}
