//! Draws by rule: repetition, and too many plies without a placement or a flattening.
//!
//! What a position is worth can depend on how it came about, which the table and the pruning do not
//! know. Here stands what keeps their proven results true all the same.

use super::worker::Worker;
use crate::eval::Score;

/// A position that comes back has seen at least so many plies without a placement.
const SHORTEST_CYCLE: usize = 4;

impl<const N: usize> Worker<N> {
    /// Whether the position is drawn because it came before: once since the root, or twice in all;
    /// or because too many plies went by without a placement or a flattening.
    #[inline(always)]
    pub(super) fn is_draw_by_rule(&self, ply: usize) -> bool {
        let reversible = self.position.reversible_plies();
        let limit = self.reversible_limit();
        limit > 0 && reversible >= limit
            || reversible >= SHORTEST_CYCLE && self.history.is_repetition(&self.position, ply)
    }

    /// Whether one more ply without a placement or a flattening draws the game: then any spread saves
    /// the player in tak.
    #[inline(always)]
    pub(super) fn spreads_draw(&self) -> bool {
        let limit = self.reversible_limit();
        limit > 0 && self.position.reversible_plies() + 1 >= limit
    }

    /// Whether a score that was found elsewhere holds here: a game that is decided in so many plies
    /// must not be drawn before.
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
