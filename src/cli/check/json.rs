//! JSON form of the report, documented in `docs/json.md`.

use crate::cli::json::millis;
use serde_json::{Value, json};
use stonefall_check::Report;

/// The report as one JSON object. Times are in milliseconds.
pub(super) fn report(report: &Report) -> Value {
    let [passed, failed, skipped] = report.counts();
    json!({
        "version": stonefall_tools::version::VERSION,
        "engine": report.engine,
        "name": report.facts.identity.name,
        "author": report.facts.identity.author,
        "sizes": report.facts.sizes,
        "load": report.load,
        "passed": passed,
        "failed": failed,
        "skipped": skipped,
        "interrupted": report.is_cut_short,
        "time_ms": millis(report.time),
        "points": report.findings,
    })
}
