//! The clock plan: how the time of the bot lasts for its next moves, with increments that grow and time that comes once.

use std::time::Duration;
use stonefall_playtak::protocol::Setting;

/// Next moves that share the clock and the average of the time that they bring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClockPlan {
    /// Number of moves.
    pub(super) moves: u32,
    /// Time that each of them brings on average, except the last one, whose time comes too late for them.
    pub(super) increment: Duration,
}

impl ClockPlan {
    /// The plan before a move with this number, with this clock, for at most `left` further moves.
    ///
    /// The moves up to any later one can use only the clock and the time that the moves before it bring. The plan is for those
    /// moves for which this is least per move: with a constant increment all of them, before extra time those
    /// until it comes. Two moves at least, so that the search keeps half of the clock.
    pub(super) fn new(setting: &Setting, clock: Duration, number: u32, left: u32) -> Self {
        let mut brought = Duration::ZERO;
        let mut plan = Self { moves: 2, increment: Duration::ZERO };
        let mut least = clock;
        for moves in 2..=left.max(2) {
            brought = brought.saturating_add(setting.gain_of(number + moves - 2));
            let share = clock.saturating_add(brought) / moves;
            if share <= least {
                least = share;
                plan = Self { moves, increment: brought / (moves - 1) };
            }
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefall_playtak::protocol::ExtraTime;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn setting(time: u64, increment: u64) -> Setting {
        Setting::standard(6, seconds(time), seconds(increment))
    }

    /// Times of the moves of a game in which each move uses its whole share, but at most half of the clock.
    fn times(setting: &Setting, moves: u32) -> Vec<Duration> {
        let mut clock = setting.time;
        let mut times = Vec::new();
        for number in 1..=moves {
            let plan = ClockPlan::new(setting, clock, number, moves + 1 - number);
            let time = (clock / plan.moves + plan.increment).min(clock / 2);
            times.push(time);
            clock = clock - time + setting.gain_of(number);
        }
        times
    }

    #[test]
    fn a_constant_increment_is_planned_for_all_moves() {
        let plan = ClockPlan::new(&setting(180, 5), seconds(180), 1, 30);
        assert_eq!(plan, ClockPlan { moves: 30, increment: seconds(5) });
        // A clock below the increment limits only this move.
        let plan = ClockPlan::new(&setting(180, 5), seconds(2), 20, 30);
        assert_eq!(plan, ClockPlan { moves: 2, increment: Duration::ZERO });
    }

    #[test]
    fn extra_time_counts_when_it_has_come() {
        let extra_time = Some(ExtraTime { move_number: 10, amount: seconds(600) });
        let extra = Setting { extra_time, ..setting(100, 0) };
        let plan = |clock, number| ClockPlan::new(&extra, seconds(clock), number, 30);
        assert_eq!(plan(100, 1), ClockPlan { moves: 10, increment: Duration::ZERO });
        assert_eq!(plan(20, 9).moves, 2);
        assert_eq!(plan(10, 10).moves, 2);
        assert_eq!(plan(600, 11), ClockPlan { moves: 30, increment: Duration::ZERO });
        // Little extra time does not interrupt the plan.
        let extra_time = Some(ExtraTime { move_number: 10, amount: seconds(29) });
        let little = Setting { extra_time, ..setting(300, 0) };
        let plan = ClockPlan::new(&little, seconds(300), 1, 30);
        assert_eq!(plan, ClockPlan { moves: 30, increment: seconds(1) });
    }

    #[test]
    fn every_move_has_a_fair_share() {
        let growing = Setting { increment_scales: true, ..setting(120, 1) };
        let extra_time = Some(ExtraTime { move_number: 15, amount: seconds(300) });
        let extra = Setting { extra_time, ..setting(120, 2) };
        for setting in [setting(120, 2), growing, extra] {
            let times = times(&setting, 30);
            // At the end half of the clock is less than a share.
            for number in 1..28 {
                let longest = times[..number].iter().max().copied().unwrap_or_default();
                assert!(times[number] * 2 >= longest, "move {}: {times:?}", number + 1);
            }
        }
    }
}
