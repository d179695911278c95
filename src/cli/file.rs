//! Reads files, and writes them atomically.

use super::Error;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonefall_engine::eval::net::Network;

/// Largest file that is read.
const LARGEST_FILE: u64 = 16 << 20;

/// Replaces the content of a file atomically: after a crash it holds the old or the new content.
pub(super) fn replace(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Error> {
    let refused = |reason| Error::File { file: path.display().to_string(), reason };
    // A link or a device is written in place.
    if path.symlink_metadata().is_ok_and(|data| !data.is_file()) {
        return fs::write(path, content).map_err(refused);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let write = || {
        let mut file = fs::File::create(&part)?;
        file.write_all(content.as_ref())?;
        // The content must reach the disk before the name does.
        file.sync_all()?;
        fs::rename(&part, path)
    };
    let written = write();
    written.map_err(|reason| {
        let _ = fs::remove_file(&part);
        refused(reason)
    })
}

/// Text of a file, or of standard input for `-`.
pub(super) fn read(path: &Path) -> Result<String, Error> {
    let read = |input: &mut dyn Read| {
        let mut bytes = Vec::new();
        input.take(LARGEST_FILE).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    if is_standard(path) {
        let refused = |reason| Error::File { file: "standard input".into(), reason };
        return read(&mut io::stdin().lock()).map_err(refused);
    }
    let opened = fs::File::open(path).and_then(|mut file| read(&mut file));
    opened.map_err(|reason| Error::File { file: path.display().to_string(), reason })
}

/// Reads a network file.
pub(super) fn network(path: &Path) -> Result<Arc<Network>, Error> {
    let file = path.display().to_string();
    let bytes = fs::read(path).map_err(|reason| Error::File { file: file.clone(), reason })?;
    let network = Network::read(&bytes);
    network.map(Arc::new).map_err(|error| Error::Failed(format!("{file}: {error}")))
}

/// Whether a name stands for standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
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
