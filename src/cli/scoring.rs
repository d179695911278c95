//! Scoring methods as values of flags, and points as JSON.

use serde::Serialize;
use stonefall_engine::report::{Points, ScoringRule};
use stonefall_engine::types::Color;

/// Names, methods and help.
pub(super) const NAMES: &[(&str, ScoringRule, &str)] = &[
    (
        "book",
        ScoringRule::Book,
        "One point per square of the board and per piece that the winner has left",
    ),
    (
        "ten-for-the-board",
        ScoringRule::TenForTheBoard,
        "Ten points for a board of any size instead of its squares",
    ),
    ("double-the-line", ScoringRule::DoubleTheLine, "A straight road doubles the score"),
    (
        "low-road-high-road",
        ScoringRule::LowRoadHighRoad,
        "A road of single pieces or of stacks doubles the score",
    ),
    ("double-the-cap", ScoringRule::DoubleTheCap, "A win without a capstone doubles the score"),
    (
        "big-middle",
        ScoringRule::BigMiddle,
        "A win without a capstone doubles the points of the board",
    ),
];

/// Points as JSON, documented in `docs/json.md`.
#[derive(Serialize)]
pub(super) struct PointsFacts {
    scoring: &'static str,
    winner: Color,
    points: usize,
    board: usize,
    pieces: usize,
    doubled: Vec<&'static str>,
}

impl From<&Points> for PointsFacts {
    fn from(points: &Points) -> Self {
        let name = NAMES.iter().find(|(_, scoring, _)| *scoring == points.scoring);
        Self {
            scoring: name.map_or("", |(name, ..)| name),
            winner: points.winner,
            points: points.total(),
            board: points.board,
            pieces: points.pieces,
            doubled: points.doubled.clone(),
        }
    }
}
