//! What a check finds.

use super::{Facts, Point};
use std::time::Duration;
use stonefall_client::Way;

/// What a point came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The engine does what the point asks for.
    Passed,
    /// It does not.
    Failed,
    /// The point could not be looked at, for this reason.
    Skipped(String),
}

/// A line of a conversation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// Who said it.
    pub way: Way,
    /// The line; the middle of a long one is left out, and what cannot be printed is escaped.
    pub text: String,
}

/// Something that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// What was expected, and what happened.
    pub text: String,
    /// What was said before, the newest line last.
    pub exchanges: Vec<Exchange>,
}

/// Something that was measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// What it is.
    pub name: String,
    /// The number.
    pub value: f64,
    /// Its unit: `ms`, `MiB` ...
    pub unit: &'static str,
    /// The most it may be, if there is a limit.
    pub limit: Option<f64>,
}

/// A point with its verdict.
#[derive(Clone, PartialEq, Debug)]
pub struct Finding {
    /// The point.
    pub point: &'static Point,
    /// What it came to.
    pub verdict: Verdict,
    /// Why it failed: at least one if it did.
    pub complaints: Vec<Complaint>,
    /// What was measured.
    pub figures: Vec<Figure>,
    /// The whole conversation.
    pub exchanges: Vec<Exchange>,
    /// How long it took.
    pub time: Duration,
}

/// All that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// How the engine was reached.
    pub engine: String,
    /// What it says of itself.
    pub facts: Facts,
    /// The points that were looked at, by their numbers.
    pub findings: Vec<Finding>,
    /// How long it all took.
    pub time: Duration,
    /// Whether it was broken off.
    pub is_cut_short: bool,
    /// Processes that wanted to run in the minute before, where the system tells it.
    pub load: Option<f64>,
}

impl Report {
    /// Numbers of passed, failed and skipped points.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for finding in &self.findings {
            let index = match finding.verdict {
                Verdict::Passed => 0,
                Verdict::Failed => 1,
                Verdict::Skipped(_) => 2,
            };
            counts[index] += 1;
        }
        counts
    }

    /// Whether so much else was running that deadlines may have been missed for it.
    #[must_use]
    pub fn is_disturbed(&self) -> bool {
        self.load.is_some_and(|load| load > DISTURBING)
    }

    /// The numbers of the points that failed.
    #[must_use]
    pub fn failed(&self) -> Vec<u8> {
        let failed = |finding: &&Finding| finding.verdict == Verdict::Failed;
        self.findings.iter().filter(failed).map(|finding| finding.point.number).collect()
    }
}

/// A load above this disturbs measurements; a check itself, just before, makes one of about 1.
const DISTURBING: f64 = 1.5;

/// Characters of a line that are kept: half from its beginning, half from its end.
const KEPT: usize = 160;

impl Exchange {
    /// A line as it can be shown.
    #[must_use]
    pub fn new(way: Way, bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let count = text.chars().count();
        let shown = if count <= KEPT {
            text.to_owned()
        } else {
            let head: String = text.chars().take(KEPT / 2).collect();
            let tail: String = text.chars().skip(count - KEPT / 2).collect();
            format!("{head} [... {} more ...] {tail}", count - KEPT)
        };
        let shown = shown.chars().flat_map(|char| {
            let plain = !char.is_control() && char != '\u{feff}';
            let escaped: Vec<char> =
                if plain { vec![char] } else { char.escape_default().collect() };
            escaped
        });
        Self { way, text: shown.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_shown_so_that_they_fit() {
        let shown = |bytes: &[u8]| Exchange::new(Way::ToEngine, bytes).text;
        assert_eq!(shown(b"tei\r\n"), "tei\\r");
        assert_eq!(shown(b"\xffgo\0"), "\u{fffd}go\\u{0}");
        let long = shown("moves ".repeat(1000).as_bytes());
        assert!(long.len() < 200 && long.contains("5840 more"), "{long}");
    }
}
