//! The lines of a frame.

use crate::transport::Line;
use std::time::Instant;
use stonefall_engine::tei::LONGEST_LINE;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Largest frame in bytes, including its continuations.
pub(super) const LARGEST_FRAME: usize = 2 * LONGEST_LINE;

/// A frame that yields its lines one by one: a list of many short lines would need many times its memory.
#[derive(Debug)]
pub(super) struct Frame {
    text: Utf8Bytes,
    /// Start of the next line that is not blank, or the end.
    next: usize,
    /// Time of arrival.
    at: Instant,
}

impl Frame {
    /// A frame that arrives now. The end of a frame ends its last line.
    pub(super) fn now(text: Utf8Bytes) -> Self {
        let mut frame = Self { text, next: 0, at: Instant::now() };
        frame.skip_blank();
        frame
    }

    /// Whether no line is left.
    pub(super) fn is_empty(&self) -> bool {
        self.next == self.text.len()
    }

    /// The next line.
    pub(super) fn line(&mut self) -> Option<Line> {
        let text = self.rest().lines().next()?.to_owned();
        self.next += text.len();
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

    #[test]
    fn a_frame_has_any_number_of_lines() {
        for (text, expected) in [
            ("isready", &["isready"][..]),
            ("isready\n", &["isready"]),
            ("\n\n isready\n\t\r\n", &["isready"]),
            ("stop\nposition startpos\r\n\ngo", &["stop", "position startpos", "go"]),
            (" \r\n\t\n", &[]),
            ("", &[]),
        ] {
            let mut frame = Frame::now(Utf8Bytes::from(text.to_owned()));
            let lines: Vec<_> = std::iter::from_fn(|| frame.line().map(|line| line.text)).collect();
            assert_eq!(lines, expected);
            assert!(frame.is_empty());
        }
    }
}
