//! Results of a check.

use super::{Facts, Point};
use std::time::Duration;
use stonefall_client::Direction;

/// Verdict on a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The engine meets the requirement.
    Passed,
    /// It does not.
    Failed,
    /// The point was not checked, for this reason.
    Skipped(String),
}

/// A line of a conversation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// Its direction.
    pub direction: Direction,
    /// The line; the middle of a long one is cut, and control characters are escaped.
    pub text: String,
}

/// A violation of a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// Expected and found behavior.
    pub text: String,
    /// The lines before it, the newest last.
    pub exchanges: Vec<Exchange>,
}

/// A measured value.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// Its name.
    pub name: String,
    /// The value.
    pub value: f64,
    /// Its unit, such as `ms` or `MiB`.
    pub unit: &'static str,
    /// The limit, if there is one.
    pub limit: Option<f64>,
}

/// A point with its verdict.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The point.
    pub point: &'static Point,
    /// The verdict.
    pub verdict: Verdict,
    /// Violations; not empty if the point failed.
    pub complaints: Vec<Complaint>,
    /// Measured values.
    pub figures: Vec<Figure>,
    /// The conversation.
    pub exchanges: Vec<Exchange>,
    /// Duration of the step.
    pub time: Duration,
}

/// Result of a whole check.
#[derive(Clone, Debug)]
pub struct Report {
    /// Command line or address of the engine.
    pub engine: String,
    /// Its announcements and board sizes.
    pub facts: Facts,
    /// The checked points in order of their numbers.
    pub findings: Vec<Finding>,
    /// Duration of the check.
    pub time: Duration,
    /// Whether the check was interrupted.
    pub is_cut_short: bool,
    /// Average number of runnable processes before the check, if the system reports it.
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

    /// Whether the load was so high that deadlines may be missed because of it.
    #[must_use]
    pub fn is_disturbed(&self) -> bool {
        self.load.is_some_and(|load| load > DISTURBING)
    }

    /// Numbers of the failed points.
    #[must_use]
    pub fn failed(&self) -> Vec<u8> {
        let failed = |finding: &&Finding| finding.verdict == Verdict::Failed;
        self.findings.iter().filter(failed).map(|finding| finding.point.number).collect()
    }
}

/// Load above which measurements suffer. An earlier check makes a load of about 1.
const DISTURBING: f64 = 1.5;

/// Characters of a line that are kept: half from its start, half from its end.
const KEPT: usize = 160;

impl Exchange {
    /// A line of bytes as readable text.
    #[must_use]
    pub fn new(direction: Direction, bytes: &[u8]) -> Self {
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
        Self { direction, text: shown.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortens_and_escapes_lines() {
        let shown = |bytes: &[u8]| Exchange::new(Direction::ToEngine, bytes).text;
        assert_eq!(shown(b"tei\r\n"), "tei\\r");
        assert_eq!(shown(b"\xffgo\0"), "\u{fffd}go\\u{0}");
        let long = shown("moves ".repeat(1000).as_bytes());
        assert!(long.len() < 200 && long.contains("5840 more"), "{long}");
    }
}
