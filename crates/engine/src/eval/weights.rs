//! The weights of the terms on each board size, read from `weights.txt` by the compiler, and the sums of counts and weights.
//!
//! `stonefall fit` fitted the weights of 4x4 to 7x7 to self-play games (docs/strength.md). 8x8 has the weights
//! of 6x6, except for the squares that the smaller board lacks. The weights of 3x3 are set by hand, after
//! published weights of Topaz (pieces and stacks, missing squares of roads), Syntaks (rows, tempo, capstones,
//! squares) and Tiltak (selection of terms).

use super::PhaseShares;
use super::terms::Term;
use std::fmt::Write;

/// The weights of every term in opening, middle and end, in inner units: about 100 for a flat.
pub type Table = [[i16; 3]; Term::COUNT];

/// Meaning of the inner units of a board size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    /// Inner units of one flat.
    pub flat: i32,
    /// Inner units that turn even chances into 73 %.
    pub spread: i32,
    /// Half the width of the range of scores of drawn games, in inner units.
    pub draw: i32,
}

/// The file with the weights in use.
pub const FILE: &str = include_str!("weights.txt");

const SIZES: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SizeWeights {
    /// Flat, spread, draw.
    scale: [i16; 3],
    table: Table,
}

static IN_USE: [SizeWeights; SIZES] = match read(FILE) {
    Some(weights) => weights,
    None => panic!("weights.txt has a row for the scale and one for each term, of 18 numbers"),
};

static PACKED: [[i64; Term::COUNT]; SIZES] = {
    let mut packed = [[0; Term::COUNT]; SIZES];
    let mut at = 0;
    while at < SIZES * Term::COUNT {
        let (size, term) = (at / Term::COUNT, at % Term::COUNT);
        packed[size][term] = pack(IN_USE[size].table[term]);
        at += 1;
    }
    packed
};

/// Bits of a phase in a packed word.
const BITS: u32 = 21;

/// Packs three numbers into one word. The absolute value of each sum must be below 2^20.
const fn pack([opening, middle, end]: [i16; 3]) -> i64 {
    opening as i64 + ((middle as i64) << BITS) + ((end as i64) << (2 * BITS))
}

#[inline(always)]
pub(super) const fn unpack(packed: i64) -> [i32; 3] {
    const fn low(packed: i64) -> i64 {
        packed << (64 - BITS) >> (64 - BITS)
    }
    let opening = low(packed);
    let rest = (packed - opening) >> BITS;
    let middle = low(rest);
    let end = (rest - middle) >> BITS;
    [opening as i32, middle as i32, end as i32]
}

/// Reads the text of a file; `None` if it does not have the right number of rows and columns.
const fn read(text: &str) -> Option<[SizeWeights; SIZES]> {
    let text = text.as_bytes();
    let mut weights = [SizeWeights { scale: [0; 3], table: [[0; 3]; Term::COUNT] }; SIZES];
    let (mut row, mut at) = (0, 0);
    while at < text.len() {
        let is_comment = text[at] == b'#';
        // The name of the row ends before the first bar.
        let (mut column, mut in_name) = (0, true);
        while at < text.len() && text[at] != b'\n' {
            let byte = text[at];
            in_name = in_name && byte != b'|';
            if is_comment || in_name || !(byte == b'-' || byte.is_ascii_digit()) {
                at += 1;
                continue;
            }
            if row > Term::COUNT || column == 3 * SIZES {
                return None;
            }
            let sign = if byte == b'-' { -1 } else { 1 };
            at += (byte == b'-') as usize;
            let mut number: i16 = 0;
            while at < text.len() && text[at].is_ascii_digit() {
                number = number.saturating_mul(10).saturating_add((text[at] - b'0') as i16);
                at += 1;
            }
            let size = &mut weights[column / 3];
            let cells = if row == 0 { &mut size.scale } else { &mut size.table[row - 1] };
            cells[column % 3] = sign * number;
            column += 1;
        }
        at += 1;
        row += (column > 0) as usize;
        if column != 0 && column != 3 * SIZES {
            return None;
        }
    }
    if row == Term::COUNT + 1 { Some(weights) } else { None }
}

/// Index of a size from 3 to 8.
const fn index(size: usize) -> usize {
    if size > 8 { SIZES - 1 } else { size.saturating_sub(3) }
}

/// The scale in use on a board of this size, from 3 to 8.
pub const fn scale(size: usize) -> Scale {
    let [flat, spread, draw] = IN_USE[index(size)].scale;
    Scale { flat: flat as i32, spread: spread as i32, draw: draw as i32 }
}

