//! Lines from bytes that arrive in pieces.

use std::collections::VecDeque;
use std::io;
use std::mem;

/// The longest line in bytes, without its end.
pub const MAX_LINE: usize = 64 * 1024;

/// Received lines that nobody has taken yet. Ends of lines are `\n` or `\r\n`; empty lines are skipped.
#[derive(Default)]
pub(super) struct Lines {
    complete: VecDeque<io::Result<String>>,
    /// The beginning of the next line.
    partial: Vec<u8>,
    /// Whether that line is already too long; the rest of it is skipped.
    is_too_long: bool,
}

impl Lines {
    /// Adds received bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let (text, is_complete) = match piece.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (piece, false),
            };
            self.extend(text);
            if is_complete {
                self.complete_line();
            }
        }
    }

    /// The next complete line. An error concerns only that line.
    pub(super) fn next(&mut self) -> Option<io::Result<String>> {
        self.complete.pop_front()
    }

    fn extend(&mut self, text: &[u8]) {
        // One byte more for `\r`.
        self.is_too_long |= self.partial.len() + text.len() > MAX_LINE + 1;
        if !self.is_too_long {
            self.partial.extend_from_slice(text);
        }
    }

    fn complete_line(&mut self) {
        let mut line = mem::take(&mut self.partial);
        if line.ends_with(b"\r") {
            line.pop();
        }
        if mem::take(&mut self.is_too_long) || line.len() > MAX_LINE {
            let message =
                format!("expected a line of at most {MAX_LINE} bytes, found a longer one");
            self.complete.push_back(Err(io::Error::new(io::ErrorKind::InvalidData, message)));
        } else if !line.is_empty() {
            let text = String::from_utf8(line).map_err(|error| {
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                let message = format!("expected a line of UTF-8, found '{text}'");
                io::Error::new(io::ErrorKind::InvalidData, message)
            });
            self.complete.push_back(text);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn all(lines: &mut Lines) -> Vec<String> {
        let next = || lines.next().map(|line| line.unwrap_or_else(|error| error.to_string()));
        std::iter::from_fn(next).collect()
    }

    #[test]
    fn lines_do_not_depend_on_pieces() {
        let text = "Welcome!\r\n\nGame#1 P A1\nTell <a> \u{e9}\u{4e2d}\nrest".as_bytes();
        let expected = ["Welcome!", "Game#1 P A1", "Tell <a> \u{e9}\u{4e2d}"];
        for size in 1..=text.len() {
            let mut lines = Lines::default();
            text.chunks(size).for_each(|piece| lines.push(piece));
            assert_eq!(all(&mut lines), expected, "pieces of {size} bytes");
            lines.push(b" of it\n");
            assert_eq!(all(&mut lines), ["rest of it"]);
        }
    }

    #[test]
    fn an_error_concerns_one_line() {
        let mut lines = Lines::default();
        lines.push(b"a\nTell <b> \xe4\xb8\nc\n");
        let errors = ["a", "expected a line of UTF-8, found 'Tell <b> \u{fffd}'", "c"];
        assert_eq!(all(&mut lines), errors);
    }

    #[test]
    fn long_lines_are_skipped() {
        let mut lines = Lines::default();
        let longest = "x".repeat(MAX_LINE);
        lines.push(longest.as_bytes());
        lines.push(b"\r\n");
        assert_eq!(all(&mut lines).concat(), longest);
        for _ in 0..3 {
            lines.push(longest.as_bytes());
            assert!(lines.partial.len() <= MAX_LINE + 1);
        }
        lines.push(b"\nOK\n");
        lines.push(longest.as_bytes());
        lines.push(b"x\nOK\n");
        let error = "expected a line of at most 65536 bytes, found a longer one";
        assert_eq!(all(&mut lines), [error, "OK", error, "OK"]);
    }
}
