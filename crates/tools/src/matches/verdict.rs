//! A sequential test during a match.

use super::elo::Pairs;
use super::record::MatchRecord;
use super::sprt::{Decision, Sprt};
use super::tally::points;
use std::collections::BTreeMap;

/// A test between two engines. Its first decision is final: games that end later do not change it.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The test.
    pub sprt: Sprt,
    /// Half points of the first engine in games without a finished twin, by number.
    unpaired: BTreeMap<usize, usize>,
    /// The pairs that count: all so far, or those before the decision.
    pub pairs: Pairs,
}

impl Verdict {
    /// A test without games.
    #[must_use]
    pub const fn new(sprt: Sprt) -> Self {
        Self { sprt, unpaired: BTreeMap::new(), pairs: Pairs([0; 5]) }
    }

    /// Adds a finished game. After the decision nothing changes.
    pub fn add(&mut self, record: &MatchRecord) {
        if self.decision() != Decision::Open {
            return;
        }
        let number = record.fixture.number;
        let points = points(record, 0);
        match self.unpaired.remove(&(number ^ 1)) {
            Some(twin) => self.pairs.count(points + twin),
            None => {
                self.unpaired.insert(number, points);
            }
        }
    }

    /// Adds finished games in the order of their ends.
    pub fn add_all(&mut self, records: &[MatchRecord]) {
        records.iter().for_each(|record| self.add(record));
    }

    /// The decision.
    #[must_use]
    pub fn decision(&self) -> Decision {
        self.sprt.decision(&self.pairs)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::ending::{Ending, Reason};
    use super::super::plan::Fixture;
    use super::super::sprt::Model;
    use super::*;
    use stonefall_engine::types::{ByColor, Color};

    /// A game won by an engine.
    fn won(number: usize, contender: usize) -> MatchRecord {
        let first = number % 2;
        let players = ByColor::new(first, 1 - first);
        let winner = if players[Color::White] == contender { Color::White } else { Color::Black };
        MatchRecord {
            fixture: Fixture { number, players, opening: 0 },
            ending: Ending { winner: Some(winner), reason: Reason::Road, detail: String::new() },
            plies: 20,
            claims: ByColor::default(),
            effort: ByColor::default(),
        }
    }

    #[test]
    fn decisions_are_final() {
        let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05, Model::Logistic).unwrap();
        let mut verdict = Verdict::new(sprt);
        let mut number = 0;
        while verdict.decision() == Decision::Open {
            verdict.add(&won(number, 0));
            number += 1;
            assert!(number < 200, "{verdict:?}");
        }
        assert_eq!(verdict.decision(), Decision::Accepted);
        let decided = verdict.pairs;
        assert_eq!(decided.total() as usize, number / 2);
        // Games that end after the decision.
        for late in number..number + 40 {
            verdict.add(&won(late, 1));
        }
        assert_eq!((verdict.decision(), verdict.pairs), (Decision::Accepted, decided));
    }

    #[test]
    fn the_order_within_a_pair_does_not_matter() {
        let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Normalized).unwrap();
        let mut verdict = Verdict::new(sprt);
        for (number, contender) in [(1, 0), (2, 1), (3, 1), (0, 1), (4, 0), (5, 0)] {
            verdict.add(&won(number, contender));
        }
        assert_eq!(verdict.pairs, Pairs([1, 0, 1, 0, 1]));
    }
}
