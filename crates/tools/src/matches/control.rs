//! Limits of an engine's searches.

use crate::games::TimeControl;
use std::fmt;
use std::time::Duration;
use stonefall_engine::types::{ByColor, Color};

/// Limits of an engine's searches; the first one reached ends a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Control {
    /// Time for the game.
    pub clock: Option<TimeControl>,
    /// Time per move.
    pub movetime: Option<Duration>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
}

impl Control {
    /// Whether there is no limit.
    pub fn is_open(&self) -> bool {
        *self == Self::default()
    }

    /// Whether no limit depends on time, so that games with one thread are repeatable.
    pub const fn is_timeless(&self) -> bool {
        self.clock.is_none() && self.movetime.is_none()
    }
}

impl fmt::Display for Control {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.movetime.map(|time| format!("{} s a move", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        out.write_str(&parts.join(", "))
    }
}

/// Clocks of a running game in microseconds. A negative time uses up the player's margin.
#[derive(Clone, Debug)]
pub(super) struct GameClocks {
    controls: ByColor<Control>,
    left: ByColor<i64>,
}

impl GameClocks {
    pub(super) fn new(controls: ByColor<Control>) -> Self {
        let base = |color: Color| controls[color].clock.map_or(0, |clock| micros(clock.seconds));
        Self { controls, left: ByColor::from_fn(base) }
    }

    /// Time for the next move, or `None` without a limit on time.
    pub(super) fn allowance(&self, color: Color) -> Option<Duration> {
        let control = &self.controls[color];
        let clock = control.clock.map(|_| Duration::from_micros(self.left[color].max(0) as u64));
        match (clock, control.movetime) {
            (Some(clock), Some(movetime)) => Some(clock.min(movetime)),
            (clock, movetime) => clock.or(movetime),
        }
    }

    /// Subtracts the time of a move and adds the increment.
    pub(super) fn spend(&mut self, color: Color, time: Duration) {
        if let Some(clock) = self.controls[color].clock {
            self.left[color] += micros(clock.increment) - micros(time);
        }
    }

    /// The words after `go`. A player without a clock is given the opponent's clock, because engines look
    /// at both.
    pub(super) fn limits(&self, color: Color) -> String {
        let control = &self.controls[color];
        let mut text = String::new();
        if control.clock.is_some() {
            let of = |color: Color| {
                let has_clock = self.controls[color].clock.is_some();
                let owner = if has_clock { color } else { color.opponent() };
                let increment =
                    self.controls[owner].clock.map_or(Duration::ZERO, |it| it.increment);
                (self.left[owner].max(0) / 1000, increment.as_millis())
            };
            let [(white, white_gain), (black, black_gain)] = Color::ALL.map(of);
            text += &format!(" wtime {white} btime {black} winc {white_gain} binc {black_gain}");
        }
        let limits = [
            control.movetime.map(|time| format!(" movetime {}", time.as_millis())),
            control.nodes.map(|nodes| format!(" nodes {nodes}")),
            control.depth.map(|depth| format!(" depth {depth}")),
        ];
        text.extend(limits.into_iter().flatten());
        text
    }
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn time_is_spent() {
        let clock = Control { clock: TimeControl::plain("1+0.1"), ..Control::default() };
        let nodes = Control { nodes: Some(50), depth: Some(3), ..Control::default() };
        let mut clocks = GameClocks::new(ByColor::new(clock, nodes));
        assert_eq!(clocks.limits(Color::White), " wtime 1000 btime 1000 winc 100 binc 100");
        assert_eq!(clocks.limits(Color::Black), " nodes 50 depth 3");
        assert_eq!(clocks.allowance(Color::Black), None);
        clocks.spend(Color::White, Duration::from_micros(1_050_500));
        assert_eq!(clocks.allowance(Color::White), Some(Duration::from_micros(49_500)));
        assert!(clocks.limits(Color::White).starts_with(" wtime 49 "));
        clocks.spend(Color::White, Duration::from_millis(500));
        assert_eq!(clocks.allowance(Color::White), Some(Duration::ZERO));
        let both = Control { movetime: Some(Duration::from_millis(20)), ..clock };
        assert_eq!(both.to_string(), "1+0.1, 0.02 s a move");
        let clocks = GameClocks::new(ByColor::new(both, both));
        assert_eq!(clocks.allowance(Color::White), Some(Duration::from_millis(20)));
    }
}
