//! Text form of the results.

use super::results::{Group, Missed, Part, Results, TrialTally};
use crate::cli::output::{columns, counted};
use crate::table::grid;
use stonefall_engine::eval::Value;
use stonefall_engine::report::{Style, grouped};
use stonefall_tools::puzzles::{Kind, TRIAL_MIB};

const HEADER: [&str; 6] =
    ["", "Positions", "Rows", "First move", "Win announced", "Visited (mean)"];

/// A row per group and limit, then the missed positions.
pub(super) fn text(results: &Results, missed: &[Missed], style: Style) -> String {
    let mut rows = Vec::new();
    for (group, tallies) in &results.groups {
        for (tally, &limit) in tallies.iter().zip(&results.limits) {
            rows.push(row(group, tally, limit));
        }
    }
    let tried = counted(results.tried, "position");
    let head = format!("{tried}, one thread and {TRIAL_MIB} MiB each, empty table");
    let table = grid(&HEADER, &rows, columns() - 4, style);
    let missed: String = missed.iter().map(entry).collect();
    format!("   {head}\n{table}{missed}")
}

fn row(group: &Group, tally: &TrialTally, limit: u64) -> Vec<String> {
    let size = group.size;
    let name = match (group.part, group.kind) {
        (Part::Of(aim), _) => format!("{size}x{size}, {aim}"),
        (Part::All, Kind::Flats) => format!("{size}x{size}, all on flats"),
        (Part::All, Kind::Road) => format!("{size}x{size}, all roads"),
    };
    let share = |count: usize| {
        let percent = 100.0 * count as f64 / tally.rows.max(1) as f64;
        format!("{count} ({percent:.1} %)")
    };
    // Several moves may win on flats.
    let first = match group.kind {
        Kind::Flats => "-".to_owned(),
        Kind::Road => share(tally.first_moves),
    };
    let (rows, mean) = (tally.rows.to_string(), grouped(tally.mean_nodes()));
    vec![name, grouped(limit), rows, first, share(tally.wins), mean]
}

fn entry(missed: &Missed) -> String {
    let Missed { puzzle, trial, .. } = missed;
    let (tps, aim, half_komi) = (&puzzle.tps, puzzle.aim, puzzle.half_komi.half_flats());
    let expected = puzzle.key().map_or_else(String::new, |mv| mv.to_string());
    let (found, limit) = (trial.best, grouped(trial.limit));
    let value = match trial.value {
        Value::CentiFlats(flats) => format!("{:+.2} flats", f64::from(flats) / 100.0),
        Value::Win { plies } => format!("a win in {plies} plies"),
        Value::Loss { plies } => format!("a loss in {plies} plies"),
    };
    format!(
        "   {tps}\n      half-komi {half_komi}, {aim}: {expected}; with {limit} positions {found}, {value}\n"
    )
}
