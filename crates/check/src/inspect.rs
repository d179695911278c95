//! Checks for the answer to every `go`, its form and its content, and what they found in all scripts.

use super::boards::Root;
use super::report::{Complaint, Exchange};
use std::collections::BTreeMap;
use stonefall_client::{BOUNDS, Direction, InfoLine, Line, Proven, SCORES, Score};
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
}

/// Number of faults kept for each point.
const KEPT: usize = 6;

/// Observations in all steps.
#[derive(Debug, Default)]
pub(super) struct Observations {
    faults: BTreeMap<u8, Vec<Complaint>>,
    /// Number of inspected searches.
    pub(super) searches: usize,
    /// Number of lines with `wdl`.
    pub(super) chances: usize,
    /// Number of lines with a proven result.
    pub(super) proven: usize,
    /// Number of `info` lines with moves.
    pub(super) lines: usize,
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

    /// Inspects an answered search.
    pub(super) fn search(&mut self, search: &Search) {
        self.searches += 1;
        for (point, text, line) in faults(search) {
            let last = Some(search.last()).filter(|&last| Some(last) != line);
            self.fault(point, complaint(text, search, line.into_iter().chain(last)));
        }
        for line in search.infos() {
            self.chances += usize::from(line.values("wdl").is_some());
            let claim = line.score().and_then(Score::proven);
            self.proven += usize::from(claim.is_some_and(|verdict| verdict != Proven::Draw));
            self.lines += usize::from(line.values("pv").is_some());
        }
    }

    /// Inspects the lines between `bestmove` and the next `readyok`.
    pub(super) fn after(&mut self, search: &Search, late: &[Line]) {
        for line in late {
            let (point, text) = match line.first_word() {
                "bestmove" => (61, "expected one bestmove for each go, found another"),
                "info" if InfoLine::read(&line.text).is_some_and(|line| !line.pv().is_empty()) => {
                    (66, "expected no analysis after the bestmove")
                }
                _ => continue,
            };
            self.fault(point, complaint(text.into(), search, [search.last(), &line.text]));
        }
    }
}

/// A fault with the commands of its search and some lines of the engine.
fn complaint<'a>(
    text: String,
    search: &Search,
    lines: impl IntoIterator<Item = &'a str>,
) -> Complaint {
    let sent = [search.root.command(), search.go.clone()];
    let mut exchanges: Vec<_> =
        sent.iter().map(|line| Exchange::new(Direction::ToEngine, line)).collect();
    let lines = lines.into_iter().map(|line| Exchange::new(Direction::FromEngine, line));
    exchanges.extend(lines);
    Complaint { text, exchanges }
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

/// Number of a point, the fault, and the line.
pub(super) type Fault<'a> = (u8, String, Option<&'a str>);

/// All faults of an answer.
pub(super) fn faults(search: &Search) -> Vec<Fault<'_>> {
    let infos: Vec<_> = search.infos().filter(|line| line.values("pv").is_some()).collect();
    let of_line = |text| move |(point, fault)| (point, fault, Some(text));
    let mut found: Vec<_> =
        answer(search, &infos).into_iter().map(of_line(search.last())).collect();
    // Other points are about lines for a finished game.
    if search.root.is_over() {
        return found;
    }
    for line in &infos {
        let faults = form(line).into_iter().chain(numbers(line)).chain(score(line));
        found.extend(faults.chain(moves(search, line)).map(of_line(line.text)));
    }
    found.extend(order(&infos));
    found
}

/// Points 62, 63 and 65: the `bestmove` line.
fn answer(search: &Search, infos: &[InfoLine<'_>]) -> Vec<(u8, String)> {
    let mut faults = Vec::new();
    if search.last().trim_end().split(' ').count() != 2 {
        faults.push((62, "expected bestmove and one word".into()));
    }
    let best = search.best();
    if search.root.is_over() {
        return faults;
    }
    match search.root.check(best) {
        Err(error) => {
            faults.push((63, format!("expected a legal move, found '{best}': {error}")));
        }
        Ok(mv) if mv.to_string() != best => {
            faults.push((63, format!("expected the move written {mv}, found {best}")));
        }
        Ok(_) => {}
    }
    let complete = |line: &InfoLine<'_>| {
        ["depth", "score", "nodes", "time"].iter().all(|key| line.values(key).is_some())
            && !line.pv().is_empty()
    };
    if !infos.iter().any(complete) {
        let fault = "expected a line with depth, score, nodes, time and pv before the bestmove";
        faults.push((65, fault.into()));
    }
    faults
}

/// Point 78: words and their order.
fn form(line: &InfoLine<'_>) -> Vec<(u8, String)> {
    let mut faults = Vec::new();
    // A second score, or a bound in the wrong place, belongs to another point.
    let is_score = |word: &str| SCORES.contains(&word) || BOUNDS.contains(&word);
    let unknown: Vec<_> = line
        .unknown
        .iter()
        .scan(false, |after_score, word| {
            let belongs = is_score(word) || (*after_score && word.parse::<i64>().is_ok());
            *after_score = is_score(word);
            Some((!belongs).then_some(word))
        })
        .flatten()
        .collect();
    if let Some(word) = unknown.first() {
        faults.push((78, format!("expected only words of the protocol, found '{word}'")));
    }
    let place = line.parts.iter().position(|part| part.0 == "multipv");
    if place.is_some_and(|place| place > 0) {
        faults.push((78, "expected multipv right after info".to_owned()));
    }
    if line.pv().is_empty() {
        faults.push((78, "expected moves after pv".to_owned()));
    }
    for (index, (key, _)) in line.parts.iter().enumerate() {
        if line.parts[..index].iter().any(|(other, _)| other == key) && *key != "score" {
            faults.push((78, format!("expected {key} once")));
        }
    }
    faults
}

