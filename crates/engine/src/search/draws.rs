//! Draws by rule: repetition, and too many plies without a placement or a flattened wall.
//!
//! The value of a position can depend on its history, which the table and pruning ignore. These tests
//! keep their proven results correct nevertheless.

use super::worker::Worker;
use crate::eval::Score;

/// Minimum number of plies without a placement before a repetition.
const SHORTEST_CYCLE: usize = 4;

impl<const N: usize> Worker<N> {
    /// Whether the position is a draw: one repetition since the root, two in all, or too many plies without
    /// a placement or a flattened wall.
    #[inline(always)]
    pub(super) fn is_draw_by_rule(&self, ply: usize) -> bool {
        let reversible = self.position.reversible_plies();
        let limit = self.reversible_limit();
        limit > 0 && reversible >= limit
            || reversible >= SHORTEST_CYCLE && self.history.is_repetition(&self.position, ply)
    }

    /// Whether one more ply without a placement or a flattened wall draws the game. Then any spread answers
    /// tak.
    #[inline(always)]
    pub(super) fn spreads_draw(&self) -> bool {
        let limit = self.reversible_limit();
        limit > 0 && self.position.reversible_plies() + 1 >= limit
    }

    /// Whether a score from elsewhere holds here: the game must not be drawn before a win that many plies
    /// away.
    #[inline(always)]
    pub(super) fn is_in_time(&self, score: Score, ply: usize) -> bool {
        let limit = self.reversible_limit();
        let Some(end) = score.decided_at() else { return true };
        limit == 0 || self.position.reversible_plies() + end.saturating_sub(ply) <= limit
    }

    #[inline(always)]
    fn reversible_limit(&self) -> usize {
        self.position.rules().reversible_plies.into()
    }
}
