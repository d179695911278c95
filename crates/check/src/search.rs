//! Checks for the answer to every `go`, its form and its content, and what they found in all scripts.

use super::positions::Root;
use super::report::{Complaint, Exchange};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use stonefall_client::{BOUNDS, Direction, InfoLine, Line, ProofResult, SCORES, Score};
use stonefall_engine::board::Outcome;
use stonefall_engine::notation::{excerpt, parse_move};

/// An answered search.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) root: Root,
    /// The `go` command.
    pub(super) go: String,
    /// The lines up to `bestmove`, inclusive.
    pub(super) lines: Vec<Line>,
}

impl Search {
    /// The last line, `bestmove`.
    fn last(&self) -> &str {
        self.lines.last().map_or("", |line| &line.text)
    }

    /// The word after `bestmove`.
    fn best(&self) -> &str {
        self.last().trim().split(' ').nth(1).unwrap_or_default()
    }

    /// The `info` lines.
    pub(super) fn infos(&self) -> impl DoubleEndedIterator<Item = InfoLine<'_>> {
        self.lines.iter().filter_map(|line| InfoLine::read(&line.text))
    }

    /// Whether the move wins at once.
    pub(super) fn wins(&self) -> bool {
        self.root.check(self.best()).is_ok_and(|mv| self.root.wins(mv))
    }

    /// The last score of the best line.
    pub(super) fn score(&self) -> Option<i64> {
        let mut lines = self.infos().rev().filter(|line| line.rank() == 1);
        lines.find_map(|line| line.score().map(Score::rank))
    }

    /// The part of a search that repeats exactly. The time of the last line varies, and so does its number of nodes.
    pub(super) fn result(&self) -> String {
        let line = self.infos().rev().find(|line| !line.pv().is_empty()).map(|line| {
            ["depth", "score", "pv"]
                .map(|key| format!("{key} {}", line.values(key).unwrap_or_default().join(" ")))
                .join(" ")
        });
        format!("{} bestmove {}", line.unwrap_or_default(), self.best())
    }

    /// A fault with the commands of the search and some lines of the engine.
    fn complaint(&self, text: String, lines: &[&str]) -> Complaint {
        let sent =
            [&*self.root.command(), &self.go].map(|it| Exchange::new(Direction::ToEngine, it));
        let lines = lines.iter().map(|line| Exchange::new(Direction::FromEngine, line));
        Complaint { text, exchanges: sent.into_iter().chain(lines).collect() }
    }

    /// Point 86: the faults in an answer with several lines of analysis.
    pub(super) fn faults_of_ranks(&self, count: usize) -> Vec<String> {
        let infos: Vec<_> = self.infos().filter(|line| line.values("pv").is_some()).collect();
        let newest: BTreeMap<_, _> = infos.iter().map(|line| (line.rank(), line)).collect();
        let mut faults = Faults::default();
        let firsts: BTreeSet<_> = newest.values().filter_map(|line| line.pv().first()).collect();
        let found = firsts.len();
        let expected = format_args!("{count} different first moves, found {found}");
        faults.require(86, found == count, expected);
        let ranks: Vec<_> = newest.keys().copied().collect();
        let expected = format_args!("the lines 1 to {count}, found {ranks:?}");
        faults.require(86, ranks.iter().copied().eq(1..=count as i64), expected);
        let depths: BTreeSet<_> = newest.values().map(|line| line.number::<i64>("depth")).collect();
        let scores: Vec<_> =
            newest.values().filter_map(|line| line.score()).map(Score::rank).collect();
        let is_sorted = scores.is_sorted_by(|a, b| a >= b);
        let is_comparable = depths.len() == 1 && !newest.values().any(|line| line.is_bound());
        let expected = format_args!("the best line first, found the scores {scores:?}");
        faults.require(86, is_sorted || !is_comparable, expected);
        // The lines of one depth come together. A line may be repeated, and bounds come between the others, in any rank.
        let settled: Vec<_> = infos.iter().filter(|line| !line.is_bound()).collect();
        let mut pairs = settled.windows(2).map(|pair| (pair[0].rank(), pair[1].rank()));
        let follows =
            |before: i64, after: i64| after == 1 || (before..=before + 1).contains(&after);
        if let Some((before, after)) = pairs.find(|&(one, other)| !follows(one, other)) {
            let expected =
                format_args!("the lines 1 to {count} in order, found {after} after {before}");
            faults.require(86, false, expected);
        }
        faults.found.into_iter().map(|(_, text, _)| text).collect()
    }
}

/// Number of faults kept for each point.
const KEPT: usize = 6;

