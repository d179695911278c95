//! Numbers as bits, the highest first.
//!
//! Small numbers take few bits: *Elias* numbers n from 0 as n + 1 in binary after as many zeros as it has bits behind
//! the first one, and *Rice* numbers as their part above the lowest bits in unary (zeros and a one), then these bits.
//! (Rice 1971: the shortest code for the gaps of a random set.)

/// Writes bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    /// Free bits of the last byte.
    free: u32,
}

impl BitWriter {
    /// Appends the lowest bits of a number. (Many places call it, and copies of it would make the program larger.)
    #[inline(never)]
    pub(crate) fn bits(&mut self, value: u64, mut count: u32) {
        while count > 0 {
            if self.free == 0 {
                self.bytes.push(0);
                self.free = 8;
            }
            let taken = self.free.min(count);
            count -= taken;
            self.free -= taken;
            let part = (value >> count) & ((1 << taken) - 1);
            if let Some(last) = self.bytes.last_mut() {
                *last |= (part << self.free) as u8;
            }
        }
    }

    fn zeros(&mut self, count: u64) {
        (0..count).for_each(|_| self.bits(0, 1));
    }

    /// Appends a number of less than 2^32 - 1.
    pub(crate) fn elias(&mut self, number: u64) {
        let length = u64::BITS - (number + 1).leading_zeros();
        self.zeros(u64::from(length) - 1);
        self.bits(number + 1, length);
    }

    /// Appends a number whose lowest bits are written as they are.
    pub(crate) fn rice(&mut self, number: u64, lowest: u32) {
        self.zeros(number >> lowest);
        self.bits(1, 1);
        self.bits(number, lowest);
    }

    /// Appends other bits.
    pub(crate) fn append(&mut self, other: &Self) {
        let mut left = other.length();
        for &byte in &other.bytes {
            let count = left.min(8) as u32;
            self.bits(u64::from(byte) >> (8 - count), count);
            left -= u64::from(count);
        }
    }

    /// Number of bits.
    pub(crate) fn length(&self) -> u64 {
        8 * self.bytes.len() as u64 - u64::from(self.free)
    }

    /// The bytes; the last one ends with zeros.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads bits. All methods return `None` where the bits end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitReader<'a> {
    bytes: &'a [u8],
    /// Number of bits before the next one.
    at: usize,
}

impl<'a> BitReader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Number of bits before the next one.
    pub(crate) const fn place(&self) -> u64 {
        self.at as u64
    }

    /// The next 57 bits or more, then zeros.
    #[inline(always)]
    fn window(&self) -> u64 {
        let bytes = self.bytes.get(self.at / 8..).unwrap_or_default();
        let window = match bytes.first_chunk() {
            Some(&bytes) => u64::from_be_bytes(bytes),
            None => last(bytes),
        };
        window << (self.at % 8)
    }

    #[inline(always)]
    pub(crate) fn skip(&mut self, count: u64) -> Option<()> {
        let left = (8 * self.bytes.len() - self.at) as u64;
        if count > left {
            return None;
        }
        self.at += count as usize;
        Some(())
    }

    /// A number of at most 32 bits.
    #[inline(always)]
    pub(crate) fn bits(&mut self, count: u32) -> Option<u64> {
        // Without a shift by 64.
        let bits = self.window() >> 1 >> (63 - count);
        self.skip(count.into())?;
        Some(bits)
    }

    /// Zeros before a one, which is skipped as well.
    #[inline(always)]
    fn zeros(&mut self) -> Option<u64> {
        let mut zeros = 0;
        loop {
            let found = self.window().leading_zeros();
            if found < 56 {
                self.skip(u64::from(found) + 1)?;
                return Some(zeros + u64::from(found));
            }
            zeros += 56;
            self.skip(56)?;
        }
    }

    /// Fills `sums` with sums of the numbers of [`BitWriter::rice`], modulo 2^16: each number added to the sum before it.
    ///
    /// One load of bytes serves several numbers, because each next place depends on the number before it.
    pub(crate) fn rice_sums(
        &mut self,
        lowest: u32,
        last: &mut u16,
        sums: &mut [u16],
    ) -> Option<()> {
        let mut sums = sums.iter_mut();
        while let Some(mut sum) = sums.next() {
            let mut window = self.window();
            let mut used = 0;
            loop {
                let zeros = window.leading_zeros();
                let length = zeros + 1 + lowest;
                if used + length > 57 {
                    break;
                }
                // The one and the lowest bits.
                let bits = window << zeros >> (63 - lowest);
                let number = (u64::from(zeros) << lowest) + bits - (1 << lowest);
                *last = last.wrapping_add(number as u16);
                *sum = *last;
                window <<= length;
                used += length;
                match sums.next() {
                    Some(next) => sum = next,
                    None => return self.skip(used.into()),
                }
            }
            self.skip(used.into())?;
            *last = last.wrapping_add(self.rice(lowest)? as u16);
            *sum = *last;
        }
        Some(())
    }

    /// A number of [`BitWriter::elias`].
    pub(crate) fn elias(&mut self) -> Option<u64> {
        let length = self.zeros().filter(|&length| length <= 32)? as u32;
        Some((1 << length | self.bits(length)?) - 1)
    }

    /// A number of [`BitWriter::rice`], with at most 32 lowest bits.
    #[inline(always)]
    pub(crate) fn rice(&mut self, lowest: u32) -> Option<u64> {
        let window = self.window();
        let zeros = window.leading_zeros();
        if zeros + lowest < 57 {
            // The usual number, from one load.
            let bits = window << zeros << 1 >> 1 >> (63 - lowest);
            self.skip(u64::from(zeros + 1 + lowest))?;
            return Some(u64::from(zeros) << lowest | bits);
        }
        Some(self.zeros()? << lowest | self.bits(lowest)?)
    }
}

