//! What is left to chance, and is the same again when asked for again.

use crate::machine;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Decides where there is a choice: always alike in the same position, otherwise in another game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lot(u64);

impl Lot {
    /// The lot of a seed, the same on every machine.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A lot that nobody foresees.
    #[must_use]
    pub fn drawn() -> Self {
        Self(machine::random())
    }

    /// A number below `bound` for the position with this key; 0 if there is none below.
    #[must_use]
    pub fn below(self, key: u64, bound: u64) -> u64 {
        // Keys that differ in a bit give streams that have nothing to do with each other.
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.0 ^ key.rotate_left(32));
        ((u128::from(random.next_u64()) * u128::from(bound)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_and_comes_again() {
        let draw = |seed, key| Lot::new(seed).below(key, 6);
        let mut counts = [0; 6];
        for seed in 0..600 {
            counts[draw(seed, 12345) as usize] += 1;
            assert_eq!(draw(seed, 7), draw(seed, 7));
        }
        assert!(counts.iter().all(|count| (60..140).contains(count)), "{counts:?}");
        assert_eq!(Lot::new(1).below(2, 0), 0);
        assert_ne!(Lot::drawn(), Lot::drawn());
    }
}