/// Observations in all scripts.
#[derive(Debug, Default)]
pub(super) struct Observations {
    faults: BTreeMap<u8, Vec<Complaint>>,
    /// Kinds of inspected things: `searches`, lines of `analysis`, `wdl`, and a `proof`.
    pub(super) kinds: BTreeSet<&'static str>,
}

/// First words of the lines of the protocol.
const FIRST_WORDS: [&str; 7] = ["id", "size", "option", "teiok", "readyok", "info", "bestmove"];

impl Observations {
    /// The faults of a point.
    pub(super) fn faults(&self, point: u8) -> &[Complaint] {
        self.faults.get(&point).map_or(&[], Vec::as_slice)
    }

    /// Adds a fault, unless the point already has it or has many others.
    pub(super) fn fault(&mut self, point: u8, fault: Complaint) {
        let faults = self.faults.entry(point).or_default();
        if faults.len() < KEPT && faults.iter().all(|other| other.text != fault.text) {
            faults.push(fault);
        }
    }

    /// Inspects an answered search, and the lines between its `bestmove` and the next `readyok`.
    pub(super) fn search(&mut self, search: &Search, late: &[Line]) {
        self.kinds.insert("searches");
        for (point, text, line) in faults(search) {
            let is_last = line == search.last();
            let lines = &[line, search.last()][usize::from(is_last)..];
            self.fault(point, search.complaint(text, lines));
        }
        for line in search.infos() {
            let is_proof =
                line.score().and_then(Score::proven).is_some_and(|it| it != ProofResult::Draw);
            self.kinds.extend(line.values("pv").map(|_| "analysis"));
            self.kinds.extend(line.values("wdl").map(|_| "wdl"));
            self.kinds.extend(is_proof.then_some("proof"));
        }
        for line in late {
            let (point, text) = match line.first_word() {
                "bestmove" => (61, "expected one bestmove for each go, found another"),
                "info" if InfoLine::read(&line.text).is_some_and(|line| !line.pv().is_empty()) => {
                    (66, "expected no analysis after the bestmove")
                }
                _ => continue,
            };
            self.fault(point, search.complaint(text.into(), &[search.last(), &line.text]));
        }
    }
}

/// The fault of a line of any kind, with its point.
pub(super) fn fault_of_line(line: &str) -> Option<(u8, String)> {
    let Some(word) = line.split_whitespace().next() else {
        return Some((5, "expected no empty line".into()));
    };
    let fault = || {
        let word = excerpt(word, 80);
        (6, format!("expected a line of the protocol, found one that begins with '{word}'"))
    };
    (!FIRST_WORDS.contains(&word)).then(fault)
}

/// Collects the faults of an answer: for each the number of a point, a text and the line.
#[derive(Default)]
struct Faults<'a> {
    found: Vec<(u8, String, &'a str)>,
    /// The line under inspection.
    line: &'a str,
}

/// All faults of an answer.
fn faults(search: &Search) -> Vec<(u8, String, &str)> {
    let infos: Vec<_> = search.infos().filter(|line| line.values("pv").is_some()).collect();
    let mut faults = Faults { found: Vec::new(), line: search.last() };
    let words = search.last().trim_end().split(' ').count();
    faults.require(62, words == 2, "bestmove and one word");
    // Other points are about lines for a finished game.
    if !search.root.is_over() {
        faults.check_answer(search, &infos);
        for line in &infos {
            faults.line = line.text;
            faults.check_form(line);
            faults.check_numbers(line);
            faults.check_score(line);
            faults.check_moves(&search.root, line);
        }
        faults.check_order(&infos);
    }
    faults.found
}

impl<'a> Faults<'a> {
    fn require(&mut self, point: u8, holds: bool, expected: impl Display) {
        if !holds {
            self.found.push((point, format!("expected {expected}"), self.line));
        }
    }

    /// Points 63 and 65: the move, and a line before it.
    fn check_answer(&mut self, search: &Search, infos: &[InfoLine<'_>]) {
        let best = search.best();
        match search.root.check(best).map(|mv| mv.to_string()) {
            Err(error) => {
                self.require(63, false, format_args!("a legal move, found '{best}': {error}"));
            }
            Ok(mv) => {
                self.require(63, mv == best, format_args!("the move written {mv}, found {best}"));
            }
        }
        let is_complete = |line: &InfoLine<'_>| {
            ["depth", "score", "nodes", "time"].iter().all(|key| line.values(key).is_some())
                && !line.pv().is_empty()
        };
        let expected = "a line with depth, score, nodes, time and pv before the bestmove";
        self.require(65, infos.iter().any(is_complete), expected);
    }

