//! Time controls of games.

use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A time control: `600+20`, or with extra time `600+20 @35 +600`.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Time of each player.
    #[serde(serialize_with = "seconds")]
    pub(crate) seconds: Duration,
    /// Time that a player gets with each move.
    #[serde(serialize_with = "seconds")]
    pub(crate) increment: Duration,
    /// Whether the increment of a move is that time multiplied by the number of the move: `+1n`.
    pub(super) increment_grows: bool,
    /// Time that a player gets once.
    pub(super) extra: Option<ExtraTime>,
}

/// Extra time: `@35 +600`.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ExtraTime {
    /// The number of the move with which a player gets it.
    #[serde(rename = "move")]
    pub(super) number: u32,
    /// The time.
    #[serde(serialize_with = "seconds")]
    pub(super) seconds: Duration,
}

/// Whole seconds are an integer.
fn seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    match time.subsec_nanos() {
        0 => serializer.serialize_u64(time.as_secs()),
        _ => serializer.serialize_f64(time.as_secs_f64()),
    }
}

impl TimeControl {
    /// Reads a time control without extra time, such as `5+0.05`.
    pub fn plain(text: &str) -> Option<Self> {
        text.parse().ok().filter(|it: &Self| it.extra.is_none() && !it.increment_grows)
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads `600+20` in seconds, and what PlayTak writes: `10:00 +20 @35 +10:00`, `3:0:0 +1n`.
    fn from_str(text: &str) -> Result<Self, String> {
        let dense: String = text.split_whitespace().collect();
        read(&dense).ok_or_else(|| {
            format!("expected a time control such as 600+20 or 10:00 +20 @35 +10:00, found {text}")
        })
    }
}

fn read(text: &str) -> Option<TimeControl> {
    let (usual, extra) = match text.split_once('@') {
        Some((usual, extra)) => (usual, Some(extra.split_once('+')?)),
        None => (text, None),
    };
    let (base, increment) = usual.split_once('+').unwrap_or((usual, "0"));
    let constant = increment.strip_suffix('n');
    let extra = match extra {
        Some((number, time)) => {
            Some(ExtraTime { number: number.parse().ok()?, seconds: duration(time)? })
        }
        None => None,
    };
    Some(TimeControl {
        seconds: duration(base)?,
        increment: duration(constant.unwrap_or(increment))?,
        increment_grows: constant.is_some(),
        extra,
    })
}

/// Reads `90`, `1:30`, `1:30:00` and `0.02`.
fn duration(text: &str) -> Option<Duration> {
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let mut seconds = 0.0;
    for part in text.split(':') {
        seconds =
            60.0 * seconds + Some(part).filter(|part| is_number(part))?.parse::<f64>().ok()?;
    }
    // Ten years, in milliseconds.
    let is_possible = seconds < 10.0 * 366.0 * 86_400.0;
    is_possible.then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let grows = if self.increment_grows { "n" } else { "" };
        let [base, increment] = [self.seconds, self.increment].map(|time| time.as_secs_f64());
        write!(out, "{base}+{increment}{grows}")?;
        match self.extra {
            Some(ExtraTime { number, seconds }) => {
                write!(out, " @{number} +{}", seconds.as_secs_f64())
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, expected) in [
            ("600+5", "600+5"),
            ("600 +5", "600+5"),
            ("15:00", "900+0"),
            ("15:00 +10", "900+10"),
            ("1+0.02", "1+0.02"),
            ("10:0 +20 @35 +10:0", "600+20 @35 +600"),
            ("3:0:0 +1n", "10800+1n"),
            ("3:0:0 +1n @30 +5:0", "10800+1n @30 +300"),
            ("10:00 + 20 @ 35 + 10:00", "600+20 @35 +600"),
        ] {
            let found = TimeControl::from_str(text).map(|found| found.to_string());
            assert_eq!(found.as_deref(), Ok(expected), "{text}");
            assert_eq!(TimeControl::from_str(expected), TimeControl::from_str(text), "{text}");
        }
        for bad in [
            "",
            "+1",
            "5+",
            "5+0.05s",
            "a while",
            "-5",
            "5+-1",
            "1:+2",
            "600+20@35",
            "600+20@x+3",
            "inf",
            "1e9",
        ] {
            assert!(TimeControl::from_str(bad).is_err(), "{bad}");
        }
        assert!(TimeControl::from_str(&"9".repeat(400)).is_err());
    }
}
