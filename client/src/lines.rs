//! Reader of lines from untrusted input.

use std::io::{BufRead, Read};
use std::time::Instant;

/// Longest line that is kept, in bytes; longer lines are cut. A principal variation of a thousand
/// plies is about ten times shorter.
pub const LONGEST_LINE: usize = 1 << 16;

/// A received line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Time when its last byte was read.
    pub at: Instant,
    /// The line without `\n`. A trailing `\r` is kept; bytes that are not UTF-8 are replaced.
    pub text: String,
    /// Length of the whole line in bytes, without `\n`.
    pub length: usize,
}

impl Line {
    /// A line that arrives now.
    pub fn new(text: &str) -> Self {
        Self { at: Instant::now(), text: text.to_owned(), length: text.len() }
    }

    /// Words of the line.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.text.split_whitespace()
    }

    /// First word, or an empty text.
    pub fn first_word(&self) -> &str {
        self.words().next().unwrap_or_default()
    }
}

/// Passes lines to `each` until the input ends or `each` returns false. Returns whether the input
/// ended.
pub(super) fn read(mut input: impl BufRead, mut each: impl FnMut(Line) -> bool) -> bool {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return true,
            Ok(_) => {}
        }
        let mut length = bytes.len();
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
            length -= 1;
        } else if length == LONGEST_LINE {
            let Ok(skipped) = skip_line(&mut input) else { return true };
            length += skipped;
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if !each(Line { at: Instant::now(), text, length }) {
            return false;
        }
    }
}

/// Skips the rest of a line. Returns its number of bytes without `\n`.
fn skip_line(input: &mut impl BufRead) -> std::io::Result<usize> {
    let mut skipped = 0;
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(skipped);
        }
        if let Some(end) = buffer.iter().position(|&byte| byte == b'\n') {
            input.consume(end + 1);
            return Ok(skipped + end);
        }
        let length = buffer.len();
        skipped += length;
        input.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<(String, usize)> {
        let mut lines = Vec::new();
        read(input, |line| {
            lines.push((line.text, line.length));
            true
        });
        lines
    }

    #[test]
    fn reads_any_bytes() {
        let line = |text: &str, length| (text.to_owned(), length);
        assert_eq!(
            lines(b"teiok \r\n\n\xff\0x\nhalf"),
            [line("teiok \r", 7), line("", 0), line("\u{fffd}\0x", 3), line("half", 4)]
        );
    }

    #[test]
    fn cuts_long_lines() {
        for length in [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 3 * LONGEST_LINE] {
            let found = lines(&[&vec![b'x'; length][..], b"\nnext\n"].concat());
            let kept = length.min(LONGEST_LINE);
            assert_eq!(found, [("x".repeat(kept), length), ("next".to_owned(), 4)]);
        }
    }
}
