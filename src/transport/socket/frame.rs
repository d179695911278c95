//! The lines of a frame.

use crate::transport::Line;
use std::time::Instant;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// The largest frame that is read, in bytes, with those that it is continued in: twice the longest
/// line.
pub(super) const LARGEST_FRAME: usize = 4 << 20;
/// The longest line that is read to its end, in bytes: a game of more than a hundred thousand moves.
const LONGEST_LINE: usize = 2 << 20;

/// A frame whose lines are taken out one by one: a large one of short lines would need many times
/// its memory as a list.
#[derive(Debug)]
pub(super) struct Frame {
    text: Utf8Bytes,
    /// Where the rest begins: at a line that is not empty, or at the end.
    next: usize,
    /// When it came in.
    at: Instant,
}

impl Frame {
    /// A frame that came in just now. The end of a frame is the end of a line.
    pub(super) fn now(text: Utf8Bytes) -> Self {
        let mut frame = Self { text, next: 0, at: Instant::now() };
        frame.skip_blank();
        frame
    }

    /// Whether all lines were taken.
    pub(super) fn is_empty(&self) -> bool {
        self.next == self.text.len()
    }

    /// The next line.
    pub(super) fn line(&mut self) -> Option<Line> {
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        let end = rest.find('\n').unwrap_or(rest.len());
        let text = match rest.get(..end) {
            Some(text) if end <= LONGEST_LINE => text.to_owned(),
            // Half a command is none: the conversation will say that it does not know this one.
            _ => "(a line that is too long)".to_owned(),
        };
        self.next += end;
        self.skip_blank();
        Some(Line { text, at: self.at })
    }

    fn rest(&self) -> &str {
        self.text.as_str().get(self.next..).unwrap_or_default()
    }

    fn skip_blank(&mut self) {
        let rest = self.rest();
        self.next += rest.len() - rest.trim_start().len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        let mut frame = Frame::now(Utf8Bytes::from(text.to_owned()));
        let lines = std::iter::from_fn(|| frame.line().map(|line| line.text)).collect();
        assert!(frame.is_empty());
        lines
    }

    #[test]
    fn lines_may_end_or_not() {
        for text in ["isready", "isready\n", "\n\n isready\n\t\r\n"] {
            assert_eq!(lines(text).iter().map(|line| line.trim()).collect::<Vec<_>>(), ["isready"]);
        }
        assert_eq!(lines("stop\nposition startpos\r\n\ngo").len(), 3);
        assert_eq!(lines(" \r\n\t\n"), Vec::<String>::new());
        assert_eq!(lines(""), Vec::<String>::new());
    }

    #[test]
    fn long_lines_are_not_half_obeyed() {
        let long = "position startpos moves ".to_owned() + &"a1 ".repeat(LONGEST_LINE / 3);
        assert_eq!(lines(&format!("{long}\ngo")), ["(a line that is too long)", "go"]);
        let fits = "x".repeat(LONGEST_LINE);
        assert_eq!(lines(&fits), [fits]);
    }
}
