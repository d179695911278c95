//! Observations in all steps: faults by the number of their point.

use super::inspect::faults;
use super::report::{Complaint, Exchange};
use super::trial::Search;
use std::collections::BTreeMap;
use stonefall_client::{Direction, InfoLine, Line, Proven, Score, excerpt};

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
    pub(super) fn fault(&mut self, point: u8, text: String, exchanges: Vec<Exchange>) {
        let faults = self.faults.entry(point).or_default();
        if faults.len() < KEPT && faults.iter().all(|fault| fault.text != text) {
            faults.push(Complaint { text, exchanges });
        }
    }

    /// Adds complaints about unanswered searches.
    pub(super) fn unanswered(&mut self, complaints: Vec<Complaint>) {
        for Complaint { text, exchanges } in complaints {
            self.fault(61, text, exchanges);
        }
    }

    /// Inspects an answered search.
    pub(super) fn search(&mut self, search: &Search) {
        self.searches += 1;
        for (point, text, line) in faults(search) {
            let mut exchanges: Vec<_> = search
                .sent
                .iter()
                .map(|it| Exchange::new(Direction::ToEngine, it.as_bytes()))
                .collect();
            exchanges.extend(line.map(|it| Exchange::new(Direction::FromEngine, it.as_bytes())));
            if let Some(best) = search.lines.last().filter(|best| Some(&*best.text) != line) {
                exchanges.push(Exchange::new(Direction::FromEngine, best.text.as_bytes()));
            }
            self.fault(point, text, exchanges);
        }
        for line in search.infos().filter_map(|line| InfoLine::read(&line.text)) {
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
            let mut exchanges: Vec<_> = search
                .sent
                .iter()
                .map(|it| Exchange::new(Direction::ToEngine, it.as_bytes()))
                .collect();
            for line in search.lines.last().into_iter().chain([line]) {
                exchanges.push(Exchange::new(Direction::FromEngine, line.text.as_bytes()));
            }
            self.fault(point, text.into(), exchanges);
        }
    }
}

/// The fault of a line of any kind, with its point.
pub(super) fn fault_of_line(line: &Line) -> Option<(u8, String)> {
    if line.text.trim().is_empty() {
        return Some((5, "expected no empty line".into()));
    }
    if FIRST_WORDS.contains(&line.first_word()) {
        return None;
    }
    let word = excerpt(line.first_word());
    Some((6, format!("expected a line of the protocol, found one that begins with '{word}'")))
}
