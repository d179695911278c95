//! Values of an `info` line.

use super::{InfoLine, Score};
use std::str::FromStr;
use stonefall_engine::notation::parse_move;
use stonefall_engine::types::Move;

/// Values of an `info` line. A missing or malformed part is absent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// `multipv`
    pub line: Option<usize>,
    /// `depth`
    pub depth: Option<u32>,
    /// `score`
    pub score: Option<Score>,
    /// Whether the score is a bound: `lowerbound` or `upperbound`.
    pub is_bound: bool,
    /// `wdl`: win, draw and loss in thousandths, from the view of the side to move.
    pub wdl: Option<[u32; 3]>,
    /// `nodes`
    pub nodes: Option<u64>,
    /// `visits`, which some engines send instead of `nodes`.
    pub visits: Option<u64>,
    /// `pv`, up to the first word that is not a move.
    pub pv: Vec<Move>,
}

impl Info {
    /// Reads a line; returns `None` if it is not an `info` line.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let line = InfoLine::read(line)?;
        let wdl = [0, 1, 2].map(|index| number(&line, "wdl", index));
        Some(Self {
            line: number(&line, "multipv", 0),
            depth: number(&line, "depth", 0),
            score: line.score(),
            is_bound: line.is_bound(),
            wdl: if let [Some(win), Some(draw), Some(loss)] = wdl {
                Some([win, draw, loss])
            } else {
                None
            },
            nodes: number(&line, "nodes", 0),
            visits: number(&line, "visits", 0),
            pv: line.pv().iter().map_while(|word| parse_move(word).ok()).collect(),
        })
    }
}

fn number<T: FromStr>(line: &InfoLine<'_>, key: &str, index: usize) -> Option<T> {
    line.values(key)?.get(index)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_lines_of_engines() {
        let info = Info::read(
            "info multipv 2 depth 9 seldepth 14 score cp 12 lowerbound wdl 500 100 400 nodes 12345 \
             visits 9 nps 100000 hashfull 12 time 123 pv a1 Sb2 3c3>12* Ca4' R-0 b1",
        )
        .unwrap_or_default();
        assert_eq!((info.line, info.depth, info.is_bound), (Some(2), Some(9), true));
        assert_eq!((info.score, info.wdl), (Some(Score::CentiFlats(12)), Some([500, 100, 400])));
        assert_eq!((info.nodes, info.visits, info.pv.len()), (Some(12345), Some(9), 4));
        let nonsense = Info::read("info depth -1 wdl 1 2 nodes many pv hello a1");
        assert_eq!(nonsense, Some(Info::default()));
    }
}
