//! Results of a check. They are written as JSON as they are (docs/json.md).

use super::Point;
use serde::Serialize;

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
    /// Its unit, `ms`.
    pub unit: &'static str,
    /// The largest passing value.
    pub limit: f64,
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
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Command line or address of the engine.
    pub engine: String,
    /// Its name.
    pub name: Option<String>,
    /// Its author.
    pub author: Option<String>,
    /// The checked board sizes.
    pub sizes: Vec<usize>,
    /// Number of its options.
    #[serde(skip)]
    pub options: usize,
    /// Average number of runnable processes before the check, if the system reports it.
    pub load: Option<f64>,
    /// Number of passed points.
    pub passed: usize,
    /// Number of failed points.
    pub failed: usize,
    /// Number of skipped points.
    pub skipped: usize,
    /// Whether the check was interrupted.
    pub interrupted: bool,
    /// Duration of the check in milliseconds.
    pub time_ms: u64,
    /// The checked points in order of their numbers.
    pub points: Vec<PointReport>,
}

impl Report {
    /// Numbers of the points with a verdict.
    pub fn with(&self, verdict: Verdict) -> Vec<u8> {
        let points = self.points.iter().filter(|report| report.verdict == verdict);
        points.map(|report| report.point.number).collect()
    }
}

/// Characters of a line that are kept: half from its start, half from its end.
const KEPT: usize = 160;

impl Exchange {
    /// A line as readable text.
    pub(super) fn new(by: &'static str, text: &str) -> Self {
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
        Self { by, text: shown.chars().map(escaped).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortens_and_escapes_lines() {
        let shown = |text: &str| Exchange::new("client", text).text;
        assert_eq!(shown("tei\r"), "tei\\r");
        assert_eq!(shown("\u{fffd}go\0"), "\u{fffd}go\\u{0}");
        let long = shown(&"moves ".repeat(1000));
        assert!(long.len() < 200 && long.contains("5840 more"), "{long}");
    }
}
