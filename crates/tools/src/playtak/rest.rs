//! Hours without new games.

use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};
use thiserror::Error;

const MINUTES_OF_DAY: u32 = 24 * 60;

/// A part of each day, in UTC. It may go over midnight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RestHours {
    /// First minute of the day.
    from: u32,
    /// First minute after the rest.
    until: u32,
}

/// A text that does not describe a part of the day.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected hours such as 22:00-06:00, found {0:?}")]
pub struct RestHoursError(String);

impl RestHours {
    /// Whether this minute of the day belongs to the rest.
    pub(super) fn contains(self, minute: u32) -> bool {
        if self.from <= self.until {
            (self.from..self.until).contains(&minute)
        } else {
            minute >= self.from || minute < self.until
        }
    }
}

impl FromStr for RestHours {
    type Err = RestHoursError;

    /// Reads `HH:MM-HH:MM`.
    fn from_str(text: &str) -> Result<Self, RestHoursError> {
        let minute = |text: &str| {
            let (hours, minutes) = text.trim().split_once(':')?;
            let (hours, minutes) = (hours.parse::<u32>().ok()?, minutes.parse::<u32>().ok()?);
            (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
        };
        let both = text.split_once('-');
        both.and_then(|(from, until)| Some(Self { from: minute(from)?, until: minute(until)? }))
            .ok_or_else(|| RestHoursError(text.to_owned()))
    }
}

/// The minute of the day in UTC.
pub(super) fn minute_of_day(time: SystemTime) -> u32 {
    let minutes = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 60);
    (minutes % u64::from(MINUTES_OF_DAY)) as u32
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::time::Duration;

    #[test]
    fn rest_may_go_over_midnight() {
        let night: RestHours = "22:30-6:00".parse().unwrap();
        let noon: RestHours = "12:00-13:00".parse().unwrap();
        for (time, in_night, in_noon) in [
            ((22, 29), false, false),
            ((22, 30), true, false),
            ((0, 0), true, false),
            ((5, 59), true, false),
            ((6, 0), false, false),
            ((12, 0), false, true),
            ((13, 0), false, false),
        ] {
            let minute = time.0 * 60 + time.1;
            assert_eq!(
                (night.contains(minute), noon.contains(minute)),
                (in_night, in_noon),
                "{time:?}"
            );
            let now =
                UNIX_EPOCH + Duration::from_secs(u64::from(minute * 60 + 59) + 86_400 * 20_000);
            assert_eq!(minute_of_day(now), minute);
        }
        for text in ["", "22:00", "22-06", "24:00-01:00", "1:60-2:00", "a:b-c:d"] {
            assert!(text.parse::<RestHours>().is_err(), "{text}");
        }
    }
}
