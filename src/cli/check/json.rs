//! JSON form of the report.

use crate::cli::json::pretty;
use serde::Serialize;
use std::io;
use stonefall_check::{Exchange, Figure, Finding, Report, Verdict};
use stonefall_client::Direction;

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
    points: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    number: u8,
    section: String,
    title: &'static str,
    verdict: &'static str,
    /// Reason for skipping.
    reason: Option<&'a str>,
    time_ms: u64,
    complaints: Vec<Words<'a>>,
    figures: Vec<Number<'a>>,
}

#[derive(Serialize)]
struct Words<'a> {
    text: &'a str,
    lines: Vec<Said<'a>>,
}

#[derive(Serialize)]
struct Said<'a> {
    by: &'static str,
    text: &'a str,
}

#[derive(Serialize)]
struct Number<'a> {
    name: &'a str,
    value: f64,
    unit: &'static str,
    limit: Option<f64>,
}

fn said(exchange: &Exchange) -> Said<'_> {
    let by = match exchange.direction {
        Direction::ToEngine => "client",
        Direction::FromEngine => "engine",
    };
    Said { by, text: &exchange.text }
}

fn number(figure: &Figure) -> Number<'_> {
    let value = (figure.value * 1000.0).round() / 1000.0;
    Number { name: &figure.name, value, unit: figure.unit, limit: figure.limit }
}

fn entry(finding: &Finding) -> Entry<'_> {
    let (verdict, reason) = match &finding.verdict {
        Verdict::Passed => ("passed", None),
        Verdict::Failed => ("failed", None),
        Verdict::Skipped(reason) => ("skipped", Some(reason.as_str())),
    };
    let complaints = finding.complaints.iter().map(|complaint| Words {
        text: &complaint.text,
        lines: complaint.exchanges.iter().map(said).collect(),
    });
    Entry {
        number: finding.point.number,
        section: finding.point.section.to_string(),
        title: finding.point.title,
        verdict,
        reason,
        time_ms: finding.time.as_millis() as u64,
        complaints: complaints.collect(),
        figures: finding.figures.iter().map(number).collect(),
    }
}

/// The report as one JSON object.
pub(super) fn text(report: &Report) -> io::Result<String> {
    let [passed, failed, skipped] = report.counts();
    let page = Page {
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
        points: report.findings.iter().map(entry).collect(),
    };
    pretty(&page)
}
