//! Known leaf counts: `crates/tools/src/data/perft.tsv` says where they come from.

use crate::tests::common::position;
use stonefall_engine::board::PerftMode;
use stonefall_engine::sized;

/// Larger counts are for `stonefall perft --suite`.
const MOST_IN_BULK: u64 = 20_000_000;
const MOST_PLAYED: u64 = 2_500_000;

fn check(counting: PerftMode, most: u64) {
    let rows = include_str!("../../crates/tools/src/data/perft.tsv")
        .lines()
        .filter(|line| line.starts_with(char::is_numeric));
    let mut checked = 0;
    for row in rows {
        let [size, tps, counts] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("expected three columns: {row}")
        };
        let counts = counts.split_whitespace().map(|count| count.parse::<u64>().unwrap());
        for (depth, expected) in (1..).zip(counts).filter(|&(_, count)| count <= most) {
            let found = sized!(size.parse().unwrap(), N => {
                position::<N>(tps).perft(depth, counting)
            });
            assert_eq!(found, Ok(expected), "{counting:?} at depth {depth}: {tps}");
            checked += 1;
        }
    }
    assert!(checked > 70, "only {checked} counts");
}

#[test]
fn counted_in_bulk() {
    check(PerftMode::Bulk, MOST_IN_BULK);
}

#[test]
fn every_move_played() {
    check(PerftMode::EveryMove, MOST_PLAYED);
}
