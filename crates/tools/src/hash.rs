//! Hashes that are equal on every machine and in every version: they are stored in files.

use rand::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// A hash of bytes and numbers, by the steps of SplitMix64 (Steele, Lea and Flood, 2014): every bit of a step depends on
/// every bit of the number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hash(u64);

impl Hash {
    pub(super) const fn new() -> Self {
        Self(0x5354_4f4e_4546_414c)
    }

    pub(super) fn number(self, number: u64) -> Self {
        Self(SplitMix64::seed_from_u64(self.0 ^ number).next_u64())
    }

    /// The length comes first, so that texts next to each other cannot be exchanged.
    pub(super) fn bytes(self, bytes: &[u8]) -> Self {
        let word = |chunk: &[u8]| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        };
        bytes.chunks(8).map(word).fold(self.number(bytes.len() as u64), Self::number)
    }

    pub(super) const fn finish(self) -> u64 {
        self.0
    }

    /// The hash as SQLite stores it.
    pub(super) const fn stored(self) -> i64 {
        self.0 as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_hashes_never_change() {
        let hash = |parts: &[&str]| {
            parts.iter().fold(Hash::new(), |hash, part| hash.bytes(part.as_bytes())).stored()
        };
        assert_eq!(hash(&["Ann"]), 325_238_680_687_113_680);
        assert_ne!(hash(&["Ann", "Ben"]), hash(&["An", "nBen"]));
        assert_ne!(hash(&["a"]), hash(&["a\0"]));
    }
}
