//! Checks for the answer to every `go`, its form and its content, and what they found in all scripts.

use super::positions::Root;
use super::report::{Complaint, Exchange};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use stonefall_client::{BOUNDS, InfoLine, Line, ProofResult, SCORES, Score};
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
        let sent = [&*self.root.command(), &self.go].map(|it| Exchange::new("client", it));
        let lines = lines.iter().map(|line| Exchange::new("engine", line));
        Complaint { text, exchanges: sent.into_iter().chain(lines).collect() }
    }

    /// Point 86: the faults in an answer with several lines of analysis.
    pub(super) fn faults_of_ranks(&self, count: usize) -> Vec<String> {
        let infos: Vec<_> = self.infos().filter(|line| line.values("pv").is_some()).collect();
        let newest: BTreeMap<_, _> = infos.iter().map(|line| (line.rank(), line)).collect();
        let ranks: Vec<_> = newest.keys().copied().collect();
        let firsts: BTreeSet<_> = newest.values().filter_map(|line| line.pv().first()).collect();
        let depths: BTreeSet<_> = newest.values().map(|line| line.number::<i64>("depth")).collect();
        let scores: Vec<_> =
            newest.values().filter_map(|line| line.score()).map(Score::rank).collect();
        let is_comparable = depths.len() == 1 && !newest.values().any(|line| line.is_bound());
        let is_sorted = scores.is_sorted_by(|a, b| a >= b) || !is_comparable;
        [
            (firsts.len() == count, format!("{count} different first moves, found {firsts:?}")),
            (
                ranks == (1..=count as i64).collect::<Vec<_>>(),
                format!("lines 1 to {count}, found {ranks:?}"),
            ),
            (is_sorted, format!("the best line first, found the scores {scores:?}")),
        ]
        .into_iter()
        .filter(|(holds, _)| !holds)
        .map(|(_, expected)| format!("expected {expected}"))
        .collect()
    }
}

/// Number of faults kept for each point.
const KEPT: usize = 6;

/// Observations in all scripts.
#[derive(Debug, Default)]
pub(super) struct Observations {
    pub(super) faults: BTreeMap<u8, Vec<Complaint>>,
    /// Kinds of inspected things: `moves`, lines of `analysis`, `wdl`, and a `proof`.
    pub(super) kinds: BTreeSet<&'static str>,
}

/// First words of the lines of the protocol.
const FIRST_WORDS: [&str; 7] = ["id", "size", "option", "teiok", "readyok", "info", "bestmove"];

impl Observations {
    /// Adds a fault, unless the point already has it or has many others.
    pub(super) fn fault(&mut self, point: u8, fault: Complaint) {
        let faults = self.faults.entry(point).or_default();
        if faults.len() < KEPT && faults.iter().all(|other| other.text != fault.text) {
            faults.push(fault);
        }
    }

    /// Inspects an answered search, and the lines between its `bestmove` and the next `readyok`.
    pub(super) fn search(&mut self, search: &Search, late: &[Line]) {
        self.kinds.insert("moves");
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
        for line in late.iter().filter(|line| line.first_word() == "bestmove") {
            let text = "expected one bestmove for each go, found another".to_owned();
            self.fault(61, search.complaint(text, &[search.last(), &line.text]));
        }
    }
}

/// The fault of a line of any kind, with its point.
pub(super) fn fault_of_line(line: &str) -> Option<(u8, String)> {
    match line.split_whitespace().next() {
        None => Some((5, "expected no empty line".to_owned())),
        Some(word) if FIRST_WORDS.contains(&word) => None,
        Some(_) => {
            Some((6, format!("expected a line of the protocol, found '{}'", excerpt(line, 80))))
        }
    }
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
    // Other points are about lines for a finished game.
    if !search.root.is_over() {
        faults.check_answer(search);
        for line in &infos {
            faults.line = line.text;
            faults.check_form(line);
            faults.check_chances(line);
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

    /// Point 63.
    fn check_answer(&mut self, search: &Search) {
        let best = search.best();
        match search.root.check(best).map(|mv| mv.to_string()) {
            Err(error) => {
                self.require(63, false, format_args!("a legal move, found '{best}': {error}"));
            }
            Ok(mv) => {
                self.require(63, mv == best, format_args!("the move written {mv}, found {best}"));
            }
        }
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

    /// Point 83.
    fn check_chances(&mut self, line: &InfoLine<'_>) {
        let Some(values) = line.values("wdl") else { return };
        let numbers: Vec<u32> = values.iter().filter_map(|word| word.parse().ok()).collect();
        let is_whole = numbers.len() == 3 && numbers.iter().sum::<u32>() == 1000;
        let found = values.join(" ");
        self.require(83, is_whole, format_args!("wdl to add up to 1000, found '{found}'"));
    }

    /// Point 81.
    fn check_score(&mut self, line: &InfoLine<'_>) {
        let scores: Vec<_> = line.parts.iter().filter(|part| part.0 == "score").collect();
        self.require(81, scores.len() < 2, "one score");
        let [(_, values)] = &scores[..] else { return };
        let is_kind = |word: &&str| SCORES.contains(word);
        let kinds = values.iter().filter(|word| is_kind(word) && **word != "solved").count();
        let is_single = kinds == 1 && !line.unknown.iter().any(is_kind) && line.score().is_some();
        let expected = format_args!("a number and one of cp, mate and solved, found {values:?}");
        self.require(81, is_single, expected);
        self.require(81, !values.starts_with(&["mate", "0"]), "a score other than mate 0");
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

    /// The points that an answer of these lines violates.
    fn points(name: &str, info: &str, best: &str) -> Vec<u8> {
        let lines = [info, &format!("bestmove {best}")].map(Line::new).to_vec();
        let search = Search { root: named(name, 5, 0).unwrap(), go: String::new(), lines };
        faults(&search).into_iter().map(|(point, _, _)| point).collect()
    }

    #[test]
    fn finds_the_violated_point() {
        for (name, info, expected) in [
            (
                "start",
                "depth 2 score cp 5 wdl 500 10 490 nodes 9 nps 9 hashfull 0 time 1 pv a1 b2",
                &[][..],
            ),
            ("start", "score cp 5.5 pv a1", &[81]),
            ("start", "score mate 0 pv a1", &[81]),
            ("start", "score cp 5 nodes 9 lowerbound pv a1", &[81]),
            ("start", "score cp 5 wdl 1 2 3 pv a1", &[83]),
            ("start", "score cp 5 pv a1 a1", &[84]),
            ("white-left", "score mate 1 pv a1", &[]),
            ("white-left", "score solved win 1 pv a1", &[]),
            ("white-left", "score mate -1 pv a1", &[82]),
            ("white-left", "score mate 3 pv c3", &[82]),
            ("white-left", "score mate 3 lowerbound pv c3", &[]),
            ("lost-black", "score solved loss 2 pv e1 e3", &[]),
            ("lost-black", "score loss 2 pv e1", &[82]),
            ("lost-black", "score mate 1 pv e1 e3", &[82]),
        ] {
            let best = info.split("pv ").nth(1).unwrap().split(' ').next().unwrap();
            assert_eq!(points(name, &format!("info {info}"), best), expected, "{info}");
        }
        assert_eq!(points("start", "info depth 1", "Fa1"), [63]);
        assert!(points("road", "info depth 1", "--").is_empty());
    }
}
