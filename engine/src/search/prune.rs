//! When a node may be cut short or a move reduced: margins and tables, no search.

use super::tunables;

/// About what a flat is worth in the scores of the search.
pub(super) const FLAT: i32 = 100;

/// Base-2 logarithms in 1/1024, as integers: the same on every machine.
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

/// Digit by digit: square the mantissa, and each time it passes 2 the next digit is a one.
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

/// Late move reduction in 1/1024 ply before any adjustment: it grows with the logarithms of the
/// depth and of the move's place in the order.
#[inline(always)]
pub(super) fn reduction(depth: i32, count: usize) -> i32 {
    let depth = LOGARITHMS[depth.clamp(1, 255) as usize];
    let count = LOGARITHMS[count.clamp(1, 255)];
    // The product of natural logarithms, ln 2 squared being 0.48.
    tunables::lmr_base() + ((depth * count) >> 10) * 48 / tunables::lmr_divisor()
}

/// How far the evaluation must be above beta for reverse futility pruning.
#[inline(always)]
pub(super) fn futility_margin(depth: i32, improving: bool) -> i32 {
    let margin = tunables::rfp_base() + tunables::rfp_margin() * depth;
    if improving { margin - tunables::rfp_improving() } else { margin }
}

/// How far above the evaluation a move that wins so many flats may bring the score, as futility
/// pruning sees it.
#[inline(always)]
pub(super) fn futility_reach(depth: i32, gain: i32) -> i32 {
    tunables::futility_base() + tunables::futility_margin() * depth + FLAT * gain
}

/// How many moves late move pruning leaves.
#[inline(always)]
pub(super) fn move_count_limit(depth: i32, improving: bool) -> usize {
    let limit = tunables::lmp_base() + 3 * depth * depth;
    (if improving { limit } else { limit * 2 / 3 }) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right() {
        for (number, &logarithm) in LOGARITHMS.iter().enumerate().skip(1) {
            let exact = (number as f64).log2() * 1024.0;
            assert!((f64::from(logarithm) - exact).abs() <= 1.0, "{number}");
        }
    }

    #[test]
    fn later_and_deeper_is_reduced_more() {
        for depth in 1..30 {
            for count in 1..200 {
                assert!(reduction(depth, count + 1) >= reduction(depth, count));
                assert!(reduction(depth + 1, count) >= reduction(depth, count));
            }
        }
        assert!(reduction(8, 40) > 2 * 1024 && reduction(8, 40) < 6 * 1024);
    }
}
