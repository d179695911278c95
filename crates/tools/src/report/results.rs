//! Results of a player by size, color, komi, opening and year, and the openings that cost points.

use super::own::OwnGame;
use super::statistics::Score;
use crate::games::{DatabaseGame, Judgement};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use stonefall_engine::board::Symmetry;
use stonefall_engine::{Color, Move};

/// Openings in a report: the most played.
const MOST_OPENINGS: usize = 10;

/// A property of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// Board size.
    Size,
    /// The player's color.
    Color,
    /// Komi.
    Komi,
    /// The most played openings.
    Opening,
    /// Year.
    Year,
}

impl Group {
    /// All groups in order.
    pub const ALL: [Self; 5] = [Self::Size, Self::Color, Self::Komi, Self::Opening, Self::Year];

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Size => "Size",
            Self::Color => "Color",
            Self::Komi => "Komi",
            Self::Opening => "Opening",
            Self::Year => "Year",
        }
    }

    /// The value of a game: a number for the order, and the name. `None` if the game has none.
    fn value(self, own: &OwnGame) -> Option<(i64, String)> {
        let game = &own.game;
        Some(match self {
            Self::Size => (game.size as i64, board(game.size)),
            Self::Color => (own.color.index() as i64, own.color.name().to_lowercase()),
            Self::Komi => {
                let komi = game.rules.half_komi;
                (komi.half_flats().into(), komi.to_string())
            }
            Self::Opening => {
                let Opening { size, moves } = Opening::of(game)?;
                (0, format!("{} {moves}", board(size)))
            }
            Self::Year => {
                let (date, _) = game.date_tags()?;
                let year = date.get(..4)?.to_owned();
                (year.parse().ok()?, year)
            }
        })
    }
}

/// `5x5`.
fn board(size: usize) -> String {
    format!("{size}x{size}")
}

/// Results of the games with one value of a property.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultRow {
    /// The value.
    pub name: String,
    /// The results.
    pub score: Score,
}

/// All finished games.
pub(super) fn total(games: &[OwnGame]) -> Score {
    let mut score = Score::default();
    for own in games {
        if let Some(points) = own.points() {
            score.add(points, own.expected());
        }
    }
    score
}

/// Results by the values of a property.
pub(super) fn grouped(games: &[OwnGame], group: Group) -> Vec<ResultRow> {
    let mut rows = BTreeMap::<_, Score>::new();
    for own in games {
        if let (Some(points), Some(value)) = (own.points(), group.value(own)) {
            rows.entry(value).or_default().add(points, own.expected());
        }
    }
    let row = |((_, name), score)| ResultRow { name, score };
    let mut rows: Vec<_> = rows.into_iter().map(row).collect();
    if group == Group::Opening {
        rows.sort_by_key(|row| Reverse(row.score.games()));
        rows.truncate(MOST_OPENINGS);
    }
    rows
}

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