/// The weights in use on a board of this size, from 3 to 8.
pub const fn table(size: usize) -> &'static Table {
    &IN_USE[index(size)].table
}

/// The same weights with the three phases in one word.
pub(super) const fn packed_table(size: usize) -> &'static [i64; Term::COUNT] {
    &PACKED[index(size)]
}

/// The text of a file after a fit: as `file`, with other weights for this size from 3 to 8. `None` if `file` is no
/// file of weights.
pub fn replace(file: &str, size: usize, table: &Table, scale: Scale) -> Option<String> {
    let mut weights = read(file)?;
    let limited = |number: i32| number.clamp(0, i16::MAX.into()) as i16;
    let scale = [scale.flat, scale.spread, scale.draw].map(limited);
    weights[index(size)] = SizeWeights { scale, table: *table };
    let comments = FILE.lines().take_while(|line| line.starts_with('#'));
    let mut text: String = comments.flat_map(|line| [line, "\n"]).collect();
    let mut row = |name: &str, cells: [[i16; 3]; SIZES]| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{name:<31}");
        for [opening, middle, end] in cells {
            let _ = write!(text, " |{opening:5} {middle:4} {end:4}");
        }
        text.push('\n');
    };
    row("scale", weights.map(|size| size.scale));
    for term in Term::all() {
        row(term.name(), weights.map(|size| size.table[term.index()]));
    }
    Some(text)
}

/// Receives every term with its counts for the side to move and for the other side.
///
/// One code path counts for all receivers: the value, the explanation and the features for fits. (The idea is from
/// the chess engine Ethereal and from Texel tuning.)
pub trait Trace {
    /// Adds the counts of a term, which may occur more than once.
    fn add(&mut self, term: Term, mover: i32, waiting: i32);
}

/// Adds counts times weights for the three phases at once.
///
/// Three sums of 21 bits share one word, so that a term needs one multiplication. (Stockfish packs two phases.)
pub(super) struct Sum<const N: usize> {
    packed: i64,
}

impl<const N: usize> Sum<N> {
    const WEIGHTS: &'static [i64; Term::COUNT] = packed_table(N);

    pub(super) const ZERO: Self = Self { packed: 0 };

    /// The value for the side to move in a phase of the game.
    #[inline(always)]
    pub(super) fn value(&self, phase: PhaseShares) -> i32 {
        phase.blend(unpack(self.packed))
    }
}

impl<const N: usize> Trace for Sum<N> {
    #[inline(always)]
    fn add(&mut self, term: Term, mover: i32, waiting: i32) {
        self.packed += Self::WEIGHTS[term.index()] * i64::from(mover - waiting);
    }
}

/// Records the counts, for example for a fit of the weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// The counts of the side to move and of the other side, in the order of [`Term::all`].
    pub terms: [[i32; 2]; Term::COUNT],
}

impl Counts {
    pub(super) const ZERO: Self = Self { terms: [[0; 2]; Term::COUNT] };

    /// The value for the side to move with these weights, in inner units.
    pub fn value(&self, weights: &Table, phase: PhaseShares) -> i32 {
        let mut sums = [0; 3];
        for ([mover, waiting], weights) in self.terms.iter().zip(weights) {
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum += (mover - waiting) * i32::from(weight);
            }
        }
        phase.blend(sums)
    }
}

impl Trace for Counts {
    fn add(&mut self, term: Term, mover: i32, waiting: i32) {
        let [own, other] = &mut self.terms[term.index()];
        *own += mover;
        *other += waiting;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_in_the_written_form() {
        for size in 3..=8 {
            let written = replace(FILE, size, table(size), scale(size));
            assert_eq!(written.as_deref(), Some(FILE), "size {size}");
        }
        let mut other = *table(5);
        other[7] = [-1, 32_767, 0];
        let scale = Scale { flat: 1, ..scale(5) };
        let written = replace(FILE, 5, &other, scale).unwrap_or_default();
        let again = read(&written).map(|weights| weights[2]);
        assert_eq!(again, Some(SizeWeights { scale: [1, 155, 37], table: other }));
        assert_eq!(replace("1 2 3", 5, &other, scale), None);
    }

    #[test]
    fn packed_sums_agree_with_three_sums() {
        let a = [-3, 700, -32_000];
        let b = [31_000, -1, 5];
        for factor in [-30_i64, -1, 0, 1, 2, 29] {
            let expected =
                [0, 1, 2].map(|phase| i32::from(a[phase]) + i32::from(b[phase]) * factor as i32);
            assert_eq!(unpack(pack(a) + pack(b) * factor), expected);
        }
    }
}
