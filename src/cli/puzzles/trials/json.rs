//! JSON form of the results, documented in `docs/json.md`.

use super::results::{Missed, Part, Results};
use crate::cli::json::joined;
use serde_json::{Value as Json, json};
use stonefall_engine::eval::Value;
use stonefall_tools::puzzles::{Aim, Kind, TRIAL_MIB};
use stonefall_tools::version::VERSION;

pub(super) fn report(results: &Results, missed: &[Missed], complete: bool) -> Json {
    json!({
        "version": VERSION,
        "hash_mib": TRIAL_MIB,
        "complete": complete,
        "groups": groups(results),
        "missed": missed.iter().map(entry).collect::<Vec<_>>(),
    })
}

/// The groups without totals.
fn groups(results: &Results) -> Vec<Json> {
    let mut entries = Vec::new();
    for (group, tallies) in &results.groups {
        let Part::Of(aim) = group.part else { continue };
        let trials = tallies.iter().zip(&results.limits).map(|(tally, nodes)| {
            json!({
                "nodes": nodes,
                // Several moves may win on flats.
                "first_moves": (aim.kind == Kind::Road).then_some(tally.first_moves),
                "wins": tally.wins,
                "mean_nodes": tally.mean_nodes(),
            })
        });
        let rows = tallies.first().map_or(0, |tally| tally.rows);
        let entry = joined(json!({ "size": group.size }), aim_json(aim));
        let trials = json!({ "rows": rows, "trials": trials.collect::<Vec<_>>() });
        entries.push(joined(entry, trials));
    }
    entries
}

fn aim_json(Aim { kind, length }: Aim) -> Json {
    json!({ "kind": kind, (kind.unit()): length })
}

fn entry(missed: &Missed) -> Json {
    let Missed { puzzle, trial, .. } = missed;
    let (centi_flats, win_plies, loss_plies) = match trial.value {
        Value::CentiFlats(flats) => (Some(flats), None, None),
        Value::Win { plies } => (None, Some(plies), None),
        Value::Loss { plies } => (None, None, Some(plies)),
    };
    let (tps, half_komi) = (puzzle.tps.to_string(), puzzle.half_komi.half_flats());
    let entry = joined(json!({ "tps": tps, "half_komi": half_komi }), aim_json(puzzle.aim));
    let found = json!({
        "expected": puzzle.key().map_or_else(String::new, |mv| mv.to_string()),
        "nodes": trial.limit,
        "found": trial.best.to_string(),
        // From the view of the side to move.
        "centi_flats": centi_flats,
        "win_plies": win_plies,
        "loss_plies": loss_plies,
    });
    joined(entry, found)
}
