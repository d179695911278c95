//! Hashes that are equal on every machine and in every version: they are stored in files.

/// A hash of bytes and numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hash(u64);

impl Hash {
    pub(super) const fn new() -> Self {
        Self(0x5354_4f4e_4546_414c)
    }

    pub(super) const fn number(self, number: u64) -> Self {
        Self(mix(self.0 ^ number))
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

/// SplitMix64 (Steele, Lea and Flood, 2014): every bit of the result depends on every bit of the number.
const fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_hashes_never_change() {
        let hash = |parts: &[&str]| {
            parts.iter().fold(Hash::new(), |hash, part| hash.bytes(part.as_bytes())).stored()
        };
        assert_eq!(hash(&["Ann", "P A1,P E5"]), hash(&["Ann", "P A1,P E5"]));
        assert_ne!(hash(&["Ann", "Ben"]), hash(&["An", "nBen"]));
        assert_ne!(hash(&["a"]), hash(&["a\0"]));
    }
}
