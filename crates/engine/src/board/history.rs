//! Keys of a game's earlier positions, to find repetitions.

use super::Position;

/// Keys of earlier positions, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    keys: Vec<u64>,
}

impl History {
    /// An empty history.
    pub const fn new() -> Self {
        Self { keys: Vec::new() }
    }

    /// Appends the key of a position before a move.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Removes the newest position.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// The keys, oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Number of positions.
    pub const fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether the history is empty.
    pub const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Number of earlier occurrences of `position`. Only positions since the last placement or flattened wall, with
    /// the same side to move, can be equal.
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

    /// Whether `position` occurs for the third time, which ends the game as a draw.
    #[inline]
    pub fn is_third<const N: usize>(&self, position: &Position<N>) -> bool {
        self.repetitions(position) >= 2
    }

    /// Whether any position since the last placement or flattened wall, including `position`, occurred twice.
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

    /// Whether a search should treat `position`, `plies` after its root, as a draw: it occurred once since the root,
    /// or twice in the game.
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
