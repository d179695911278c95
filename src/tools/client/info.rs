//! `info` lines.

use std::iter::Peekable;
use std::time::Duration;
use stonefall_engine::notation::parse_move;
use stonefall_engine::types::Move;

/// How a proven game ends for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
}

/// A score, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// `cp`: in the engine's own unit, usually hundredths of a flat.
    CentiFlats(i64),
    /// `mate`: a win in so many moves of the winner, a loss if negative.
    Mate(i64),
    /// `solved win 5`, also `win 5`: a result, in so many plies if they are told.
    Solved(Verdict, Option<u32>),
}

impl Score {
    /// The result that is claimed to be proven.
    #[must_use]
    pub const fn claim(self) -> Option<Verdict> {
        match self {
            Self::CentiFlats(_) => None,
            Self::Mate(moves) if moves > 0 => Some(Verdict::Win),
            // `mate 0` is said by engines that have lost already.
            Self::Mate(_) => Some(Verdict::Loss),
            Self::Solved(verdict, _) => Some(verdict),
        }
    }
}

/// What one line says. A part is absent if the line does not have it or it cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// `multipv`
    pub line: Option<usize>,
    /// `depth`
    pub depth: Option<u32>,
    /// `seldepth`
    pub seldepth: Option<u32>,
    /// `score`
    pub score: Option<Score>,
    /// Whether the score is only a bound: `lowerbound` or `upperbound`.
    pub is_bound: bool,
    /// `wdl`: win, draw and loss in thousandths, from the view of the side to move.
    pub wdl: Option<[u32; 3]>,
    /// `nodes`
    pub nodes: Option<u64>,
    /// `visits`, of engines that count them.
    pub visits: Option<u64>,
    /// `nps`
    pub nps: Option<u64>,
    /// `hashfull`, in thousandths.
    pub hashfull: Option<u32>,
    /// `time`
    pub time: Option<Duration>,
    /// `pv`, as far as its words are moves.
    pub pv: Vec<Move>,
    /// The first word of the `pv` that is no move, with all that follows.
    pub pv_rest: Option<String>,
    /// `string` or `error`: the rest of the line.
    pub text: Option<String>,
    /// Words and numbers that were not understood.
    pub faults: Vec<String>,
}

