//! Openings: the first plies of a game, equal for all images of the board.

use super::own::OwnGame;
use super::score::Score;
use crate::games::{DatabaseGame, Judgement};
use std::collections::BTreeMap;
use stonefall_engine::board::Symmetry;
use stonefall_engine::{Color, Move};

/// Plies of an opening.
pub const OPENING_PLIES: usize = 3;

/// Openings that cost less do not count.
const LEAST_COST: f64 = 0.5;

/// An opening on a board size.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Opening {
    /// Board size.
    pub size: usize,
    /// The moves in PTN.
    pub moves: String,
}

impl Opening {
    /// The opening of a game; `None` for shorter games and other first positions.
    #[must_use]
    pub fn of(game: &DatabaseGame) -> Option<Self> {
        let first = game.moves.get(..OPENING_PLIES).filter(|_| game.start.is_none())?;
        let image = |symmetry: Symmetry| -> Vec<Move> {
            first.iter().map(|&mv| symmetry.mv(mv, game.size)).collect()
        };
        let least = Symmetry::ALL.into_iter().map(image).min()?;
        let moves = game.beginning().ok()?.spell_line(&least).join(" ");
        Some(Self { size: game.size, moves })
    }
}

/// A player's results in an opening.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningCost {
    /// The opening.
    pub opening: Opening,
    /// The player's color.
    pub color: Color,
    /// The results.
    pub score: Score,
    /// The player's chance after the opening, by the engine; its games are the judged ones.
    pub chance: Chance,
}

/// A mean chance.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Chance {
    /// Number of games.
    pub games: u64,
    sum: f64,
}

impl Chance {
    /// The mean; `None` without games.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum / self.games as f64)
    }
}

impl OpeningCost {
    /// Points that the player lost with the opening: compared with the ratings where they are known, else with even games.
    #[must_use]
    pub fn lost_points(&self) -> f64 {
        let even = self.score.games() as f64 / 2.0;
        let points = self.score.won as f64 + self.score.drawn as f64 / 2.0;
        self.score.lost_points().unwrap_or(even - points)
    }
}

/// Collects the openings of a player.
#[derive(Debug, Default)]
pub(super) struct Openings(BTreeMap<(Opening, usize), (Score, Chance)>);

impl Openings {
    /// Adds a game with its judgements, if it has some.
    pub(super) fn add(&mut self, own: &OwnGame, judgements: Option<&[Judgement]>) {
        let Some(opening) = Opening::of(&own.game) else { return };
        let Some(points) = own.points() else { return };
        let (score, chance) = self.0.entry((opening, own.color.index())).or_default();
        score.add(points, own.expected());
        if let Some(after) = judgements.and_then(|it| it.get(OPENING_PLIES)) {
            chance.games += 1;
            chance.sum += after.chance(own.color);
        }
    }

    /// The openings with enough games that cost points, the most expensive first.
    pub(super) fn costs(self) -> Vec<OpeningCost> {
        let cost = |((opening, color), (score, chance))| OpeningCost {
            opening,
            color: Color::ALL[color],
            score,
            chance,
        };
        let mut costs: Vec<_> = self.0.into_iter().map(cost).collect();
        costs.retain(|cost| cost.score.is_enough() && cost.lost_points() >= LEAST_COST);
        costs.sort_by(|one, other| other.lost_points().total_cmp(&one.lost_points()));
        costs
    }
}
