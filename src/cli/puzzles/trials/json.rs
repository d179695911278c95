//! JSON form of the results, documented in `docs/json.md`.

use super::results::{Missed, Part, Results};
use crate::cli::Error;
use crate::cli::json::pretty;
use crate::tools::tactics::{Aim, TRIAL_MIB};
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

/// Kind of win: `moves` of a road, `plies` before the end on flats.
#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum AimEntry {
    Road { moves: u32 },
    Flats { plies: u32 },
}

#[derive(Serialize, Debug)]
struct GroupEntry {
    size: usize,
    #[serde(flatten)]
    aim: AimEntry,
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
    aim: AimEntry,
    expected: String,
    nodes: u64,
    found: String,
    /// From the view of the side to move, like the next two.
    centi_flats: Option<i32>,
    win_plies: Option<u32>,
    loss_plies: Option<u32>,
}

impl From<Aim> for AimEntry {
    fn from(aim: Aim) -> Self {
        match aim {
            Aim::Road { moves } => Self::Road { moves },
            Aim::Flats { plies } => Self::Flats { plies },
        }
    }
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

/// Readers can add up a board's groups themselves.
fn groups(results: &Results) -> Vec<GroupEntry> {
    let mut entries = Vec::new();
    for (group, tallies) in &results.groups {
        let Part::Of(aim) = group.part else { continue };
        let trials = tallies.iter().zip(&results.limits).map(|(tally, &nodes)| TrialEntry {
            nodes,
            first_moves: aim.has_only_one_move().then_some(tally.first_moves),
            wins: tally.wins,
            mean_nodes: tally.mean_nodes(),
        });
        let rows = tallies.first().map_or(0, |tally| tally.rows);
        let (size, trials) = (group.size, trials.collect());
        entries.push(GroupEntry { size, aim: aim.into(), rows, trials });
    }
    entries
}

fn entry(missed: &Missed) -> MissedEntry {
    let Missed { exercise, trial, .. } = missed;
    let (centi_flats, win_plies, loss_plies) = match trial.value {
        Value::CentiFlats(flats) => (Some(flats), None, None),
        Value::Win { plies } => (None, Some(plies), None),
        Value::Loss { plies } => (None, None, Some(plies)),
    };
    MissedEntry {
        tps: exercise.tps.to_string(),
        half_komi: exercise.half_komi.half_flats(),
        aim: exercise.aim.into(),
        expected: exercise.mv.to_string(),
        nodes: trial.limit,
        found: trial.best.to_string(),
        centi_flats,
        win_plies,
        loss_plies,
    }
}
