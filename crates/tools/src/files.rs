//! Reads text files of a limited size, and replaces files atomically.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use stonefall_engine::notation::decode;
use stonefall_engine::notation::ptn_file::PtnGame;

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

/// The games of a file that this program writes, each with its text up to the next game. The last one may be torn, also
/// within a character.
///
/// # Errors
/// If the file cannot be read or is not in UTF-8.
pub fn read_games(mut file: impl Read) -> io::Result<Vec<(PtnGame, String)>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let text = match str::from_utf8(&bytes) {
        Err(error) if error.error_len().is_none() => str::from_utf8(&bytes[..error.valid_up_to()]),
        read => read,
    };
    let text = text.map_err(io::Error::other)?;
    let games: Vec<_> = PtnGame::read_all(text).collect();
    let ends: Vec<_> = games.iter().skip(1).map(PtnGame::offset).chain([text.len()]).collect();
    let mut start = 0;
    let parts = games.into_iter().zip(ends).map(|(game, end)| {
        let part = text[start..end].to_owned();
        start = end;
        (game, part)
    });
    Ok(parts.collect())
}

/// Replaces the content of a file: after a crash or on a full disk it holds the old or the new content.
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
    fn games_have_their_texts() {
        let whole = [
            "\n[Size \"5\"]\r\n[Event \"\u{e4}\"]\r\n\r\n1. a1 e5 {a\n[b]} c3 R-0\r\n\r\n",
            "[Size \"6\"]\n1. a1 *\n\n",
        ];
        for torn in ["[Si", "[Size \"5\"]\n[Eve", "[Event \"\u{e4}", "[Size \"5\"]\n\n1. a1 {"] {
            for cut in 0..2 {
                let text = format!("{}{torn}", whole.concat());
                let bytes = &text.as_bytes()[..text.len() - cut];
                let texts: Vec<_> = read_games(bytes).unwrap().into_iter().map(|it| it.1).collect();
                assert_eq!((&texts[..2], texts.len()), (&whole.map(String::from)[..], 3), "{text}");
            }
        }
        assert!(read_games(&b" \n"[..]).unwrap().is_empty());
        assert!(read_games(&b"[Event \"\xe4\"]"[..]).is_err());
    }

    #[test]
    fn refuses_input_above_the_limit() {
        let letters = |count| io::repeat(b'a').take(count);
        assert_eq!(read_at_most(1, letters(1 << 20)).unwrap().len(), 1 << 20);
        let error = read_at_most(1, letters((1 << 20) + 1)).unwrap_err().to_string();
        assert_eq!(error, "expected at most 1 MiB, found more");
        assert_eq!(read_at_most(1, &b"a\xff"[..]).unwrap(), "a\u{ff}");
    }
}
