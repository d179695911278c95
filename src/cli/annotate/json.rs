//! JSON form of `annotate`, documented in `docs/json.md`.

use super::Done;
use crate::cli::Error;
use crate::cli::json::pretty;
use crate::cli::scoring::PointsReport;
use crate::version::VERSION;
use serde::Serialize;
use stonefall_engine::annotate::Plan;
use stonefall_engine::facts::{AnnotationFacts, annotation_facts};

#[derive(Serialize, Debug)]
struct Report {
    version: &'static str,
    limits: String,
    games: Vec<GameReport>,
}

#[derive(Serialize, Debug)]
struct GameReport {
    game: usize,
    points: Option<PointsReport>,
    #[serde(flatten)]
    facts: AnnotationFacts,
}

pub(super) fn text(done: &[Done], plan: &Plan) -> Result<String, Error> {
    let games = done.iter().map(report).collect();
    let report = Report { version: VERSION, limits: plan.note(), games };
    Ok(pretty(&report)?)
}

fn report(done: &Done) -> GameReport {
    GameReport {
        game: done.number,
        points: done.points.as_ref().map(PointsReport::from),
        facts: annotation_facts(done.game, &done.annotation),
    }
}
