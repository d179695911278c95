//! How long to think.

use super::{Limits, tunables};
use crate::board::Position;
use std::time::Duration;

/// The two points in time that matter to a search: after the soft one no new iteration begins, at
/// the hard one the search is broken off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clock {
    soft: Option<Duration>,
    hard: Option<Duration>,
}

/// What the iterations so far say about how settled the choice of a move is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// Iterations in a row that agreed on the best move.
    pub(super) stable: u32,
    /// Share of the nodes that went into the best move, in thousandths.
    pub(super) effort: u32,
    /// How far the score fell since the last iteration, in units of the search.
    pub(super) drop: i32,
}

/// A clock beyond this is not meant: a client has let a negative number wrap (25 days).
const ABSURD: Duration = Duration::from_millis(1 << 31);
/// What to do then: the true clock is nearly empty.
const NEARLY_EMPTY: Duration = Duration::from_millis(100);
/// The longest think under a clock, however much time is left.
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
        // A client that tells one clock only means both.
        let Some(time) = limits.time[mover].or(limits.time[!mover]) else {
            return Self { soft: movetime, hard: movetime };
        };
        let increment = limits.increment[mover];
        let (soft, hard) = budget(time, increment, moves_left(limits, position), overhead);
        let hard = movetime.map_or(hard, |movetime| hard.min(movetime));
        Self { soft: Some(soft.min(hard)), hard: Some(hard) }
    }

    /// Whether the search has to break off.
    pub(super) fn is_over(&self, elapsed: Duration) -> bool {
        self.hard.is_some_and(|hard| elapsed >= hard)
    }

    /// When the search has to have ended, counted from its start.
    pub(super) const fn latest(&self) -> Option<Duration> {
        self.hard
    }

    /// Whether a clock asks for economy: a lone legal move need not be thought about.
    pub(super) const fn is_ticking(&self) -> bool {
        self.soft.is_some()
    }

    /// Whether another iteration is not worth its time: a settled choice takes less of it, an
    /// unsettled one more. (The factors are those of the chess engine Ethereal in kind.)
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

/// The moves that the clock still has to serve: fewer as the board fills up.
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
    // A reserve stays on the clock for a machine that is busy elsewhere. With three overheads, one
    // game in 200 at 1+0.01 was lost on time beside two busy processes.
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
    fn a_budget_never_passes_the_clock() {
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
    fn a_wrapped_clock_is_nearly_empty() {
        let (_, hard) = budget(ms(4_294_965_796), ms(0), 20, ms(10));
        assert!(hard < ms(100));
    }

    #[test]
    fn an_increment_is_mostly_saved_when_time_is_short() {
        let (soft, _) = budget(ms(100), ms(100), 10, ms(10));
        assert!(soft < ms(70));
    }

    #[test]
    fn settled_choices_end_sooner() {
        let clock = Clock { soft: Some(ms(100)), hard: Some(ms(400)) };
        let settled = Progress { stable: 6, effort: 950, drop: 0 };
        let open = Progress { stable: 0, effort: 200, drop: 200 };
        assert!(clock.is_enough(ms(60), settled));
        assert!(!clock.is_enough(ms(150), open));
        assert!(clock.is_over(ms(400)) && !clock.is_over(ms(399)));
    }
}