    /// Point 78: words and their order.
    fn check_form(&mut self, line: &InfoLine<'_>) {
        // A second score, or a bound in the wrong place, belongs to another point.
        let is_score = |word: &str| SCORES.contains(&word) || BOUNDS.contains(&word);
        let is_number = |word: &str| word.parse::<i64>().is_ok();
        let before = std::iter::once(&"").chain(&line.unknown);
        let mut words = before.zip(&line.unknown);
        let belongs = |before, word| is_score(word) || is_score(before) && is_number(word);
        if let Some((_, word)) = words.find(|(before, word)| !belongs(before, word)) {
            self.require(78, false, format_args!("only words of the protocol, found '{word}'"));
        }
        let keys: Vec<_> = line.parts.iter().map(|part| part.0).collect();
        let is_first = keys.iter().position(|key| *key == "multipv").is_none_or(|place| place == 0);
        self.require(78, is_first, "multipv right after info");
        self.require(78, !line.pv().is_empty(), "moves after pv");
        for (index, key) in keys.iter().enumerate() {
            let is_single = *key == "score" || !keys[..index].contains(key);
            self.require(78, is_single, format_args!("{key} once"));
        }
    }

    /// Points 79 and 83: numbers.
    fn check_numbers(&mut self, line: &InfoLine<'_>) {
        const LARGE: i64 = 1 << 53;
        const SMALL: i64 = u16::MAX as i64;
        for (key, least, most) in [
            ("multipv", 1, SMALL),
            ("depth", 0, SMALL),
            ("seldepth", 0, SMALL),
            ("nodes", 0, LARGE),
            ("nps", 0, LARGE),
            ("hashfull", 0, 1000),
            ("time", 0, LARGE),
        ] {
            let Some(values) = line.values(key) else { continue };
            let fits = line.number(key).is_some_and(|number| (least..=most).contains(&number));
            let found = values.join(" ");
            self.require(79, fits, format_args!("{key} from {least} to {most}, found '{found}'"));
        }
        let Some(values) = line.values("wdl") else { return };
        let numbers: Vec<i64> = values.iter().filter_map(|word| word.parse().ok()).collect();
        let found = values.join(" ");
        let fits = numbers.iter().all(|number| (0..=1000).contains(number));
        if numbers.len() == 3 {
            let is_whole = fits && numbers.iter().sum::<i64>() == 1000;
            self.require(83, is_whole, format_args!("wdl to add up to 1000, found '{found}'"));
        } else {
            let expected = format_args!("three whole numbers after wdl, found '{found}'");
            self.require(79, false, expected);
        }
    }

    /// Points 79 and 81: score.
    fn check_score(&mut self, line: &InfoLine<'_>) {
        let scores: Vec<_> = line.parts.iter().filter(|part| part.0 == "score").collect();
        self.require(81, scores.len() < 2, "one score");
        let [(_, values)] = &scores[..] else { return };
        let found = values.join(" ");
        let is_kind = |word: &&str| SCORES.contains(word);
        let kinds = values.iter().filter(|word| is_kind(word) && **word != "solved").count();
        if kinds != 1 || line.unknown.iter().any(is_kind) {
            let expected = format_args!("one of cp, mate and solved, found '{found}'");
            self.require(81, false, expected);
        } else {
            let is_whole = line.score().is_some_and(|score| score.rank().abs() <= 2 << 30);
            self.require(79, is_whole, format_args!("a whole number as score, found '{found}'"));
            let is_zero = is_whole && values.starts_with(&["mate", "0"]);
            self.require(81, !is_zero, "a score other than mate 0");
        }
        if let Some(word) = line.unknown.iter().find(|word| BOUNDS.contains(word)) {
            self.require(81, false, format_args!("{word} right after the score"));
        }
    }

    /// Points 82 and 84: plays the moves by the rules.
    fn check_moves(&mut self, root: &Root, line: &InfoLine<'_>) {
        let mut moves = Vec::new();
        for word in line.pv() {
            let fault = match parse_move(word) {
                Ok(mv) if word.ends_with(['*', '\'', '"', '!', '?']) => {
                    format!("a move without a mark, found {word} for {mv}")
                }
                Ok(mv) => {
                    moves.push(mv);
                    continue;
                }
                Err(error) => format!("moves, found '{word}': {error}"),
            };
            return self.require(84, false, fault);
        }
        let end = match root.after(&moves) {
            Ok(end) => end,
            Err(error) => return self.require(84, false, format_args!("legal moves: {error}")),
        };
        let mover = if moves.len() % 2 == 0 { end.to_move() } else { !end.to_move() };
        // A bound proves nothing, and `mate 0` belongs to another point.
        let score = line.score().filter(|&score| !line.is_bound() && score != Score::Mate(0));
        let winner = score.and_then(Score::proven).and_then(|result| result.winner(mover));
        let Some(winner) = winner else { return };
        let found = match end.outcome() {
            Some(Outcome::Win(winner, _)) => format!("a win of {}", winner.name()),
            Some(Outcome::Draw(_)) => "a draw".to_owned(),
            None => "an open game".to_owned(),
        };
        let is_won = end.outcome().and_then(Outcome::winner) == Some(winner);
        let expected =
            format_args!("the moves to lead to a win of {}, found {found}", winner.name());
        self.require(82, is_won, expected);
    }

