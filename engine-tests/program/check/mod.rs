//! `stonefall check`: this engine passes; an engine with a fault fails the points about it. Tests do not assert
//! deadlines, which the check only measures.

mod command;
#[cfg(unix)]
mod faults;

use crate::program::STONEFALL;
use std::time::Duration;
use stonefall_check::{Engine, Report, Settings, parse_points};
use stonefall_client::Launch;
use stonefall_engine::stopper::Stopper;

/// Points that take long.
const LONG: [u8; 3] = [27, 57, 60];

/// Settings without deadlines.
pub fn settings(engine: Engine, points: &str) -> Settings {
    Settings {
        engine,
        points: parse_points(points).unwrap(),
        sizes: vec![4, 5],
        win_time: Duration::from_millis(50),
        patience: Duration::from_secs(100),
        slack: Duration::from_secs(100),
    }
}

/// Runs the check.
pub fn check(settings: &Settings) -> Report {
    stonefall_check::run(settings, &Stopper::default(), |_, _, _| {}).unwrap()
}

/// Expects these points to pass; some do not apply.
fn passes(first: u8, last: u8) {
    let engine = Engine::Program(Launch::new(STONEFALL));
    let mut settings = settings(engine, &format!("{first}-{last}"));
    settings.points.retain(|number| !LONG.contains(number));
    let report = check(&settings);
    assert_eq!((report.passed, report.failed), (report.points.len(), 0), "{report:#?}");
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
    passes(78, 92);
}

#[test]
fn changes_sizes() {
    let settings = settings(Engine::Program(Launch::new(STONEFALL)), "32,33,39,49");
    let report = check(&Settings { sizes: vec![3, 4, 7], ..settings });
    assert_eq!([report.passed, report.failed, report.skipped], [4, 0, 0], "{report:#?}");
}