impl Info {
    /// Reads a line; `None` if it is no `info`. Nothing in it is an error: what is not understood is
    /// noted among the faults.
    ///
    /// ```
    /// use stonefall::tools::client::{Info, Score};
    ///
    /// let line = "info depth 7 score cp -35 nodes 900 time 12 pv a1 3c3>12";
    /// let info = Info::read(line).unwrap_or_default();
    /// assert_eq!((info.depth, info.score), (Some(7), Some(Score::CentiFlats(-35))));
    /// assert_eq!(info.pv.len(), 2);
    /// ```
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Self::default();
        while let Some(word) = words.next() {
            info.key(&word.to_ascii_lowercase(), word, &mut words);
        }
        Some(info)
    }

    fn key<'a>(
        &mut self,
        key: &str,
        word: &str,
        words: &mut Peekable<impl Iterator<Item = &'a str>>,
    ) {
        match key {
            "multipv" => self.line = self.number(key, words),
            "depth" => self.depth = self.number(key, words),
            "seldepth" => self.seldepth = self.number(key, words),
            "nodes" => self.nodes = self.number(key, words),
            "visits" => self.visits = self.number(key, words),
            "nps" => self.nps = self.number(key, words),
            "hashfull" => self.hashfull = self.number(key, words),
            "time" => self.time = self.number(key, words).map(Duration::from_millis),
            "score" => self.score = self.read_score(words),
            "lowerbound" | "upperbound" => self.is_bound = true,
            "wdl" => {
                let mut part = || self.number(key, words);
                let parts = (part(), part(), part());
                if let (Some(win), Some(draw), Some(loss)) = parts {
                    self.wdl = Some([win, draw, loss]);
                }
            }
            "pv" => self.read_pv(words),
            "string" | "error" => self.text = Some(words.collect::<Vec<_>>().join(" ")),
            _ => self.faults.push(word.to_owned()),
        }
    }

    fn number<'a, T: std::str::FromStr>(
        &mut self,
        key: &str,
        words: &mut Peekable<impl Iterator<Item = &'a str>>,
    ) -> Option<T> {
        // A word that is no number may be the next key: it stays.
        match words.peek().map(|word| word.parse()) {
            Some(Ok(number)) => {
                words.next();
                Some(number)
            }
            _ => {
                self.faults
                    .push(format!("{key} {}", words.peek().unwrap_or(&"")).trim_end().into());
                None
            }
        }
    }

    fn read_score<'a>(
        &mut self,
        words: &mut Peekable<impl Iterator<Item = &'a str>>,
    ) -> Option<Score> {
        let kind = words.next_if(|word| {
            ["cp", "mate", "solved", "win", "loss", "draw"]
                .contains(&word.to_ascii_lowercase().as_str())
        });
        let mut kind = kind.unwrap_or_default().to_ascii_lowercase();
        match kind.as_str() {
            "cp" => return self.number("cp", words).map(Score::CentiFlats),
            "mate" => return self.number("mate", words).map(Score::Mate),
            "solved" => {
                let word = words.next_if(|word| {
                    ["win", "loss", "draw"].contains(&word.to_ascii_lowercase().as_str())
                });
                kind = word.unwrap_or_default().to_ascii_lowercase();
            }
            _ => {}
        }
        let verdict = match kind.as_str() {
            "win" => Verdict::Win,
            "loss" => Verdict::Loss,
            "draw" => Verdict::Draw,
            _ => {
                self.faults
                    .push(format!("score {}", words.peek().unwrap_or(&"")).trim_end().into());
                return None;
            }
        };
        let plies = words.peek().and_then(|word| word.parse().ok());
        if plies.is_some() {
            words.next();
        }
        Some(Score::Solved(verdict, plies))
    }

    fn read_pv<'a>(&mut self, words: &mut Peekable<impl Iterator<Item = &'a str>>) {
        while let Some(mv) = words.peek().and_then(|word| parse_move(word).ok()) {
            self.pv.push(mv);
            words.next();
        }
        let rest: Vec<_> = words.collect();
        self.pv_rest = (!rest.is_empty()).then(|| rest.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Info {
        Info::read(line).unwrap_or_default()
    }

    #[test]
    fn reads_everything_that_engines_write() {
        let info = read(
            "info multipv 2 depth 9 seldepth 14 score cp 12 lowerbound wdl 500 100 400 nodes 12345 \
             visits 9 nps 100000 hashfull 12 time 123 pv a1 Sb2 3c3>12* Ca4' R-0",
        );
        assert_eq!((info.line, info.depth, info.seldepth), (Some(2), Some(9), Some(14)));
        assert_eq!((info.score, info.is_bound), (Some(Score::CentiFlats(12)), true));
        assert_eq!(
            (info.wdl, info.nodes, info.visits),
            (Some([500, 100, 400]), Some(12345), Some(9))
        );
        assert_eq!((info.nps, info.hashfull), (Some(100_000), Some(12)));
        assert_eq!(info.time, Some(Duration::from_millis(123)));
        assert_eq!((info.pv.len(), info.pv_rest.as_deref()), (4, Some("R-0")));
        assert_eq!(info.faults, Vec::<String>::new());
    }

    #[test]
    fn scores_have_several_forms() {
        for (text, score) in [
            ("cp -35", Score::CentiFlats(-35)),
            ("mate -2", Score::Mate(-2)),
            ("solved win 5", Score::Solved(Verdict::Win, Some(5))),
            ("solved draw", Score::Solved(Verdict::Draw, None)),
            ("loss 4", Score::Solved(Verdict::Loss, Some(4))),
        ] {
            let info = read(&format!("info score {text} depth 3"));
            assert_eq!((info.score, info.depth), (Some(score), Some(3)), "{text}");
        }
        assert_eq!(Score::Mate(-2).claim(), Some(Verdict::Loss));
        assert_eq!(Score::CentiFlats(9999).claim(), None);
    }

    #[test]
    fn nonsense_is_noted() {
        let info = read("info depth score cp x nodes -5 tbhits 3 wdl 1 2 pv hello a1");
        assert_eq!(
            info.faults,
            ["depth score", "cp x", "x", "nodes -5", "-5", "tbhits", "3", "wdl pv"]
        );
        assert_eq!((info.pv.len(), info.pv_rest.as_deref()), (0, Some("hello a1")));
        assert_eq!(Info::read("information"), None);
        assert_eq!(read("info string pv a1").text.as_deref(), Some("pv a1"));
        assert_eq!(read("info").faults.len(), 0);
    }
}
