//! A fixed amount of search. Its node count shows whether play has changed, its time shows the speed.

use crate::game::{Game, Search};
use crate::machine::Instant;
use crate::notation::parse_tps;
use crate::search::{Limits, Settings};
use crate::types::Rules;
use std::time::Duration;

/// Default depth; node counts are quoted at it.
pub const DEPTH: u32 = 10;
/// Size of the transposition table in MiB.
const HASH_MIB: usize = 16;

/// Opening, middlegame and endgame positions of every size, and boards with tall stacks. The crowded
/// ones of 6x6 to 8x8 are positions of `data/perft.tsv`.
pub const POSITIONS: [&str; 18] = [
    "x3/x3/x3 1 1",
    "x3/x,2,1/1,x,2 1 3",
    "x4/x4/x4/x4 1 1",
    "221,1,11212,212/x4/x,1,x2/2,x3 2 12",
    "x,2,x2/x,1,2,x/x,2,1,1/2,x,1,x 1 5",
    "x5/x5/x5/x5/x5 1 1",
    "x3,12,2S/x2,22S,11,1/x,1C,21112,x2/x,21,12C,2221S,x/1,x4 1 17",
    "2,x2,1,x/x,2,1,2,x/1,1,12C,x,1/x,2,1C,2,x/x2,1,2,x 2 10",
    "x6/x6/x6/x6/x6/x6 1 1",
    "2,x5/x,2,x,1,x2/x,1,2C,1,x2/x2,1C,2,1,x/x,2,1,x,2,x/x5,1 1 9",
    "2,21,x2,1,2/1,1,11,1,2,x/2,1,2,1S,x,1C/12,2,x,1,x,1/2,21S,1,x,11,2/2,2,x3,1 1 34",
    "x6/x4,1S,x/x2,21111S,1C,22122C,x/x6/x6/x6 2 11",
    "x7/x7/x7/x7/x7/x7/x7 1 1",
    "x7/x2,2,x,1,x2/x,1,2,1C,x3/x2,2C,1,2,x2/x,2,1,12,1,x2/x3,2,x3/x6,1 2 10",
    "1,x2,22S,1,x2/1,2S,122,1S,1,12,22/2,1,x,2,1221C,11S,21/x,1211S,221,1,12122S,121,1/2,122C,212111,1S,22,12,1/2S,2,x,12122,2,21,2S/x2,1S,1,2,1,2 2 41",
    "x8/x8/x8/x8/x8/x8/x8/x8 1 1",
    "x8/x3,1,x,2,x2/x2,2,1C,1,x3/x2,1,2,2C,1,x2/x,2,1,12,1,2,x2/x3,2,1,x3/x8/x7,2 1 11",
    "x,1S,1C,1S,x4/1,11,11111C,2S,2C,2S,2S,2S/x8/x8/x2,2C,x5/x2,1S,x5/x2,1S,x5/x2,1S,x5 1 14",
];

/// Nodes and time of searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub time: Duration,
}

impl Work {
    /// Nodes per second.
    pub fn nps(self) -> u64 {
        let nodes = u128::from(self.nodes) * 1_000_000;
        u64::try_from(nodes / self.time.as_micros().max(1)).unwrap_or(u64::MAX)
    }

    /// Adds other work.
    pub fn add(&mut self, more: Self) {
        self.nodes += more.nodes;
        self.time += more.time;
    }
}

/// Searches one of the [`POSITIONS`] to a depth on one thread with an empty table, so that the node
/// count is the same on every machine. Returns `None` if the text is not a position.
pub fn search(text: &str, depth: u32) -> Option<Work> {
    let tps = parse_tps(text).ok()?;
    let game = Game::from_tps(&tps, Rules::standard(tps.size)).ok()?;
    let mut searcher = Search::new(HASH_MIB);
    let start = Instant::now();
    let result = searcher.run(&game, Limits::depth(depth), Settings::default(), &mut ());
    Some(Work { nodes: result.nodes, time: start.elapsed() })
}

/// Nodes of all positions at a depth.
pub fn nodes(depth: u32) -> u64 {
    POSITIONS.iter().filter_map(|text| search(text, depth)).map(|work| work.nodes).sum()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_size_has_positions_that_take_a_search() {
        let mut sizes = [0; 9];
        for text in POSITIONS {
            let tps = parse_tps(text).unwrap_or_else(|error| unreachable!("{text}: {error}"));
            sizes[tps.size] += 1;
            let game = Game::from_tps(&tps, Rules::standard(tps.size)).unwrap();
            assert!(game.outcome().is_none() && game.winning_move().is_none(), "{text}");
        }
        assert!(sizes[3..].iter().all(|&count| count >= 2), "{sizes:?}");
    }
}
