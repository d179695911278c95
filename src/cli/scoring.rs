//! Scoring methods as values of flags and as JSON.

use super::json::color;
use clap::ValueEnum;
use serde::Serialize;
use stonefall_engine::report::{Diagram, Points, Scoring};

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum ScoringName {
    /// One point per square of the board and per piece that the winner has left
    #[default]
    Book,
    /// Ten points for a board of any size instead of its squares
    TenForTheBoard,
    /// A straight road doubles the score
    DoubleTheLine,
    /// A road of single pieces or of stacks doubles the score
    LowRoadHighRoad,
    /// A win without a capstone doubles the score
    DoubleTheCap,
    /// A win without a capstone doubles the points of the board
    BigMiddle,
}

impl ScoringName {
    pub(super) const fn scoring(self) -> Scoring {
        match self {
            Self::Book => Scoring::Book,
            Self::TenForTheBoard => Scoring::TenForTheBoard,
            Self::DoubleTheLine => Scoring::DoubleTheLine,
            Self::LowRoadHighRoad => Scoring::LowRoadHighRoad,
            Self::DoubleTheCap => Scoring::DoubleTheCap,
            Self::BigMiddle => Scoring::BigMiddle,
        }
    }

    /// Points of the final position in a diagram.
    pub(super) fn points(self, diagram: &Diagram) -> Option<Points> {
        Points::of(diagram, self.scoring())
    }
}

/// JSON form of points.
#[derive(Serialize, Debug)]
pub(super) struct PointsReport {
    scoring: String,
    winner: &'static str,
    points: usize,
    board: usize,
    pieces: usize,
    doubled: Vec<&'static str>,
}

impl From<&Points> for PointsReport {
    fn from(points: &Points) -> Self {
        let value = ScoringName::value_variants()
            .iter()
            .find(|name| name.scoring() == points.scoring)
            .and_then(ValueEnum::to_possible_value);
        Self {
            scoring: value.map_or_else(String::new, |value| value.get_name().to_owned()),
            winner: color(points.winner),
            points: points.total(),
            board: points.board,
            pieces: points.pieces,
            doubled: points.doubled.clone(),
        }
    }
}
