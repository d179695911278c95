//! Reads files, and writes them atomically.

use super::Error;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;
use std::sync::Arc;
use stonefall_engine::eval::net::Network;

/// Largest input in MiB.
const LARGEST_MIB: u64 = 256;

/// Replaces the content of a file atomically: after a crash or on a full disk it holds the old or the new
/// content.
pub(super) fn replace(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Error> {
    // A link or a device is written in place.
    if path.symlink_metadata().is_ok_and(|data| !data.is_file()) {
        return fs::write(path, content).map_err(|reason| refused(path, reason));
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
    write().map_err(|reason| {
        let _ = fs::remove_file(&part);
        refused(path, reason)
    })
}

/// Text of a file, or of standard input for `-`. Invalid UTF-8 becomes replacement characters.
pub(super) fn read(path: &Path) -> Result<String, Error> {
    let text = if is_standard(path) {
        read_at_most(LARGEST_MIB, io::stdin().lock())
    } else {
        fs::File::open(path).and_then(|file| read_at_most(LARGEST_MIB, file))
    };
    text.map_err(|reason| refused(path, reason))
}

fn read_at_most(mib: u64, input: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    input.take((mib << 20) + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > mib << 20 {
        return Err(io::Error::other(format!("expected at most {mib} MiB, found more")));
    }
    let lossy = |error: FromUtf8Error| String::from_utf8_lossy(error.as_bytes()).into_owned();
    Ok(String::from_utf8(bytes).unwrap_or_else(lossy))
}

/// The error of a file that cannot be read or written.
pub(super) fn refused(path: &Path, reason: io::Error) -> Error {
    let file = if is_standard(path) { "standard input".into() } else { path.display().to_string() };
    Error::File { file, reason }
}

/// Reads a network file.
pub(super) fn network(path: &Path) -> Result<Arc<Network>, Error> {
    let bytes = fs::read(path).map_err(|reason| refused(path, reason))?;
    let wrong = |error| Error::Failed(format!("{}: {error}", path.display()));
    Network::read(&bytes).map(Arc::new).map_err(wrong)
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
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn refuses_input_above_the_limit() {
        let letters = |count| io::repeat(b'a').take(count);
        assert_eq!(read_at_most(1, letters(1 << 20)).unwrap().len(), 1 << 20);
        let error = read_at_most(1, letters((1 << 20) + 1)).unwrap_err().to_string();
        assert_eq!(error, "expected at most 1 MiB, found more");
        assert_eq!(read_at_most(1, &b"a\xff"[..]).unwrap(), "a\u{fffd}");
    }

    #[test]
    fn suffix_goes_before_the_extension() {
        for (path, expected) in [("a/game.ptn", "a/game-2.ptn"), ("game", "game-2"), (".x", ".x-2")]
        {
            assert_eq!(with_suffix(Path::new(path), "-2"), Path::new(expected));
        }
    }
}
