//! `info` lines: the words of a line, and their values.

use std::iter::Peekable;
use std::str::FromStr;
use stonefall_engine::notation::parse_move;
use stonefall_engine::types::{Color, Move};

/// Proven result for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProofResult {
    /// A win.
    Win,
    /// A loss.
    Loss,
    /// A draw.
    Draw,
}

impl ProofResult {
    /// The winner, if this is the result for `mover`; `None` for a draw.
    pub fn winner(self, mover: Color) -> Option<Color> {
        match self {
            Self::Win => Some(mover),
            Self::Loss => Some(mover.opponent()),
            Self::Draw => None,
        }
    }
}

/// Score from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// `cp`, in the engine's own unit, usually hundredths of a flat.
    CentiFlats(i64),
    /// `mate N`: a win in N moves of the winner, or a loss if N is negative.
    Mate(i64),
    /// `solved win N`, also `win N`: a result, in N plies if given.
    Solved(ProofResult, Option<u32>),
}

/// Rank of a proven win, above every estimate.
const WON: i64 = 1_000_000_000;

impl Score {
    /// Proven result that the score claims.
    pub const fn proven(self) -> Option<ProofResult> {
        match self {
            Self::CentiFlats(_) => None,
            Self::Mate(moves) if moves > 0 => Some(ProofResult::Win),
            // Engines send `mate 0` when they have lost already.
            Self::Mate(_) => Some(ProofResult::Loss),
            Self::Solved(result, _) => Some(result),
        }
    }

    /// Number for comparisons: proven wins above all else, shorter ones higher.
    pub fn rank(self) -> i64 {
        match self {
            Self::CentiFlats(score) => score,
            Self::Mate(moves) if moves > 0 => WON - moves,
            Self::Mate(moves) => -WON - moves,
            Self::Solved(ProofResult::Win, plies) => WON - i64::from(plies.unwrap_or(0)),
            Self::Solved(ProofResult::Loss, plies) => i64::from(plies.unwrap_or(0)) - WON,
            Self::Solved(ProofResult::Draw, _) => 0,
        }
    }
}

/// An `info` line, split into its parts in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InfoLine<'a> {
    /// The whole line.
    pub text: &'a str,
    /// The keys, in lower case, with the words after them.
    pub parts: Vec<(&'static str, Vec<&'a str>)>,
    /// Words without a key, and keys outside the protocol.
    pub unknown: Vec<&'a str>,
}

/// The keys, each with its number of values.
const KEYS: [(&str, usize); 13] = [
    ("multipv", 1),
    ("depth", 1),
    ("seldepth", 1),
    ("nodes", 1),
    (VISITS, 1),
    ("nps", 1),
    ("hashfull", 1),
    ("time", 1),
    ("wdl", 3),
    ("score", 4),
    ("pv", usize::MAX),
    ("string", usize::MAX),
    ("error", usize::MAX),
];
/// Sent by some engines instead of `nodes`; not in the protocol.
const VISITS: &str = "visits";

/// Kinds of score.
pub const SCORES: [&str; 6] = ["cp", "mate", "solved", "win", "loss", "draw"];
/// Kinds of bound.
pub const BOUNDS: [&str; 2] = ["lowerbound", "upperbound"];

impl<'a> InfoLine<'a> {
    /// Splits a line; returns `None` if it is not an `info` line. Malformed parts are not an error.
    ///
    /// ```
    /// use stonefall_client::{InfoLine, Score};
    ///
    /// let line = InfoLine::read("info depth 7 score cp -35 tbhits 9 pv a1 3c3>12").unwrap_or_default();
    /// assert_eq!((line.number("depth"), line.score()), (Some(7), Some(Score::CentiFlats(-35))));
    /// assert_eq!((line.pv().len(), line.unknown), (2, vec!["tbhits", "9"]));
    /// ```
    pub fn read(text: &'a str) -> Option<Self> {
        let mut words = text.split_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        let mut line = Self { text, ..Self::default() };
        while let Some(word) = words.next() {
            let Some((key, count)) = key(word) else {
                line.unknown.push(word);
                continue;
            };
            if key == VISITS || key != word {
                line.unknown.push(word);
            }
            let values = match (key, count) {
                ("score", _) => score(&mut words),
                (_, usize::MAX) => words.by_ref().collect(),
                _ => (0..count)
                    .map_while(|_| words.next_if(|&word| self::key(word).is_none()))
                    .collect(),
            };
            line.parts.push((key, values));
        }
        Some(line)
    }

    /// Values of a key, if present.
    pub fn values(&self, key: &str) -> Option<&[&'a str]> {
        self.parts.iter().find(|part| part.0 == key).map(|part| &*part.1)
    }

    /// Number after a key, if there is one.
    pub fn number<T: FromStr>(&self, key: &str) -> Option<T> {
        self.values(key)?.first()?.parse().ok()
    }

    /// The moves of the principal variation as text.
    pub fn pv(&self) -> &[&'a str] {
        self.values("pv").unwrap_or_default()
    }

