//! JSON form of `annotate`, documented in `docs/json.md`.

use super::Done;
use crate::cli::json::joined;
use crate::cli::scoring;
use serde_json::{Value, json};
use stonefall_engine::annotate::Plan;
use stonefall_engine::facts::annotation_facts;
use stonefall_tools::version::VERSION;

pub(super) fn report(done: &[Done], plan: &Plan) -> Value {
    let games: Vec<_> = done.iter().map(game).collect();
    json!({ "version": VERSION, "limits": plan.note(), "games": games })
}

fn game(done: &Done) -> Value {
    let points = done.points.as_ref().map(scoring::json);
    let facts = annotation_facts(done.game, &done.annotation);
    joined(json!({ "game": done.number, "points": points }), facts)
}
