//! What is seen beside the steps: faults by the number of the point they belong to.

use super::inspect::faults;
use super::report::{Complaint, Exchange};
use super::trial::Search;
use std::collections::BTreeMap;
use stonefall_client::{Claim, Heard, InfoLine, Score, Way, excerpt};

/// Faults that are kept for each point.
const KEPT: usize = 6;

/// What was seen beside the steps.
#[derive(Debug, Default)]
pub(super) struct Seen {
    faults: BTreeMap<u8, Vec<Complaint>>,
    /// Searches whose answer was looked at.
    pub(super) searches: usize,
    /// Lines that told chances.
    pub(super) chances: usize,
    /// Lines that claimed a proven result.
    pub(super) claims: usize,
    /// Lines of analysis with moves.
    pub(super) lines: usize,
    /// Whether the searches that are made for this have been made.
    pub(super) is_sampled: bool,
}

/// First words of the protocol's lines.
const FIRST_WORDS: [&str; 7] = ["id", "size", "option", "teiok", "readyok", "info", "bestmove"];

impl Seen {
    /// The faults that belong to a point.
    pub(super) fn faults(&self, point: u8) -> &[Complaint] {
        self.faults.get(&point).map_or(&[], Vec::as_slice)
    }

    /// Notes a fault, unless it or many others of that point are noted already.
    pub(super) fn fault(&mut self, point: u8, text: String, exchanges: Vec<Exchange>) {
        let faults = self.faults.entry(point).or_default();
        if faults.len() < KEPT && faults.iter().all(|fault| fault.text != text) {
            faults.push(Complaint { text, exchanges });
        }
    }

    /// Searches that were not answered.
    pub(super) fn unanswered(&mut self, complaints: Vec<Complaint>) {
        for Complaint { text, exchanges } in complaints {
            self.fault(61, text, exchanges);
        }
    }

    /// A search was answered.
    pub(super) fn search(&mut self, search: &Search) {
        self.searches += 1;
        for (point, text, line) in faults(search) {
            let mut exchanges: Vec<_> =
                search.sent.iter().map(|it| Exchange::new(Way::ToEngine, it.as_bytes())).collect();
            exchanges.extend(line.map(|it| Exchange::new(Way::FromEngine, it.as_bytes())));
            if let Some(best) = search.lines.last().filter(|best| Some(&*best.text) != line) {
                exchanges.push(Exchange::new(Way::FromEngine, best.text.as_bytes()));
            }
            self.fault(point, text, exchanges);
        }
        for line in search.infos().filter_map(|line| InfoLine::read(&line.text)) {
            self.chances += usize::from(line.values("wdl").is_some());
            let claim = line.score().and_then(Score::claim);
            self.claims += usize::from(claim.is_some_and(|verdict| verdict != Claim::Draw));
            self.lines += usize::from(line.values("pv").is_some());
        }
    }

    /// What came between an answer and the `readyok` that was asked for behind it.
    pub(super) fn after(&mut self, search: &Search, late: &[Heard]) {
        for heard in late {
            let (point, text) = match heard.first_word() {
                "bestmove" => (61, "expected one bestmove for each go, found another"),
                "info" if InfoLine::read(&heard.text).is_some_and(|line| !line.pv().is_empty()) => {
                    (66, "expected no analysis after the bestmove")
                }
                _ => continue,
            };
            let mut exchanges: Vec<_> =
                search.sent.iter().map(|it| Exchange::new(Way::ToEngine, it.as_bytes())).collect();
            for line in search.lines.last().into_iter().chain([heard]) {
                exchanges.push(Exchange::new(Way::FromEngine, line.text.as_bytes()));
            }
            self.fault(point, text.into(), exchanges);
        }
    }
}

/// What is wrong with a line, whatever it is about: the point, and why.
pub(super) fn fault_of_line(heard: &Heard) -> Option<(u8, String)> {
    if heard.text.trim().is_empty() {
        return Some((5, "expected no empty line".into()));
    }
    if FIRST_WORDS.contains(&heard.first_word()) {
        return None;
    }
    let word = excerpt(heard.first_word());
    Some((6, format!("expected a line of the protocol, found one that begins with '{word}'")))
}
