//! The moves of a game as bytes, as the table `games` stores them.
//!
//! One byte places a piece: 64 times the piece (0 flat, 1 wall, 2 capstone) plus the square (8 times the rank plus
//! the file, both from 0). Two bytes spread a stack: 192 plus the square, then 64 times the direction (0 north, 1 east,
//! 2 south, 3 west, see [`Direction`]) plus the drop pattern without its two lowest bits. A pattern of seven or eight
//! stones has one of these bits; then these six bits are zero and a third byte has the pattern.
//!
//! [`Direction`]: stonefall_engine::types::Direction

use stonefall_engine::Move;

/// Bits of a square.
const SQUARE: u8 = 63;
/// The first byte of a spread is at least this number.
const SPREAD: u8 = 192;

/// The moves as bytes.
pub(super) fn encode(moves: &[Move]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(moves.len() * 3 / 2);
    for mv in moves {
        let [square, tag] = [mv.bits() as u8 & SQUARE, (mv.bits() >> 14) as u8];
        let pattern = (mv.bits() >> 6) as u8;
        if mv.is_placement() {
            bytes.push(tag.wrapping_sub(1) << 6 | square);
        } else if pattern & 3 == 0 {
            bytes.extend([SPREAD | square, tag << 6 | pattern >> 2]);
        } else {
            bytes.extend([SPREAD | square, tag << 6, pattern]);
        }
    }
    bytes
}

/// The moves of the bytes; `None` if they are not moves. The rules check them later.
pub(super) fn decode(bytes: &[u8]) -> Option<Vec<Move>> {
    let mut bytes = bytes.iter().copied();
    let mut moves = Vec::with_capacity(bytes.len());
    while let Some(first) = bytes.next() {
        let square = u16::from(first & SQUARE);
        let bits = if first < SPREAD {
            square | u16::from((first >> 6) + 1) << 14
        } else {
            let second = bytes.next()?;
            let pattern = match second & SQUARE {
                0 => bytes.next()?,
                short => short << 2,
            };
            square | u16::from(pattern) << 6 | u16::from(second >> 6) << 14
        };
        moves.push(Move::from_bits(bits)?);
    }
    Some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefall_engine::types::{Direction, Pattern};
    use stonefall_engine::{Piece, Square};

    #[test]
    fn every_move_is_read_back() {
        let squares = || (0..64).map(Square::from_index);
        let mut moves: Vec<_> = squares()
            .flat_map(|square| {
                let pieces = [Piece::Flat, Piece::Wall, Piece::Capstone];
                pieces.map(|piece| Move::place(square, piece))
            })
            .collect();
        assert_eq!(encode(&moves).len(), moves.len());
        for bits in 1..=255 {
            let pattern = Pattern::from_bits(bits).unwrap_or(Pattern::SINGLE);
            for index in 0..4 {
                let direction = Direction::from_index(index);
                moves.extend(squares().map(|square| Move::spread(square, direction, pattern)));
            }
        }
        assert_eq!(decode(&encode(&moves)), Some(moves));
    }

    #[test]
    fn other_bytes_are_no_moves() {
        for bytes in [&[192][..], &[192, 0], &[192, 0, 0], &[5, 255, 64]] {
            assert_eq!(decode(bytes), None, "{bytes:?}");
        }
        assert_eq!(decode(&[]), Some(Vec::new()));
    }
}
