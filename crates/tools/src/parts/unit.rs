//! Units of a part file: a line with number, length, time and checksum, then the content and a line end.

use std::time::{SystemTime, UNIX_EPOCH};

/// First word of a unit.
const WORD: &str = "unit";

/// Longest first line of a unit, in bytes.
const LONGEST_LINE: usize = 80;

/// A finished piece of work, such as a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unit<'a> {
    /// Its number in the whole work, from 0.
    pub number: u32,
    /// When it was finished, in milliseconds since 1970.
    pub time: u64,
    /// Its content.
    pub content: &'a [u8],
}

/// The beginning of some bytes.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Start<'a> {
    /// A unit and its length in bytes with its frame.
    Unit(Unit<'a>, usize),
    /// The first bytes of a unit, as a killed program leaves them.
    Torn,
    /// Other bytes.
    Damaged,
    /// Nothing.
    Nothing,
}

/// The milliseconds since 1970.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as u64
}

impl<'a> Unit<'a> {
    /// The unit with its frame.
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let Self { number, time, content } = self;
        let (length, sum) = (content.len(), self.checksum());
        let line = format!("{WORD} {number} {length} {time} {sum:08x}\n");
        [line.as_bytes(), content, b"\n"].concat()
    }

    fn checksum(self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.number.to_le_bytes());
        hasher.update(&self.time.to_le_bytes());
        hasher.update(self.content);
        hasher.finalize()
    }

    /// Reads the unit at the beginning.
    pub(super) fn read(bytes: &'a [u8]) -> Start<'a> {
        if bytes.is_empty() {
            return Start::Nothing;
        }
        let head = &bytes[..bytes.len().min(LONGEST_LINE)];
        let Some(end) = head.iter().position(|&byte| byte == b'\n') else {
            let is_short = bytes.len() < LONGEST_LINE;
            let begun = head.len().min(WORD.len());
            let is_start = head[..begun] == WORD.as_bytes()[..begun];
            return if is_short && is_start { Start::Torn } else { Start::Damaged };
        };
        let Some((number, length, time, sum)) = line(&head[..end]) else { return Start::Damaged };
        let Some(content) = bytes[end + 1..].get(..length) else { return Start::Torn };
        let after = end + 1 + length;
        let unit = Self { number, time, content };
        match bytes.get(after) {
            None => Start::Torn,
            Some(b'\n') if unit.checksum() == sum => Start::Unit(unit, after + 1),
            Some(_) => Start::Damaged,
        }
    }
}

/// Number, length, time and checksum of a unit's first line.
fn line(line: &[u8]) -> Option<(u32, usize, u64, u32)> {
    let line = str::from_utf8(line).ok()?;
    let words: Vec<_> = line.split(' ').collect();
    let &[WORD, number, length, time, sum] = &words[..] else { return None };
    Some((
        number.parse().ok()?,
        length.parse().ok()?,
        time.parse().ok()?,
        u32::from_str_radix(sum, 16).ok()?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_read_back_and_changes_are_found() {
        for content in [&b""[..], b"1. a1 b1\nunit 3", &[0, 255, 10]] {
            let unit = Unit { number: 7, time: 1_700_000_000_123, content };
            let bytes = unit.to_bytes();
            assert_eq!(Unit::read(&bytes), Start::Unit(unit, bytes.len()));
            let two = [&bytes[..], b"more"].concat();
            assert_eq!(Unit::read(&two), Start::Unit(unit, bytes.len()));
            for length in 1..bytes.len() {
                assert_eq!(Unit::read(&bytes[..length]), Start::Torn, "{length}");
            }
            for changed in 0..bytes.len() {
                let mut other = bytes.clone();
                other[changed] ^= 1;
                // A wrong length may reach beyond the end.
                let found = Unit::read(&other);
                assert!(matches!(found, Start::Damaged | Start::Torn), "{changed}: {found:?}");
            }
        }
        assert_eq!(Unit::read(b""), Start::Nothing);
        assert_eq!(Unit::read(&[0; 200]), Start::Damaged);
        assert_eq!(Unit::read(b"unit 1 18446744073709551615 0 0\nx"), Start::Torn);
    }
}