/// Points 79 and 83: numbers.
fn numbers(line: &InfoLine<'_>) -> Vec<(u8, String)> {
    let mut faults = Vec::new();
    let limits = [
        ("multipv", 1, i64::from(u16::MAX)),
        ("depth", 0, i64::from(u16::MAX)),
        ("seldepth", 0, i64::from(u16::MAX)),
        ("nodes", 0, 1 << 53),
        ("nps", 0, 1 << 53),
        ("hashfull", 0, 1000),
        ("time", 0, 1 << 53),
    ];
    for (key, least, most) in limits {
        if let Some(values) = line.values(key)
            && !line.number(key).is_some_and(|number| (least..=most).contains(&number))
        {
            let found = values.join(" ");
            faults.push((79, format!("expected {key} from {least} to {most}, found '{found}'")));
        }
    }
    if let Some(values) = line.values("wdl") {
        let numbers: Vec<i64> = values.iter().filter_map(|word| word.parse().ok()).collect();
        let found = values.join(" ");
        let fits = numbers.iter().all(|number| (0..=1000).contains(number));
        if numbers.len() != 3 {
            faults.push((79, format!("expected three whole numbers after wdl, found '{found}'")));
        } else if !fits || numbers.iter().sum::<i64>() != 1000 {
            faults.push((83, format!("expected wdl to add up to 1000, found '{found}'")));
        }
    }
    faults
}

/// Points 79 and 81: score.
fn score(line: &InfoLine<'_>) -> Vec<(u8, String)> {
    let mut faults = Vec::new();
    let scores: Vec<_> = line.parts.iter().filter(|part| part.0 == "score").collect();
    let [(_, values)] = &scores[..] else {
        if scores.len() > 1 {
            faults.push((81, "expected one score".to_owned()));
        }
        return faults;
    };
    let found = values.join(" ");
    let is_kind = |word: &&str| SCORES.contains(word);
    let extra = line.unknown.iter().any(is_kind);
    let kinds = values.iter().filter(|word| is_kind(word) && **word != "solved").count();
    if kinds != 1 || extra {
        faults.push((81, format!("expected one of cp, mate and solved, found '{found}'")));
    } else if line.score().is_none_or(|score| score.rank().abs() > 2 << 30) {
        faults.push((79, format!("expected a whole number as score, found '{found}'")));
    } else if values.starts_with(&["mate", "0"]) {
        faults.push((81, "expected a score other than mate 0".to_owned()));
    }
    if let Some(word) = line.unknown.iter().find(|word| BOUNDS.contains(word)) {
        faults.push((81, format!("expected {word} right after the score")));
    }
    faults
}

/// Points 82 and 84: plays the moves by the rules.
fn moves(search: &Search, line: &InfoLine<'_>) -> Vec<(u8, String)> {
    let mut moves = Vec::new();
    for word in line.pv() {
        match parse_move(word) {
            Ok(mv) if word.ends_with(['*', '\'', '"', '!', '?']) => {
                let fault = format!("expected a move without a mark, found {word} for {mv}");
                return vec![(84, fault)];
            }
            Ok(mv) => moves.push(mv),
            Err(error) => return vec![(84, format!("expected moves, found '{word}': {error}"))],
        }
    }
    let ending = match search.root.play_out(&moves) {
        Ok(ending) => ending,
        Err(error) => return vec![(84, format!("expected legal moves: {error}"))],
    };
    // A bound proves nothing, and `mate 0` belongs to another point.
    let score = line.score().filter(|&score| !line.is_bound() && score != Score::Mate(0));
    let winner = score.and_then(Score::proven).and_then(|result| result.winner(ending.mover));
    let Some(winner) = winner else { return Vec::new() };
    if ending.outcome.and_then(Outcome::winner) == Some(winner) {
        return Vec::new();
    }
    let found = match ending.outcome {
        Some(Outcome::Win(winner, _)) => format!("a win of {}", winner.name()),
        Some(Outcome::Draw(_)) => "a draw".to_owned(),
        None => "an open game".to_owned(),
    };
    vec![(82, format!("expected the moves to lead to a win of {}, found {found}", winner.name()))]
}

/// Point 85: depth, nodes and time never fall.
fn order<'a>(infos: &[InfoLine<'a>]) -> Vec<Fault<'a>> {
    let mut last: BTreeMap<(&str, i64), i64> = BTreeMap::new();
    let mut faults = Vec::new();
    for line in infos {
        for key in ["depth", "nodes", "time"] {
            let Some(number) = line.number(key) else { continue };
            let rank = if key == "depth" { line.rank() } else { 0 };
            if let Some(before) = last.insert((key, rank), number)
                && number < before
            {
                let fault = format!("expected {key} of at least {before}, found {number}");
                faults.push((85, fault, Some(line.text)));
            }
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::boards::named;

    /// The points that an answer of these lines violates.
    fn points(root: Root, lines: &[&str]) -> Vec<u8> {
        let lines = lines.iter().map(|text| Line::new(text)).collect();
        let search = Search { root, go: String::new(), lines };
        faults(&search).into_iter().map(|(point, _, _)| point).collect()
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
}
