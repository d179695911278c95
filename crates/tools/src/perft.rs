//! Published node counts of game trees, for comparison.

use stonefall_engine::notation::{Tps, parse_tps};

/// A position with its counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftRow {
    /// The position as text.
    pub text: &'static str,
    /// The position.
    pub tps: Tps,
    /// Counts after 1, 2, 3 ... plies.
    pub counts: Vec<u64>,
}

/// The positions of `data/perft.tsv`, which names their sources.
pub fn suite() -> Vec<PerftRow> {
    include_str!("data/perft.tsv").lines().filter_map(expected).collect()
}

/// Reads a line of three columns: size, TPS, counts. Returns `None` for the header and comments.
fn expected(line: &'static str) -> Option<PerftRow> {
    let mut columns = line.split('\t').skip(1);
    let text = columns.next()?;
    let tps = parse_tps(text).ok()?;
    let counts = columns.next()?.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
    Some(PerftRow { text, tps, counts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        let lines = include_str!("data/perft.tsv").lines();
        let rows = lines.filter(|line| line.starts_with(char::is_numeric)).count();
        assert!(rows >= 20);
        assert_eq!(suite().len(), rows);
    }
}
