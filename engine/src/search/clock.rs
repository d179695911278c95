//! Time management.

use super::{Limits, tunables};
use crate::board::Position;
use std::time::Duration;

/// The two deadlines of a search: after the soft one no iteration starts, at the hard one the search
/// stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clock {
    soft: Option<Duration>,
    hard: Option<Duration>,
}

/// Stability of the best move over the iterations so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// Consecutive iterations with the same best move.
    pub(super) stable: u32,
    /// Share of nodes below the best move, in thousandths.
    pub(super) effort: u32,
    /// Fall of the score since the last iteration, in units of the search.
    pub(super) drop: i32,
}

/// Larger clock values come from a client's negative number that wrapped (25 days).
const ABSURD: Duration = Duration::from_millis(1 << 31);
/// Clock assumed in that case.
const NEARLY_EMPTY: Duration = Duration::from_millis(100);
/// Longest search on a clock.
const LONGEST: Duration = Duration::from_secs(600);

impl Clock {
    pub(super) fn new<const N: usize>(
        limits: &Limits,
        position: &Position<N>,
        overhead: Duration,
    ) -> Self {
        if limits.infinite {
            return Self { soft: None, hard: None };
        }
        let movetime = limits.movetime.map(|time| time.saturating_sub(overhead.min(time / 10)));
        let mover = position.to_move();
        // A client that sends a single clock means both.
        let Some(time) = limits.time[mover].or(limits.time[!mover]) else {
            return Self { soft: movetime, hard: movetime };
        };
        let increment = limits.increment[mover];
        let (soft, hard) = budget(time, increment, moves_left(limits, position), overhead);
        let hard = movetime.map_or(hard, |movetime| hard.min(movetime));
        Self { soft: Some(soft.min(hard)), hard: Some(hard) }
    }

    /// Whether the hard deadline has passed.
    pub(super) fn is_over(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }

    /// The hard deadline, counted from the start.
    pub(super) const fn latest(&self) -> Option<Duration> {
        self.hard
    }

    /// Whether a clock runs, so that a single legal move needs no search.
    pub(super) const fn is_ticking(&self) -> bool {
        self.soft.is_some()
    }

    /// Whether another iteration is not worth its time: a stable best move takes less time, an unstable
    /// one more. (Factors of the same kind as in the chess engine Ethereal.)
    pub(super) fn is_enough(&self, elapsed: Duration, progress: Progress) -> bool {
        let Some(soft) = self.soft else { return false };
        if Some(soft) == self.hard {
            return elapsed >= soft;
        }
        let stable = [1.45, 1.2, 1.0, 0.9, 0.8][progress.stable.min(4) as usize];
        let effort = (1.7 - 1.2 * f64::from(progress.effort) / 1000.0).max(0.55);
        let drop = 1.0 + f64::from(progress.drop.clamp(0, 150)) / 300.0;
        elapsed.as_secs_f64() >= soft.as_secs_f64() * stable * effort * drop
    }
}

/// Expected number of moves to go, which falls as the board fills up.
fn moves_left<const N: usize>(limits: &Limits, position: &Position<N>) -> u32 {
    let empty = position.empty().len() as i32;
    let by_board = (tunables::moves_base() + empty * tunables::moves_empty() / 100).max(1) as u32;
    limits.moves_to_go.map_or(by_board, |moves| moves.clamp(1, by_board))
}

fn budget(
    time: Duration,
    increment: Duration,
    moves: u32,
    overhead: Duration,
) -> (Duration, Duration) {
    if time > ABSURD {
        return budget(NEARLY_EMPTY, Duration::ZERO, moves, overhead);
    }
    // A reserve for delays on a busy machine. With three overheads, one game in 200 at 1+0.01 was lost
    // on time beside two busy processes.
    let usable = time.saturating_sub(overhead * 8).max(time / 8);
    let share = usable / moves + increment * tunables::increment_part() as u32 / 100;
    let most = if moves == 1 { usable * 9 / 10 } else { usable / 2 };
    let soft = share.min(most).min(LONGEST);
    let hard = (share * 4).min(most).min(LONGEST * 2);
    (soft, hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn budget_stays_below_the_clock() {
        for time in [0, 1, 5, 30, 100, 1000, 60_000, 1 << 30, 4_294_965_796] {
            for increment in [0, 10, 1000, 100_000] {
                for moves in [1, 2, 26, 40] {
                    let (soft, hard) = budget(ms(time), ms(increment), moves, ms(10));
                    assert!(soft <= hard && hard <= ms(time), "{time} {increment} {moves}");
                    if moves > 1 {
                        assert!(hard <= ms(time) / 2);
                    }
                }
            }
        }
    }

    #[test]
    fn wrapped_clock_is_nearly_empty() {
        let (_, hard) = budget(ms(4_294_965_796), ms(0), 20, ms(10));
        assert!(hard < ms(100));
    }

    #[test]
    fn saves_most_of_the_increment_when_time_is_short() {
        let (soft, _) = budget(ms(100), ms(100), 10, ms(10));
        assert!(soft < ms(70));
    }

    #[test]
    fn stable_best_moves_end_sooner() {
        let clock = Clock { soft: Some(ms(100)), hard: Some(ms(400)) };
        let settled = Progress { stable: 6, effort: 950, drop: 0 };
        let open = Progress { stable: 0, effort: 200, drop: 200 };
        assert!(clock.is_enough(ms(60), settled));
        assert!(!clock.is_enough(ms(150), open));
        assert!(clock.is_over(ms(400)) && !clock.is_over(ms(399)));
    }
}
