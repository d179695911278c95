//! Kinds of nodes; margins and tables for pruning and reductions.

use super::tunables;

/// Approximate value of a flat in units of the search.
pub(super) const FLAT: i32 = 100;

/// Base-2 logarithms in 1/1024, in integers that are equal on every machine.
static LOGARITHMS: [i32; 256] = logarithms();

const fn logarithms() -> [i32; 256] {
    let mut table = [0; 256];
    let mut number = 1;
    while number < 256 {
        table[number] = binary_logarithm(number as u64);
        number += 1;
    }
    table
}

/// Digit by digit: square the mantissa; whenever it exceeds 2 the next digit is one.
const fn binary_logarithm(number: u64) -> i32 {
    let whole = number.ilog2();
    let mut mantissa = (number << 31) >> whole;
    let mut result = whole as i32;
    let mut digit = 0;
    while digit < 10 {
        mantissa = (mantissa * mantissa) >> 31;
        result <<= 1;
        if mantissa >= 1 << 32 {
            mantissa >>= 1;
            result |= 1;
        }
        digit += 1;
    }
    result
}

/// Late move reduction in 1/1024 ply before adjustments; it grows with the logarithms of depth and move
/// number.
#[inline(always)]
pub(super) fn reduction(depth: i32, count: usize) -> i32 {
    let depth = LOGARITHMS[depth.clamp(1, 255) as usize];
    let count = LOGARITHMS[count.clamp(1, 255)];
    // Product of natural logarithms; ln 2 squared is 0.48.
    tunables::lmr_base() + ((depth * count) >> 10) * 48 / tunables::lmr_divisor()
}

/// Margin above beta for reverse futility pruning.
#[inline(always)]
pub(super) fn futility_margin(depth: i32, improving: bool) -> i32 {
    let margin = tunables::rfp_base() + tunables::rfp_margin() * depth;
    if improving { margin - tunables::rfp_improving() } else { margin }
}

/// Largest gain over the evaluation that futility pruning expects of a move that wins `gain` flats.
#[inline(always)]
pub(super) fn futility_reach(depth: i32, gain: i32) -> i32 {
    tunables::futility_base() + tunables::futility_margin() * depth + FLAT * gain
}

/// Number of moves that late move pruning keeps.
#[inline(always)]
pub(super) fn move_count_limit(depth: i32, improving: bool) -> usize {
    let limit = tunables::lmp_base() + 3 * depth * depth;
    (if improving { limit } else { limit * 2 / 3 }) as usize
}

/// Kind of node, known at compile time.
pub(super) trait NodeKind {
    const PV: bool;
}

/// On the principal variation, with an open window.
pub(super) struct Principal;
/// Off the principal variation, with an empty window.
pub(super) struct Scout;

impl NodeKind for Principal {
    const PV: bool = true;
}

impl NodeKind for Scout {
    const PV: bool = false;
}

/// Expected result of a scout node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expect {
    /// A cutoff.
    Cut,
    /// No cutoff, so that all moves are searched.
    All,
}

impl Expect {
    /// The expected result of a child that is searched without a reduction.
    pub(super) const fn child(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::All => Self::Cut,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_correct() {
        for (number, &logarithm) in LOGARITHMS.iter().enumerate().skip(1) {
            let exact = (number as f64).log2() * 1024.0;
            assert!((f64::from(logarithm) - exact).abs() <= 1.0, "{number}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_move_number() {
        for depth in 1..30 {
            for count in 1..200 {
                assert!(reduction(depth, count + 1) >= reduction(depth, count));
                assert!(reduction(depth + 1, count) >= reduction(depth, count));
            }
        }
        assert!(reduction(8, 40) > 2 * 1024 && reduction(8, 40) < 6 * 1024);
    }
}