    /// Point 85: depth, nodes and time never fall.
    fn check_order(&mut self, infos: &[InfoLine<'a>]) {
        let mut last: BTreeMap<(&str, i64), i64> = BTreeMap::new();
        for line in infos {
            self.line = line.text;
            for key in ["depth", "nodes", "time"] {
                let Some(number) = line.number(key) else { continue };
                let rank = if key == "depth" { line.rank() } else { 0 };
                let before = last.insert((key, rank), number).unwrap_or(number);
                let expected = format_args!("{key} of at least {before}, found {number}");
                self.require(85, number >= before, expected);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::positions::named;

    fn search(root: Root, lines: &[&str]) -> Search {
        let lines = lines.iter().map(|text| Line::new(text)).collect();
        Search { root, go: String::new(), lines }
    }

    /// The points that an answer of these lines violates.
    fn points(root: Root, lines: &[&str]) -> Vec<u8> {
        faults(&search(root, lines)).into_iter().map(|(point, _, _)| point).collect()
    }

    #[test]
    fn finds_the_violated_point() {
        const GOOD: &str =
            "info depth 2 score cp 5 wdl 500 10 490 nodes 9 nps 9 hashfull 0 time 1 pv a1 b2";
        for (expected, info, best) in [
            (&[][..], GOOD, "a1"),
            (&[63], GOOD, "Fa1"),
            (&[65], "info depth 1 pv a1", "a1"),
            (&[79], "info depth 1 score cp 5.5 nodes 9 time 1 pv a1", "a1"),
            (&[79], "info depth 70000 score cp 5 nodes 9 time 1 pv a1", "a1"),
            (&[81], "info depth 1 score mate 0 nodes 9 time 1 pv a1", "a1"),
            (&[81], "info depth 1 score cp 5 nodes 9 lowerbound time 1 pv a1", "a1"),
            (&[83], "info depth 1 score cp 5 wdl 1 2 3 nodes 9 time 1 pv a1", "a1"),
            (&[84], "info depth 1 score cp 5 nodes 9 time 1 pv a1 a1", "a1"),
        ] {
            let root = named("start", 5, 0).unwrap();
            assert_eq!(points(root, &[info, &format!("bestmove {best}")]), expected, "{info}");
        }
    }

    #[test]
    fn plays_proven_lines_to_their_end() {
        for (name, score, moves, expected) in [
            ("white-left", "mate 1", "a1", &[][..]),
            ("white-left", "solved win 1", "a1", &[]),
            ("white-left", "mate -1", "a1", &[82]),
            ("white-left", "mate 3", "c3", &[82]),
            ("white-left", "mate 3 lowerbound", "c3", &[]),
            ("lost-black", "solved loss 2", "e1 e3", &[]),
            ("lost-black", "loss 2", "e1", &[82]),
            ("lost-black", "mate 1", "e1 e3", &[82]),
        ] {
            let line = format!("info depth 3 score {score} nodes 9 time 1 pv {moves}");
            let best = format!("bestmove {}", moves.split(' ').next().unwrap());
            let root = named(name, 5, 0).unwrap();
            assert_eq!(points(root, &[&line, &best]), expected, "{line}");
        }
        let over = named("road", 5, 0).unwrap();
        assert!(points(over, &["bestmove --"]).is_empty());
    }

    #[test]
    fn finds_lines_of_a_depth_out_of_order() {
        for (ranks, expected) in [
            (&["1", "2", "2", "1", "2"][..], ""),
            (&["1", "2", "2", "2", "1"], ""),
            (&["2", "2", "1", "3 score cp 1 upperbound", "2"], ""),
            (&["2", "1 score cp 3 lowerbound", "1", "2", "4", "2"], "4 after 2"),
        ] {
            let lines = ranks.iter().map(|rank| format!("info multipv {rank} pv a1"));
            let lines: Vec<_> = lines.collect();
            let lines: Vec<_> = lines.iter().map(String::as_str).collect();
            let faults = search(named("start", 5, 0).unwrap(), &lines).faults_of_ranks(2);
            let order = faults.iter().find(|fault| fault.contains(" in order, found "));
            assert!(order.map_or("", |fault| fault).ends_with(expected), "{faults:?}");
            assert_eq!(order.is_some(), !expected.is_empty(), "{faults:?}");
        }
    }
}
