//! Lines out of a pipe, however strange.

use std::io::{BufRead, Read};
use std::time::Instant;

/// The longest line that is kept, in bytes; of a longer one only the beginning is. A line of analysis
/// with a principal variation of a thousand plies is about ten times shorter.
pub const LONGEST_LINE: usize = 1 << 16;

/// A line that came in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heard {
    /// When its last byte was read.
    pub at: Instant,
    /// The line without its `\n`. A `\r` or other space at the end is kept; bytes that are no UTF-8
    /// are replaced.
    pub text: String,
    /// How long the line really was, in bytes without the `\n`.
    pub length: usize,
}

impl Heard {
    /// The words of the line.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.text.split_whitespace()
    }

    /// The first word, empty if there is none.
    #[must_use]
    pub fn first_word(&self) -> &str {
        self.words().next().unwrap_or_default()
    }
}

/// Passes lines on until there are no more, or `each` returns an error: nobody wants them.
pub(super) fn read<E>(mut input: impl BufRead, mut each: impl FnMut(Heard) -> Result<(), E>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let mut length = bytes.len();
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
            length -= 1;
        } else if length == LONGEST_LINE {
            let Ok(skipped) = skip_line(&mut input) else { return };
            length += skipped;
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if each(Heard { at: Instant::now(), text, length }).is_err() {
            return;
        }
    }
}

/// Reads to the end of the line, and counts its bytes without the `\n`.
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

    fn heard(input: &[u8]) -> Vec<(String, usize)> {
        let mut lines = Vec::new();
        read(input, |line| {
            lines.push((line.text, line.length));
            Ok::<_, ()>(())
        });
        lines
    }

    #[test]
    fn reads_whatever_comes() {
        let line = |text: &str, length| (text.to_owned(), length);
        assert_eq!(
            heard(b"teiok \r\n\n\xff\0x\nhalf"),
            [line("teiok \r", 7), line("", 0), line("\u{fffd}\0x", 3), line("half", 4)]
        );
    }

    #[test]
    fn long_lines_are_cut() {
        for length in [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 3 * LONGEST_LINE] {
            let lines = heard(&[&vec![b'x'; length][..], b"\nnext\n"].concat());
            let kept = length.min(LONGEST_LINE);
            assert_eq!(lines, [("x".repeat(kept), length), ("next".to_owned(), 4)]);
        }
    }
}
