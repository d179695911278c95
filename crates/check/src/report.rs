//! Results of a check. They are written as JSON as they are (docs/json.md).

use super::{Point, Profile};
use serde::Serialize;
use std::time::Duration;
use stonefall_client::Direction;

/// Verdict on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The engine meets the requirement.
    Passed,
    /// It does not.
    Failed,
    /// The point was not checked.
    Skipped,
}

/// A line of a conversation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Exchange {
    /// Its sender: `client` or `engine`.
    pub by: &'static str,
    /// The line; the middle of a long one is cut, and control characters are escaped.
    pub text: String,
}

/// A violation of a point.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Complaint {
    /// Expected and found behavior.
    pub text: String,
    /// The lines before it, the newest last.
    #[serde(rename = "lines")]
    pub exchanges: Vec<Exchange>,
}

/// A measured value.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
#[derive(Clone, Debug, Serialize)]
pub struct PointReport {
    /// The point.
    #[serde(flatten)]
    pub point: &'static Point,
    /// The verdict.
    pub verdict: Verdict,
    /// Reason for skipping the point.
    pub reason: Option<String>,
    /// Duration of the script in milliseconds.
    pub time_ms: u64,
    /// Violations; not empty if the point failed.
    pub complaints: Vec<Complaint>,
    /// Measured values.
    pub figures: Vec<Figure>,
    /// The conversation.
    #[serde(skip)]
    pub exchanges: Vec<Exchange>,
}

/// Result of a whole check.
#[derive(Clone, Debug)]
pub struct Report {
    /// Command line or address of the engine.
    pub engine: String,
    /// Its announcements and board sizes.
    pub profile: Profile,
    /// The checked points in order of their numbers.
    pub points: Vec<PointReport>,
    /// Duration of the check.
    pub time: Duration,
    /// Whether the check was interrupted.
    pub is_cut_short: bool,
    /// Average number of runnable processes before the check, if the system reports it.
    pub load: Option<f64>,
}

impl Report {
    /// Numbers of the points with a verdict.
    pub fn with(&self, verdict: Verdict) -> impl Iterator<Item = u8> + '_ {
        let points = self.points.iter().filter(move |finding| finding.verdict == verdict);
        points.map(|finding| finding.point.number)
    }

    /// Numbers of passed, failed and skipped points.
    pub fn counts(&self) -> [usize; 3] {
        [Verdict::Passed, Verdict::Failed, Verdict::Skipped].map(|it| self.with(it).count())
    }

    /// Numbers of the failed points.
    pub fn failed(&self) -> Vec<u8> {
        self.with(Verdict::Failed).collect()
    }
}

/// Characters of a line that are kept: half from its start, half from its end.
const KEPT: usize = 160;

impl Exchange {
    /// A line as readable text.
    pub fn new(direction: Direction, text: &str) -> Self {
        let mut shown = text.to_owned();
        let count = text.chars().count();
        if count > KEPT {
            let head: String = text.chars().take(KEPT / 2).collect();
            let tail: String = text.chars().skip(count - KEPT / 2).collect();
            shown = format!("{head} [... {} more ...] {tail}", count - KEPT);
        }
        let escaped = |char: char| {
            let is_plain = !char.is_control() && char != '\u{feff}';
            if is_plain { char.to_string() } else { char.escape_default().to_string() }
        };
        let by = if direction == Direction::ToEngine { "client" } else { "engine" };
        Self { by, text: shown.chars().map(escaped).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortens_and_escapes_lines() {
        let shown = |text: &str| Exchange::new(Direction::ToEngine, text).text;
        assert_eq!(shown("tei\r"), "tei\\r");
        assert_eq!(shown("\u{fffd}go\0"), "\u{fffd}go\\u{0}");
        let long = shown(&"moves ".repeat(1000));
        assert!(long.len() < 200 && long.contains("5840 more"), "{long}");
    }
}