/// Fewer than eight bytes as the highest ones of a number.
#[cold]
fn last(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .zip([56, 48, 40, 32, 24, 16, 8])
        .map(|(&byte, shift)| u64::from(byte) << shift)
        .sum()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const NUMBERS: [u64; 9] = [0, 1, 2, 7, 8, 300, 5000, 65_535, (1 << 32) - 2];

    #[test]
    fn numbers_are_read_back() {
        let mut writer = BitWriter::default();
        let mut inner = BitWriter::default();
        for number in NUMBERS {
            inner.elias(number);
            inner.bits(number, 32);
            inner.rice(number % 2000, 3);
            inner.rice(number, 31);
        }
        // Neither begins nor ends with a byte.
        writer.bits(5, 3);
        writer.append(&inner);
        let length = writer.length();
        let bytes = writer.finish();
        assert_eq!(length.div_ceil(8), bytes.len() as u64);
        let mut reader = BitReader::new(&bytes);
        assert_eq!(reader.bits(3), Some(5));
        for number in NUMBERS {
            assert_eq!(reader.elias(), Some(number));
            assert_eq!(reader.bits(32), Some(number));
            assert_eq!(reader.rice(3), Some(number % 2000));
            assert_eq!(reader.rice(31), Some(number));
        }
        assert_eq!(reader.rice(3), None, "the end");
    }

    /// The slow twin: reads the numbers one by one.
    #[test]
    fn sums_equal_the_numbers_read_one_by_one() {
        for lowest in [0, 1, 5, 15, 31] {
            let numbers = (0..400u64).map(|place| {
                let number = (place * place * 2_654_435_761) >> 7;
                if place % 50 == 0 { 70 << lowest } else { number % (3 << lowest) }
            });
            let numbers: Vec<_> = numbers.collect();
            let mut writer = BitWriter::default();
            writer.bits(1, 3);
            numbers.iter().for_each(|&number| writer.rice(number, lowest));
            let bytes = writer.finish();
            for length in [0, 1, 2, 63, 400] {
                let mut readers = [BitReader::new(&bytes); 2];
                readers.iter_mut().for_each(|reader| assert_eq!(reader.bits(3), Some(1)));
                let [fast, slow] = &mut readers;
                let (mut last, mut sums) = (9, vec![0; length]);
                assert_eq!(fast.rice_sums(lowest, &mut last, &mut sums), Some(()));
                let mut expected = 9u16;
                for (&sum, &number) in sums.iter().zip(&numbers) {
                    assert_eq!(slow.rice(lowest), Some(number));
                    expected = expected.wrapping_add(number as u16);
                    assert_eq!(sum, expected, "{lowest} {number}");
                }
                assert_eq!((fast.place(), last), (slow.place(), expected));
            }
            for end in 0..bytes.len() {
                let mut reader = BitReader::new(&bytes[..end]);
                let _ = reader.bits(3);
                assert_eq!(reader.rice_sums(lowest, &mut 0, &mut [0; 400]), None, "{end}");
            }
        }
    }

    #[test]
    fn damaged_bits_are_errors() {
        assert_eq!(BitReader::new(&[0; 100]).elias(), None);
        assert_eq!(BitReader::new(&[0; 100]).rice(2), None);
        assert_eq!(BitReader::new(&[1]).bits(9), None);
        assert_eq!(BitReader::new(&[]).elias(), None);
        let mut reader = BitReader::new(&[0; 2]);
        assert_eq!((reader.skip(16), reader.bits(0), reader.skip(1)), (Some(()), Some(0), None));
        assert_eq!(BitReader::new(&[1]).skip(u64::MAX), None);
    }
}