    /// Rank of this line among several, from 1.
    pub fn rank(&self) -> i64 {
        self.number("multipv").unwrap_or(1)
    }

    /// Whether the score is a bound.
    pub fn is_bound(&self) -> bool {
        let score = self.values("score").unwrap_or_default();
        score.iter().chain(&self.unknown).any(|word| one_of(&BOUNDS, word).is_some())
    }

    /// The score, if present and well-formed.
    pub fn score(&self) -> Option<Score> {
        let values = self.values("score")?;
        let kind = values.iter().rev().find_map(|word| one_of(&SCORES, word))?;
        let number = values.iter().find_map(|word| word.parse::<i64>().ok());
        let result = match kind {
            "cp" => return number.map(Score::CentiFlats),
            "mate" => return number.map(Score::Mate),
            "win" => ProofResult::Win,
            "loss" => ProofResult::Loss,
            "draw" => ProofResult::Draw,
            _ => return None,
        };
        Some(Score::Solved(result, number.and_then(|plies| plies.try_into().ok())))
    }
}

/// Finds a word in a list, ignoring case.
fn one_of(words: &[&'static str], found: &str) -> Option<&'static str> {
    words.iter().find(|word| word.eq_ignore_ascii_case(found)).copied()
}

fn key(word: &str) -> Option<(&'static str, usize)> {
    KEYS.iter().find(|(key, _)| key.eq_ignore_ascii_case(word)).copied()
}

/// Reads the words of a score: `cp 12 lowerbound`, `solved win 5`.
fn score<'a>(words: &mut Peekable<impl Iterator<Item = &'a str>>) -> Vec<&'a str> {
    let mut values = Vec::new();
    let kind = words.next_if(|word| one_of(&SCORES, word).is_some());
    values.extend(kind);
    if kind.is_some_and(|kind| kind.eq_ignore_ascii_case("solved")) {
        values.extend(words.next_if(|word| one_of(&SCORES, word).is_some()));
    }
    values.extend(words.next_if(|word| is_number(word)));
    values.extend(words.next_if(|word| one_of(&BOUNDS, word).is_some()));
    values
}

fn is_number(word: &str) -> bool {
    word.starts_with(|char: char| char == '-' || char == '+' || char.is_ascii_digit())
}

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
    pub fn read(line: &str) -> Option<Self> {
        let line = InfoLine::read(line)?;
        let wdl = line.values("wdl").unwrap_or_default();
        let wdl: Vec<u32> = wdl.iter().filter_map(|word| word.parse().ok()).collect();
        Some(Self {
            line: line.number("multipv"),
            depth: line.number("depth"),
            score: line.score(),
            is_bound: line.is_bound(),
            wdl: wdl.try_into().ok(),
            nodes: line.number("nodes"),
            visits: line.number("visits"),
            pv: line.pv().iter().map_while(|word| parse_move(word).ok()).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> InfoLine<'_> {
        InfoLine::read(text).unwrap_or_default()
    }

    #[test]
    fn reads_all_forms_of_scores() {
        for (text, score) in [
            ("cp -35", Score::CentiFlats(-35)),
            ("Mate -2", Score::Mate(-2)),
            ("solved win 5", Score::Solved(ProofResult::Win, Some(5))),
            ("solved draw", Score::Solved(ProofResult::Draw, None)),
            ("loss 4", Score::Solved(ProofResult::Loss, Some(4))),
        ] {
            let text = format!("info score {text} depth 3");
            let line = line(&text);
            assert_eq!((line.score(), line.number("depth")), (Some(score), Some(3)), "{text}");
        }
        assert_eq!(Score::Mate(-2).proven(), Some(ProofResult::Loss));
        assert_eq!(Score::CentiFlats(9999).proven(), None);
    }

    #[test]
    fn ranks_scores() {
        let falling = ["mate 1", "solved win 9", "cp 900", "draw", "cp -1", "loss 4", "mate -1"];
        let scores =
            falling.map(|text| line(&format!("info score {text}")).score().map(Score::rank));
        assert!(scores.iter().all(Option::is_some) && scores.is_sorted_by(|a, b| a > b));
        assert_eq!(line("info score cp pv a1").score(), None);
    }

    #[test]
    fn keeps_the_order_and_unknown_words() {
        let line = line("info multipv 2 depth score cp x upperbound tbhits 3 Wdl 1 2 pv hello a1");
        let keys: Vec<_> = line.parts.iter().map(|part| part.0).collect();
        assert_eq!(keys, ["multipv", "depth", "score", "wdl", "pv"]);
        assert_eq!(line.unknown, ["x", "upperbound", "tbhits", "3", "Wdl"]);
        assert_eq!((line.rank(), line.number::<i64>("depth"), line.score()), (2, None, None));
        assert_eq!((line.values("wdl"), line.pv()), (Some(&["1", "2"][..]), &["hello", "a1"][..]));
        assert!(line.is_bound());
        assert_eq!(InfoLine::read("information"), None);
        assert_eq!(self::line("info string pv a1").pv().len(), 0);
    }

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
