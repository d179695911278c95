//! Observations in all steps: faults by the number of their point.

use super::inspect::faults;
use super::report::{Complaint, Exchange};
use super::root::Search;
use std::collections::BTreeMap;
use stonefall_client::{Direction, InfoLine, Line, Proven, Score};
use stonefall_engine::notation::excerpt;

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
    /// Whether the sample searches have run.
    pub(super) is_sampled: bool,
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
