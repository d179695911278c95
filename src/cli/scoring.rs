//! The ways to count points, as words of the command line and as JSON.

use super::json::color;
use clap::ValueEnum;
use serde::Serialize;
use stonefall_engine::report::{Diagram, Points, Scoring};

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum ScoringName {
    /// A point for each square of the board and for each piece that the winner has left
    #[default]
    Book,
    /// Ten points for a board of any size
    TenForTheBoard,
    /// A straight road doubles the score
    DoubleTheLine,
    /// A road of single pieces doubles the score, a road of stacks does so too
    LowRoadHighRoad,
    /// A win without a capstone doubles the score
    DoubleTheCap,
    /// A win without a capstone doubles what the board is worth
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

    /// The points of the game that a diagram shows the end of.
    pub(super) fn points(self, diagram: &Diagram) -> Option<Points> {
        Points::of(diagram, self.scoring())
    }
}

/// The form of points in JSON.
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
