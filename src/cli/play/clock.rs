//! Clocks of a game.

use crate::cli::duration;
use std::fmt;
use std::time::{Duration, Instant};
use stonefall_engine::search::Limits;
use stonefall_engine::types::{ByColor, Color};

/// Time for a game: start value and increment per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClockSetting {
    base: Duration,
    increment: Duration,
}

impl ClockSetting {
    /// Reads `10m`, `10m+5s`.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected a time for the game such as 10m or 10m+5s, found {text}");
        let part = |part: &str| {
            // A bare number could mean minutes or seconds.
            let has_unit = part.ends_with(|letter: char| letter.is_ascii_alphabetic());
            if has_unit { duration::read(part).map_err(|_| wrong()) } else { Err(wrong()) }
        };
        let (base, increment) = match text.split_once('+') {
            Some((base, increment)) => (part(base)?, part(increment)?),
            None => (part(text)?, Duration::ZERO),
        };
        if base.is_zero() {
            return Err(wrong());
        }
        Ok(Self { base, increment })
    }
}

/// PlayTak's form: `10:0 +5`.
impl fmt::Display for ClockSetting {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.base.as_secs();
        write!(out, "{}:{} +{}", seconds / 60, seconds % 60, self.increment.as_secs_f64())
    }
}

/// The clocks of both players.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clocks {
    control: ClockSetting,
    left: ByColor<Duration>,
    /// Start of the current turn.
    since: Instant,
}

impl Clocks {
    pub(super) fn new(control: ClockSetting) -> Self {
        let left = ByColor::new(control.base, control.base);
        Self { control, left, since: Instant::now() }
    }

    /// Starts the clock of the player to move.
    pub(super) fn start(&mut self) {
        self.since = Instant::now();
    }

    /// Stops the clock after a move; false if the time was over.
    pub(super) fn press(&mut self, mover: Color) -> bool {
        let used = self.since.elapsed();
        self.since = Instant::now();
        match self.left[mover].checked_sub(used) {
            Some(left) => {
                self.left[mover] = left + self.control.increment;
                true
            }
            None => {
                self.left[mover] = Duration::ZERO;
                false
            }
        }
    }

    /// End of the time of the player to move.
    pub(super) fn deadline(&self, mover: Color) -> Option<Instant> {
        self.since.checked_add(self.left[mover])
    }

    /// Remaining times during this player's turn.
    pub(super) fn shown(&self, mover: Color) -> ByColor<String> {
        ByColor::from_fn(|color| {
            let used = if color == mover { self.since.elapsed() } else { Duration::ZERO };
            duration::clock_face(self.left[color].saturating_sub(used))
        })
    }

    /// The limits with the current clocks.
    pub(super) fn bound(&self, limits: Limits) -> Limits {
        let increment = self.control.increment;
        Limits {
            start: self.since,
            time: ByColor::from_fn(|color| Some(self.left[color])),
            increment: ByColor::new(increment, increment),
            ..limits
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn reads_time_controls() {
        let read = |text| ClockSetting::read(text).map(|control| control.to_string()).ok();
        assert_eq!(read("10m+5s").as_deref(), Some("10:0 +5"));
        assert_eq!(read("90s").as_deref(), Some("1:30 +0"));
        assert_eq!(read("1h+500ms").as_deref(), Some("60:0 +0.5"));
        for bad in ["", "10", "10m+5", "0s", "+5s", "10m+", "soon", "10m+5s+1s", "-5m"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn subtracts_time() {
        let mut clocks = Clocks::new(ClockSetting::read("1h+5s").unwrap());
        assert!(clocks.press(Color::White));
        assert_eq!(clocks.shown(Color::Black)[Color::White], "1:00:04");
        clocks.left[Color::Black] = Duration::ZERO;
        assert!(!clocks.press(Color::Black));
        let limits = clocks.bound(Limits::depth(3));
        assert_eq!((limits.depth, limits.time[Color::Black]), (Some(3), Some(Duration::ZERO)));
    }
}
