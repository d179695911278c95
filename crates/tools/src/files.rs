//! Reads text files of a limited size, and replaces files atomically.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use stonefall_engine::notation::decode;

/// Largest input in MiB.
const LARGEST_MIB: u64 = 256;

/// Reads a text in any encoding ([`decode`]).
///
/// # Errors
/// If the input cannot be read or has more than 256 MiB.
pub fn read_text(input: impl Read) -> io::Result<String> {
    read_at_most(LARGEST_MIB, input)
}

/// Like [`read_text`], with another limit.
///
/// # Errors
/// If the input cannot be read or is larger.
pub(crate) fn read_at_most(mib: u64, input: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    input.take((mib << 20) + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > mib << 20 {
        return Err(io::Error::other(format!("expected at most {mib} MiB, found more")));
    }
    Ok(decode(bytes))
}

/// Replaces the content of a file: after a crash or on a full disk it holds the old or the new content.
///
/// # Errors
/// If the file cannot be written.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(content)?;
        // The content must reach the disk before the name does.
        file.sync_all()?;
        fs::rename(&new, path)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&new);
    })
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
        assert_eq!(read_at_most(1, &b"a\xff"[..]).unwrap(), "a\u{ff}");
    }
}
