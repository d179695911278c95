//! Time management.

use super::{Limits, tunables};
use crate::board::Position;
use std::time::Duration;

/// The two times of a search: after the soft one no iteration starts, after the hard one the search stops. The soft time
/// counts from the start of the search, the hard one from the start of the clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Clock {
    /// `None` without clocks: then nothing saves time.
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
/// Share of the increment per move in hundredths while the clock is within the reserve.
const RECOVERY_PART: u32 = 20;
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
            return Self { soft: None, hard: movetime };
        };
        let increment = limits.increment[mover];
        let (soft, hard) = budget(time, increment, moves_left(limits, position), overhead);
        let hard = movetime.map_or(hard, |movetime| hard.min(movetime));
        Self { soft: Some(soft.min(hard)), hard: Some(hard) }
    }

    /// The hard time.
    pub(super) const fn latest(&self) -> Option<Duration> {
        self.hard
    }

    /// Whether a clock runs, so that a single legal move needs no search.
    pub(super) const fn is_ticking(&self) -> bool {
        self.hard.is_some()
    }

    /// Whether the time comes from the clocks of a game, not from a time for this search.
    pub(super) const fn is_of_a_game(&self) -> bool {
        self.soft.is_some()
    }

    /// Time after which another iteration is not worth its time: a stable best move takes less time, an unstable
    /// one more. (Factors of the same kind as in the chess engine Ethereal.)
    pub(super) fn sufficient(&self, progress: Progress) -> Option<Duration> {
        let soft = self.soft?;
        if Some(soft) == self.hard {
            return Some(soft);
        }
        let stable = [1.45, 1.2, 1.0, 0.9, 0.8][progress.stable.min(4) as usize];
        let effort = (1.7 - 1.2 * f64::from(progress.effort) / 1000.0).max(0.55);
        let drop = 1.0 + f64::from(progress.drop.clamp(0, 150)) / 300.0;
        Some(soft.mul_f64(stable * effort * drop))
    }
}

/// Number of moves of a player for which a search plans its time after that player has `played` moves. On average a game takes
/// 1.1 to 1.3 moves of each player per square, and a search takes 1.45 times its share. A game may last longer, so the number
/// does not fall below a fraction of the squares (docs/strength.md).
fn planned_moves(size: usize, played: u32) -> u32 {
    let hundredths = |value: i32| (size * size) as u32 * value as u32;
    let gone = played.saturating_mul(tunables::moves_played() as u32);
    let left = hundredths(tunables::moves_square()).saturating_sub(gone);
    (left.max(hundredths(tunables::moves_least())) / 100).max(1)
}

fn moves_left<const N: usize>(limits: &Limits, position: &Position<N>) -> u32 {
    let by_board = planned_moves(N, position.move_number() - 1);
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
    // A reserve for delays on a busy machine (docs/reliability.md).
    let reserve = overhead * 2;
    let usable = time.saturating_sub(reserve).max(time / 8);
    // A clock within the reserve recovers: delays may take all that the search saves of the increment.
    let (part, patience) =
        if time > reserve { (tunables::increment_part() as u32, 4) } else { (RECOVERY_PART, 1) };
    let share = usable / moves + increment * part / 100;
    let most = if moves == 1 { usable * 9 / 10 } else { usable / 2 };
    let soft = share.min(most).min(LONGEST);
    let hard = (share * patience).min(most).min(LONGEST * 2);
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
    fn scarce_time_is_shared_with_care() {
        // Clock, increment and moves left; least and most soft and hard time.
        for (time, increment, moves, soft, hard) in [
            // A negative number of a client that wrapped: the clock is nearly empty.
            (4_294_965_796, 0, 20, 0..100, 0..100),
            // Most of the increment is saved.
            (100, 100, 10, 0..70, 0..100),
            // A clock within the reserve recovers.
            (15, 2, 20, 0..1, 0..1),
            (70, 2, 20, 2..70, 8..70),
        ] {
            let (found_soft, found_hard) = budget(ms(time), ms(increment), moves, ms(10));
            for (found, range) in [(found_soft, soft), (found_hard, hard)] {
                assert!(ms(range.start) <= found && found < ms(range.end), "{time}: {found:?}");
            }
        }
    }

    #[test]
    fn the_last_moves_of_a_long_game_have_time() {
        let (times, _) = game(6, 45);
        assert!(times[44] * 2 > times[0], "{times:?}");
    }

    #[test]
    fn a_game_of_average_length_uses_most_of_its_time() {
        for (size, moves) in [(4, 21), (5, 33), (6, 44), (7, 63)] {
            let (_, left) = game(size, moves);
            assert!(left < ms(75), "{size}: {left:?}");
        }
    }

    /// Times of the moves of a player at 0.3+0.003, and the time left.
    fn game(size: usize, moves: u32) -> (Vec<Duration>, Duration) {
        let mut time = ms(300);
        let mut next = |number| {
            let moves = planned_moves(size, number);
            // On average a search takes about one and a half times its share.
            let taken = budget(time, ms(3), moves, ms(10)).0 * 3 / 2;
            time = time - taken + ms(3);
            taken
        };
        let times = (0..moves).map(&mut next).collect();
        (times, time)
    }

    #[test]
    fn stable_best_moves_end_sooner() {
        let clock = Clock { soft: Some(ms(100)), hard: Some(ms(400)) };
        let settled = Progress { stable: 6, effort: 950, drop: 0 };
        let open = Progress { stable: 0, effort: 200, drop: 200 };
        assert!(clock.sufficient(settled) < Some(ms(60)));
        assert!(clock.sufficient(open) > Some(ms(150)));
        let whole = Clock { soft: Some(ms(100)), hard: Some(ms(100)) };
        assert_eq!([settled, open].map(|it| whole.sufficient(it)), [Some(ms(100)); 2]);
        assert_eq!(Clock { soft: None, hard: Some(ms(100)) }.sufficient(settled), None);
    }
}
