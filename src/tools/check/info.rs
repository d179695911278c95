//! A line of analysis as its clients take it apart: strictly, in the order of its words.

/// A key with what follows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part<'a> {
    pub(super) key: &'a str,
    pub(super) values: Vec<&'a str>,
}

/// An `info` line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Line<'a> {
    pub(super) parts: Vec<Part<'a>>,
    /// Words that belong to no key.
    pub(super) unknown: Vec<&'a str>,
}

/// Which way a score points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Claim {
    /// The mover loses for sure.
    Loss,
    /// An estimate, or a draw.
    Open,
    /// The mover wins for sure.
    Win,
}

/// The keys that a line with moves may have, with the number of words that follow each.
const KEYS: [(&str, usize); 7] = [
    ("multipv", 1),
    ("depth", 1),
    ("seldepth", 1),
    ("nodes", 1),
    ("nps", 1),
    ("hashfull", 1),
    ("time", 1),
];

impl<'a> Line<'a> {
    /// Takes a line apart; `None` if it is no `info`.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let mut words = text.split_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        let mut line = Self::default();
        while let Some(key) = words.next() {
            let count = match key {
                "pv" | "string" | "error" => usize::MAX,
                "wdl" => 3,
                "score" => {
                    let kind = words.next_if(|word| SCORES.contains(word));
                    let mut values: Vec<_> = kind.into_iter().collect();
                    if kind == Some("solved") {
                        values.extend(words.next_if(|word| SCORES.contains(word)));
                    }
                    values.extend(words.next_if(|word| is_number(word)));
                    values.extend(words.next_if(|word| BOUNDS.contains(word)));
                    line.parts.push(Part { key, values });
                    continue;
                }
                _ => match KEYS.iter().find(|(name, _)| *name == key) {
                    Some(&(_, count)) => count,
                    None => {
                        line.unknown.push(key);
                        continue;
                    }
                },
            };
            let values = words.by_ref().take(count).collect();
            line.parts.push(Part { key, values });
        }
        Some(line)
    }

    /// What follows a key, if it is there.
    pub(super) fn values(&self, key: &str) -> Option<&[&'a str]> {
        self.parts.iter().find(|part| part.key == key).map(|part| &*part.values)
    }

    /// The number that follows a key, if there is one.
    pub(super) fn number(&self, key: &str) -> Option<i64> {
        self.values(key)?.first()?.parse().ok()
    }

    /// The moves.
    pub(super) fn pv(&self) -> &[&'a str] {
        self.values("pv").unwrap_or_default()
    }

    /// Which of several lines this is, from 1.
    pub(super) fn rank(&self) -> i64 {
        self.number("multipv").unwrap_or(1)
    }

    /// Whether the score is a bound only.
    pub(super) fn is_bound(&self) -> bool {
        self.values("score").is_some_and(|values| values.iter().any(|word| BOUNDS.contains(word)))
            || self.unknown.iter().any(|word| BOUNDS.contains(word))
    }

    /// The score as a number that can be compared: wins above all else, the shorter the better.
    pub(super) fn score(&self) -> Option<i64> {
        let (kind, number) = self.kind()?;
        Some(match kind {
            "mate" if number > 0 => WON - number,
            "mate" => -WON - number,
            "win" => WON - number,
            "loss" => number - WON,
            "draw" => 0,
            _ => number,
        })
    }

    /// Whether the score claims a proven result.
    pub(super) fn claim(&self) -> Claim {
        match self.kind() {
            // A number that says nothing.
            Some(("mate", 0)) => Claim::Open,
            Some(("mate", number)) if number > 0 => Claim::Win,
            Some(("win", _)) => Claim::Win,
            Some(("mate" | "loss", _)) => Claim::Loss,
            _ => Claim::Open,
        }
    }

    fn kind(&self) -> Option<(&'a str, i64)> {
        let values = self.values("score")?;
        let kind = *values.iter().rfind(|word| SCORES.contains(word))?;
        let number = values.iter().find_map(|word| word.parse().ok());
        match kind {
            "win" | "loss" | "draw" => Some((kind, number.unwrap_or(0))),
            _ => Some((kind, number?)),
        }
    }
}

/// Above every estimate.
pub(super) const WON: i64 = 1_000_000_000;

pub(super) const SCORES: [&str; 6] = ["cp", "mate", "solved", "win", "loss", "draw"];
pub(super) const BOUNDS: [&str; 2] = ["lowerbound", "upperbound"];

fn is_number(word: &str) -> bool {
    word.starts_with(|char: char| char == '-' || char == '+' || char.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_taken_apart_in_order() {
        let text = "info multipv 2 depth 3 score cp 5 upperbound wdl 1 2 997 visits 9 pv a1 b2";
        let line = Line::read(text).unwrap_or_default();
        let keys: Vec<_> = line.parts.iter().map(|part| part.key).collect();
        assert_eq!(keys, ["multipv", "depth", "score", "wdl", "pv"]);
        assert_eq!((line.rank(), line.number("depth"), line.score()), (2, Some(3), Some(5)));
        assert_eq!((line.pv(), &*line.unknown), (&["a1", "b2"][..], &["visits", "9"][..]));
        assert!(line.is_bound());
    }

    #[test]
    fn scores_can_be_compared() {
        let score = |text: &str| Line::read(text).and_then(|line| line.score());
        let falling = ["mate 1", "solved win 9", "cp 900", "draw", "cp -1", "loss 4", "mate -1"];
        let scores: Vec<_> =
            falling.iter().map(|text| score(&format!("info score {text}"))).collect();
        assert!(scores.iter().all(Option::is_some) && scores.is_sorted_by(|a, b| a > b));
        assert_eq!(score("info score cp pv a1"), None);
    }
}
