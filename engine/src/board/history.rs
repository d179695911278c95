//! The keys of a game's earlier positions, for repetitions.

use super::Position;

/// Keys of the positions that came before, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    keys: Vec<u64>,
}

impl History {
    /// No position yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { keys: Vec::new() }
    }

    /// Notes a position that is about to be left.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Takes the newest position back.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// The keys, oldest first.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Number of positions noted.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no position is noted.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// How often `position` stood on the board before. Only positions since the last placement or
    /// flattening can be the same, and only with the same side to move.
    #[must_use]
    #[inline]
    pub fn repetitions<const N: usize>(&self, position: &Position<N>) -> usize {
        let key = position.key();
        self.keys
            .iter()
            .rev()
            .take(position.reversible_plies())
            .skip(1)
            .step_by(2)
            .filter(|&&earlier| earlier == key)
            .count()
    }

    /// Whether any position since the last placement or flattening, `position` included, has stood on
    /// the board twice.
    #[must_use]
    #[inline]
    pub(crate) fn has_repetition<const N: usize>(&self, position: &Position<N>) -> bool {
        let reversible = position.reversible_plies().min(self.keys.len());
        if reversible < 4 {
            return false;
        }
        let keys = &self.keys[self.keys.len() - reversible..];
        let repeats = |index: usize, key: u64| {
            keys[..index].iter().rev().skip(1).step_by(2).any(|&earlier| earlier == key)
        };
        repeats(keys.len(), position.key())
            || keys.iter().enumerate().any(|(index, &key)| repeats(index, key))
    }

    /// Whether a search should take `position` for a draw, `plies` after its root: it stood on the
    /// board once since the root, or twice in all.
    #[must_use]
    #[inline]
    pub fn is_repetition<const N: usize>(&self, position: &Position<N>, plies: usize) -> bool {
        let key = position.key();
        let mut before_root = 0;
        for distance in (2..=position.reversible_plies().min(self.keys.len())).step_by(2) {
            if self.keys[self.keys.len() - distance] == key {
                if distance <= plies || before_root == 1 {
                    return true;
                }
                before_root += 1;
            }
        }
        false
    }
}
