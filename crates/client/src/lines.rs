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
}

impl Line {
    /// A line that arrives now.
    pub fn new(text: &str) -> Self {
        Self { at: Instant::now(), text: text.to_owned() }
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
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() == LONGEST_LINE && input.skip_until(b'\n').is_err() {
            return true;
        }
        if !each(Line::new(&String::from_utf8_lossy(&bytes))) {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        read(input, |line| {
            lines.push(line.text);
            true
        });
        lines
    }

    #[test]
    fn reads_any_bytes() {
        let found = lines(b"teiok \r\n\n\xff\0x\nhalf");
        assert_eq!(found, ["teiok \r", "", "\u{fffd}\0x", "half"]);
    }

    #[test]
    fn cuts_long_lines() {
        for length in [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 3 * LONGEST_LINE] {
            let found = lines(&[&vec![b'x'; length][..], b"\nnext\n"].concat());
            let kept = length.min(LONGEST_LINE);
            assert_eq!(found, ["x".repeat(kept), "next".to_owned()]);
        }
    }
}
