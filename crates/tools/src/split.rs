//! Splits a stream of PTN into games, so that a large file need not fit into memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The longest text of a game, in bytes.
const LONGEST: usize = 1 << 20;

/// The texts of the games of a stream. A line that begins with a tag, behind a line that does not, begins a game.
pub(crate) struct Splitter<R> {
    input: R,
    /// The first line of the next game.
    line: Vec<u8>,
    /// Bytes read.
    pub(crate) read: u64,
}

impl<R: BufRead> Splitter<R> {
    pub(crate) const fn new(input: R) -> Self {
        Self { input, line: Vec::new(), read: 0 }
    }

    /// The text of the next game; `None` at the end. A text that is too long ends early.
    pub(crate) fn next(&mut self) -> io::Result<Option<String>> {
        let mut text = std::mem::take(&mut self.line);
        let mut has_moves = false;
        let mut in_comment = false;
        loop {
            let mut line = Vec::new();
            let limit = (LONGEST as u64).saturating_sub(text.len() as u64).max(1);
            let count = io::Read::take(&mut self.input, limit).read_until(b'\n', &mut line)?;
            self.read += count as u64;
            let is_tag = !in_comment && line.trim_ascii_start().starts_with(b"[");
            if count == 0 || text.len() >= LONGEST || (is_tag && has_moves) {
                self.line = line;
                break;
            }
            if !is_tag {
                has_moves |= !line.trim_ascii().is_empty();
                for byte in &line {
                    in_comment = match byte {
                        b'{' => true,
                        b'}' => false,
                        _ => in_comment,
                    };
                }
            }
            text.extend(line);
        }
        let is_end = text.trim_ascii().is_empty() && self.line.is_empty();
        Ok((!is_end).then(|| String::from_utf8_lossy(&text).into_owned()))
    }
}

/// The texts of the games of a file, and where each of them ends in bytes.
///
/// # Errors
/// If the file cannot be read.
pub fn games(file: impl Read) -> io::Result<Vec<(String, u64)>> {
    let mut splitter = Splitter::new(BufReader::new(file));
    let mut games = Vec::new();
    while let Some(text) = splitter.next()? {
        games.push((text, splitter.read - splitter.line.len() as u64));
    }
    Ok(games)
}

/// The texts of the games of the file with this path, and where each of them ends in bytes.
///
/// # Errors
/// If the file cannot be read.
pub fn games_of(path: &Path) -> io::Result<Vec<(String, u64)>> {
    games(File::open(path)?)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn split(text: &str) -> Vec<String> {
        let mut splitter = Splitter::new(text.as_bytes());
        std::iter::from_fn(|| splitter.next().unwrap()).collect()
    }

    #[test]
    fn tags_behind_moves_begin_a_game() {
        let first = "[Size \"5\"]\r\n[Event \"{\"]\r\n\r\n1. a1 e5 {a\n[comment]\n} 2. c3\n\n";
        let second = "[Size \"6\"]\n1. a1 f6 *\n";
        assert_eq!(split(&format!("{first}{second}\n")), [first, &format!("{second}\n")]);
        assert_eq!(split("1. a1 e5\n"), ["1. a1 e5\n"]);
        assert!(split("").is_empty() && split("\n \n").is_empty());
    }

    #[test]
    fn long_texts_are_cut() {
        let texts = split(&"a".repeat(5 * LONGEST / 2));
        assert!(texts.len() >= 3 && texts.iter().all(|text| text.len() <= LONGEST + 1));
    }
}
