//! This engine passes all points.

use super::tampered::{NOTHING, engine, failed, settings};
use std::collections::HashSet;
use stonefall_check::{POINTS, Report, Verdict, run};
use stonefall_engine::stopper::Stopper;

/// Points that take long or only measure deadlines.
const LONG: [u8; 7] = [27, 53, 57, 58, 60, 67, 88];

fn report(points: &str) -> Report {
    run(&settings(engine(), points), &Stopper::default(), |_| {}).unwrap()
}

fn points(numbers: impl Iterator<Item = u8>) -> String {
    let numbers: Vec<_> =
        numbers.filter(|number| !LONG.contains(number)).map(|it| it.to_string()).collect();
    numbers.join(",")
}

/// Expects these points to pass; some do not apply.
fn passes(first: u8, last: u8) {
    let report = report(&points(first..=last));
    for finding in &report.findings {
        let passed = finding.verdict == Verdict::Passed;
        // These need a second size, or a server.
        let single = [33, 39, 49, 96].contains(&finding.point.number);
        // Only Linux reports the memory of a process.
        let unseen = finding.point.number == 95 && !cfg!(target_os = "linux");
        let skipped = (single || unseen) && matches!(finding.verdict, Verdict::Skipped(_));
        assert!(passed || skipped, "{finding:#?}");
    }
}

#[test]
fn start_and_options_pass() {
    passes(1, 29);
}

#[test]
fn games_and_positions_pass() {
    passes(30, 50);
}

#[test]
fn searches_pass() {
    passes(51, 77);
}

#[test]
fn analysis_and_robustness_pass() {
    passes(78, 96);
}

#[test]
fn changes_sizes() {
    let mut settings = settings(engine(), "32,33,39,49");
    settings.sizes = vec![3, 4, 7];
    let report = run(&settings, &Stopper::default(), |_| {}).unwrap();
    assert!(report.failed().is_empty(), "{report:#?}");
    assert_eq!(report.counts(), [4, 0, 0]);
}

#[test]
fn passes_through_an_unchanged_connection() {
    assert!(failed(NOTHING, "1-6,61-66,68,78-86,91").is_empty());
}

#[test]
fn reports_every_point_once() {
    let report = report(&points(1..=17));
    let numbers: HashSet<_> = report.findings.iter().map(|finding| finding.point.number).collect();
    assert_eq!(numbers.len(), report.findings.len());
    let titles: HashSet<_> = POINTS.iter().map(|point| point.title).collect();
    assert_eq!(titles.len(), POINTS.len());
}
