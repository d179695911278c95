//! The charts of a report.

use crate::pictures::{BarRow, Bars, Estimate, bars};
use stonefall_tools::report::{Group, Mean, Phase, Quality, Rate, Report, ResultRow};

/// Years in the chart of results, from the newest.
const MOST_YEARS: usize = 12;

/// Charts of the results: by size and color, and by year.
pub(super) fn results(report: &Report) -> Vec<String> {
    let rows = |wanted: &[Group]| -> Vec<BarRow> {
        let groups = report.results.iter().filter(|(group, _)| wanted.contains(group));
        groups.flat_map(|(_, rows)| rows).filter_map(result).collect()
    };
    let mut years = rows(&[Group::Year]);
    years.drain(..years.len().saturating_sub(MOST_YEARS));
    let chart = |title: &str, rows: Vec<BarRow>| Bars {
        title: title.to_owned(),
        series: ["score".to_owned(), "expected by the ratings".to_owned()],
        unit: " %",
        digits: 0,
        rows,
    };
    let charts = [
        chart("Score by board size and color", rows(&[Group::Size, Group::Color])),
        chart("Score by year", years),
    ];
    charts.iter().filter(|chart| !chart.rows.is_empty()).map(bars).collect()
}

/// A row; `None` with too few games.
fn result(row: &ResultRow) -> Option<BarRow> {
    let score = &row.score;
    let (share, error) = score.share.zip(score.error).filter(|_| score.is_enough())?;
    let own = Estimate { value: share * 100.0, error: error * 100.0 };
    let expected = score.expected.map(|share| Estimate { value: share * 100.0, error: 0.0 });
    Some(BarRow { name: row.name.clone(), values: [Some(own), expected] })
}

/// Charts of the moves by phase: accuracy and mistakes.
pub(super) fn moves(report: &Report) -> Vec<String> {
    let chart = |title: &str, digits, part: &dyn Fn(&Quality) -> Rate, unit: f64| {
        let similar = report.similar.as_ref().map(|it| it.play).unwrap_or_default();
        let parts = report.own.phases.iter().zip(&similar.phases);
        let rows = Phase::ALL.into_iter().zip(parts).map(|(phase, (own, other))| BarRow {
            name: phase.name().to_owned(),
            values: [estimate(part(own), unit), estimate(part(other), unit)],
        });
        Bars {
            title: title.to_owned(),
            series: [report.player.clone(), "similar players".to_owned()],
            unit: "",
            digits,
            rows: rows.collect(),
        }
    };
    let charts = [
        chart("Accuracy by phase, 100 is best", 1, &|it| it.accuracy, 1.0),
        chart("Mistakes of 100 moves, by phase", 1, &|it| it.mistakes, 100.0),
    ];
    let is_known = |chart: &&Bars| chart.rows.iter().any(|row| row.values[0].is_some());
    charts.iter().filter(is_known).map(bars).collect()
}

fn estimate(rate: Rate, unit: f64) -> Option<Estimate> {
    rate.mean().map(|Mean { mean, error }| Estimate { value: mean * unit, error: error * unit })
}
