//! JSON form of the report.

use crate::cli::json::pretty;
use serde::Serialize;
use std::io;
use stonefall_check::{Finding, Report};

/// The report. Times are in milliseconds.
#[derive(Serialize)]
struct Page<'a> {
    version: &'static str,
    engine: &'a str,
    name: Option<&'a str>,
    author: Option<&'a str>,
    sizes: &'a [usize],
    load: Option<f64>,
    passed: usize,
    failed: usize,
    skipped: usize,
    interrupted: bool,
    time_ms: u64,
    points: &'a [Finding],
}

/// The report as one JSON object.
pub(super) fn text(report: &Report) -> io::Result<String> {
    let [passed, failed, skipped] = report.counts();
    pretty(&Page {
        version: crate::version::VERSION,
        engine: &report.engine,
        name: report.facts.identity.name.as_deref(),
        author: report.facts.identity.author.as_deref(),
        sizes: &report.facts.sizes,
        load: report.load,
        passed,
        failed,
        skipped,
        interrupted: report.is_cut_short,
        time_ms: report.time.as_millis() as u64,
        points: &report.findings,
    })
}
