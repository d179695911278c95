//! Numbers as bytes: seven bits each, the lowest first; all bytes but the last have the highest bit.

/// Appends a number.
pub(super) fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads numbers from the front of bytes.
pub(super) struct Unpacked<'a>(pub(super) &'a [u8]);

impl<'a> Unpacked<'a> {
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next number; `None` if the bytes end before it or it has more than 64 bits.
    #[inline(always)]
    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first()?;
            self.0 = rest;
            number |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Some(number);
            }
        }
        None
    }

    /// The next bytes.
    #[inline(always)]
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// The next bytes as an array.
    #[inline(always)]
    pub(super) fn array<const COUNT: usize>(&mut self) -> Option<[u8; COUNT]> {
        let (&taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| push(&mut bytes, number));
        let mut unpacked = Unpacked(&bytes);
        assert!(numbers.iter().all(|&number| unpacked.number() == Some(number)));
        assert!(unpacked.is_empty());
        assert_eq!(unpacked.number(), None);
        assert_eq!(Unpacked(&[255; 20]).number(), None);
        assert_eq!(Unpacked(&[1]).take(2), None);
    }
}
