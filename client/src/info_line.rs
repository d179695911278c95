//! `info` lines, taken apart word by word.

use std::iter::Peekable;

/// How a proven game ends for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
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
    Solved(Claim, Option<u32>),
}

/// Above every estimate.
const WON: i64 = 1_000_000_000;

impl Score {
    /// The result that is claimed to be proven.
    #[must_use]
    pub const fn claim(self) -> Option<Claim> {
        match self {
            Self::CentiFlats(_) => None,
            Self::Mate(moves) if moves > 0 => Some(Claim::Win),
            // `mate 0` is said by engines that have lost already.
            Self::Mate(_) => Some(Claim::Loss),
            Self::Solved(verdict, _) => Some(verdict),
        }
    }

    /// The score as a number that can be compared: wins above all else, the shorter the better.
    #[must_use]
    pub fn rank(self) -> i64 {
        match self {
            Self::CentiFlats(score) => score,
            Self::Mate(moves) if moves > 0 => WON - moves,
            Self::Mate(moves) => -WON - moves,
            Self::Solved(Claim::Win, plies) => WON - i64::from(plies.unwrap_or(0)),
            Self::Solved(Claim::Loss, plies) => i64::from(plies.unwrap_or(0)) - WON,
            Self::Solved(Claim::Draw, _) => 0,
        }
    }
}

/// A key with the words that belong to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InfoPart<'a> {
    /// The key, in small letters.
    pub key: &'static str,
    /// What follows it.
    pub values: Vec<&'a str>,
}

/// An `info` line: its parts in their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InfoLine<'a> {
    /// The keys with their values.
    pub parts: Vec<InfoPart<'a>>,
    /// Words that belong to no key; and keys that are understood but no part of the protocol.
    pub unknown: Vec<&'a str>,
}

/// The keys, with the number of words that follow each.
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
/// What some engines count instead of nodes. The protocol does not know it.
const VISITS: &str = "visits";

/// The kinds of score.
pub const SCORES: [&str; 6] = ["cp", "mate", "solved", "win", "loss", "draw"];
/// The kinds of bound.
pub const BOUNDS: [&str; 2] = ["lowerbound", "upperbound"];

impl<'a> InfoLine<'a> {
    /// Takes a line apart; `None` if it is no `info`. Nothing in it is an error.
    ///
    /// ```
    /// use stonefall_client::{InfoLine, Score};
    ///
    /// let line = InfoLine::read("info depth 7 score cp -35 tbhits 9 pv a1 3c3>12").unwrap_or_default();
    /// assert_eq!((line.number("depth"), line.score()), (Some(7), Some(Score::CentiFlats(-35))));
    /// assert_eq!((line.pv().len(), line.unknown), (2, vec!["tbhits", "9"]));
    /// ```
    #[must_use]
    pub fn read(text: &'a str) -> Option<Self> {
        let mut words = text.split_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        let mut line = Self::default();
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
            line.parts.push(InfoPart { key, values });
        }
        Some(line)
    }

    /// What follows a key, if it is there.
    #[must_use]
    pub fn values(&self, key: &str) -> Option<&[&'a str]> {
        self.parts.iter().find(|part| part.key == key).map(|part| &*part.values)
    }

    /// The number that follows a key, if there is one.
    #[must_use]
    pub fn number(&self, key: &str) -> Option<i64> {
        self.values(key)?.first()?.parse().ok()
    }

    /// The moves, as they are written.
    #[must_use]
    pub fn pv(&self) -> &[&'a str] {
        self.values("pv").unwrap_or_default()
    }

    /// Which of several lines this is, from 1.
    #[must_use]
    pub fn rank(&self) -> i64 {
        self.number("multipv").unwrap_or(1)
    }

    /// Whether the score is a bound only.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        let score = self.values("score").unwrap_or_default();
        score.iter().chain(&self.unknown).any(|word| one_of(&BOUNDS, word).is_some())
    }

    /// The score, if there is one that can be understood.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        let values = self.values("score")?;
        let kind = values.iter().rev().find_map(|word| one_of(&SCORES, word))?;
        let number = values.iter().find_map(|word| word.parse::<i64>().ok());
        let verdict = match kind {
            "cp" => return number.map(Score::CentiFlats),
            "mate" => return number.map(Score::Mate),
            "win" => Claim::Win,
            "loss" => Claim::Loss,
            "draw" => Claim::Draw,
            _ => return None,
        };
        Some(Score::Solved(verdict, number.and_then(|plies| plies.try_into().ok())))
    }
}

/// A word among others, whatever its case.
fn one_of(words: &[&'static str], found: &str) -> Option<&'static str> {
    words.iter().find(|word| word.eq_ignore_ascii_case(found)).copied()
}

fn key(word: &str) -> Option<(&'static str, usize)> {
    KEYS.iter().find(|(key, _)| key.eq_ignore_ascii_case(word)).copied()
}

/// The words of a score: `cp 12 lowerbound`, `solved win 5`.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> InfoLine<'_> {
        InfoLine::read(text).unwrap_or_default()
    }

    #[test]
    fn lines_are_taken_apart_in_order() {
        let line =
            line("info multipv 2 depth 3 score cp 5 upperbound wdl 1 2 997 visits 9 pv a1 b2");
        let keys: Vec<_> = line.parts.iter().map(|part| part.key).collect();
        assert_eq!(keys, ["multipv", "depth", "score", "wdl", "visits", "pv"]);
        assert_eq!((line.rank(), line.number("depth")), (2, Some(3)));
        assert_eq!(line.score(), Some(Score::CentiFlats(5)));
        assert_eq!((line.pv(), &*line.unknown), (&["a1", "b2"][..], &["visits"][..]));
        assert!(line.is_bound());
    }

    #[test]
    fn scores_have_several_forms() {
        for (text, score) in [
            ("cp -35", Score::CentiFlats(-35)),
            ("Mate -2", Score::Mate(-2)),
            ("solved win 5", Score::Solved(Claim::Win, Some(5))),
            ("solved draw", Score::Solved(Claim::Draw, None)),
            ("loss 4", Score::Solved(Claim::Loss, Some(4))),
        ] {
            let text = format!("info score {text} depth 3");
            let line = line(&text);
            assert_eq!((line.score(), line.number("depth")), (Some(score), Some(3)), "{text}");
        }
        assert_eq!(Score::Mate(-2).claim(), Some(Claim::Loss));
        assert_eq!(Score::CentiFlats(9999).claim(), None);
    }

    #[test]
    fn scores_can_be_compared() {
        let falling = ["mate 1", "solved win 9", "cp 900", "draw", "cp -1", "loss 4", "mate -1"];
        let scores =
            falling.map(|text| line(&format!("info score {text}")).score().map(Score::rank));
        assert!(scores.iter().all(Option::is_some) && scores.is_sorted_by(|a, b| a > b));
        assert_eq!(line("info score cp pv a1").score(), None);
    }

    #[test]
    fn nonsense_is_noted() {
        let line = line("info depth score cp x nodes -5 tbhits 3 Wdl 1 2 pv hello a1");
        assert_eq!(line.unknown, ["x", "tbhits", "3", "Wdl"]);
        assert_eq!(
            (line.number("depth"), line.score(), line.number("nodes")),
            (None, None, Some(-5))
        );
        assert_eq!((line.values("wdl"), line.pv()), (Some(&["1", "2"][..]), &["hello", "a1"][..]));
        assert_eq!(InfoLine::read("information"), None);
        assert_eq!(self::line("info string pv a1").pv().len(), 0);
    }
}
