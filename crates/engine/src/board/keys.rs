//! Hash keys of positions.
//!
//! A key is the XOR of a random number for each top piece, a hash of each square's captives and a number for the
//! side to move. Arithmetic hashes the captives, because a multiplication is cheaper than the cache misses of a
//! table with a number for each height.

use crate::cpu::product;
use crate::types::{Color, Piece, Square, Stack};

/// Random numbers for the top pieces and the side to move.
struct Keys {
    tops: [[[u64; 64]; 3]; 2],
    captives: [u64; 64],
    black_to_move: u64,
}

static KEYS: Keys = Keys::new();

impl Keys {
    const fn new() -> Self {
        let mut state = 0x5374_6f6e_6566_616c;
        let mut keys = Self { tops: [[[0; 64]; 3]; 2], captives: [0; 64], black_to_move: 0 };
        let mut square = 0;
        while square < 64 {
            let mut color = 0;
            while color < 2 {
                let mut piece = 0;
                while piece < 3 {
                    keys.tops[color][piece][square] = split_mix(&mut state);
                    piece += 1;
                }
                color += 1;
            }
            // Multiplication by an odd factor is reversible.
            keys.captives[square] = split_mix(&mut state) | 1;
            square += 1;
        }
        keys.black_to_move = split_mix(&mut state);
        keys
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): the next number of the stream.
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut bits = *state;
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// The part of the key of a position in the opening.
pub(super) const OPENING: u64 = 0x9f1d_5a8b_46c3_e72d;

/// A top piece's part of the key.
#[inline(always)]
pub(super) fn top(color: Color, piece: Piece, square: Square) -> u64 {
    KEYS.tops[color.index()][piece.index()][square]
}

/// The part of the key of a square's captives; zero for none.
#[inline(always)]
pub(super) fn captives<const N: usize>(square: Square, captives: Stack) -> u64 {
    let mut bits = (captives.0 as u64).wrapping_sub(1);
    if N > 6 {
        // An odd factor scatters the bits of stones deeper than 64.
        bits = bits.wrapping_add(((captives.0 >> 64) as u64).wrapping_mul(KEYS.black_to_move | 1));
    }
    fold(bits, KEYS.captives[square])
}

/// The XOR of both halves of a product; zero stays zero. (The folded multiplication of wyhash.)
#[inline(always)]
const fn fold(bits: u64, factor: u64) -> u64 {
    let [low, high] = product(bits, factor);
    low ^ high
}

/// The part of the key of Black to move.
#[inline(always)]
pub(super) fn black_to_move() -> u64 {
    KEYS.black_to_move
}
