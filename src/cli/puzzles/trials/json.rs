//! JSON form of the results, documented in `docs/json.md`.

use super::results::{Missed, Part, Results};
use crate::cli::Error;
use crate::cli::json::pretty;
use crate::tools::tactics::{Aim, Kind, TRIAL_MIB};
use crate::version::VERSION;
use serde::Serialize;
use stonefall_engine::eval::Value;

#[derive(Serialize, Debug)]
struct Report {
    version: &'static str,
    hash_mib: usize,
    complete: bool,
    groups: Vec<GroupEntry>,
    missed: Vec<MissedEntry>,
}

#[derive(Serialize, Debug)]
struct GroupEntry {
    size: usize,
    #[serde(flatten)]
    aim: Aim,
    rows: usize,
    trials: Vec<TrialEntry>,
}

#[derive(Serialize, Debug)]
struct TrialEntry {
    nodes: u64,
    /// `null` where several moves may win.
    first_moves: Option<usize>,
    wins: usize,
    mean_nodes: u64,
}

#[derive(Serialize, Debug)]
struct MissedEntry {
    tps: String,
    half_komi: i32,
    #[serde(flatten)]
    aim: Aim,
    expected: String,
    nodes: u64,
    found: String,
    /// From the view of the side to move, as the next two.
    centi_flats: Option<i32>,
    win_plies: Option<u32>,
    loss_plies: Option<u32>,
}

pub(super) fn text(results: &Results, missed: &[Missed], complete: bool) -> Result<String, Error> {
    let report = Report {
        version: VERSION,
        hash_mib: TRIAL_MIB,
        complete,
        groups: groups(results),
        missed: missed.iter().map(entry).collect(),
    };
    Ok(pretty(&report)?)
}

/// The groups without totals.
fn groups(results: &Results) -> Vec<GroupEntry> {
    let mut entries = Vec::new();
    for (group, tallies) in &results.groups {
        let Part::Of(aim) = group.part else { continue };
        let trials = tallies.iter().zip(&results.limits).map(|(tally, &nodes)| TrialEntry {
            nodes,
            first_moves: (aim.kind() == Kind::Road).then_some(tally.first_moves),
            wins: tally.wins,
            mean_nodes: tally.mean_nodes(),
        });
        let rows = tallies.first().map_or(0, |tally| tally.rows);
        let (size, trials) = (group.size, trials.collect());
        entries.push(GroupEntry { size, aim, rows, trials });
    }
    entries
}

fn entry(missed: &Missed) -> MissedEntry {
    let Missed { puzzle, trial, .. } = missed;
    let (centi_flats, win_plies, loss_plies) = match trial.value {
        Value::CentiFlats(flats) => (Some(flats), None, None),
        Value::Win { plies } => (None, Some(plies), None),
        Value::Loss { plies } => (None, None, Some(plies)),
    };
    MissedEntry {
        tps: puzzle.tps.to_string(),
        half_komi: puzzle.half_komi.half_flats(),
        aim: puzzle.aim,
        expected: puzzle.key().map_or_else(String::new, |mv| mv.to_string()),
        nodes: trial.limit,
        found: trial.best.to_string(),
        centi_flats,
        win_plies,
        loss_plies,
    }
}
