//! Results of a player by size, color, komi, opening and year, and the openings that cost points.

use super::own::OwnGame;
use super::statistics::PlayerScore;
use crate::games::{DatabaseGame, Judgement};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use stonefall_engine::board::Symmetry;
use stonefall_engine::{Color, Move};

/// Openings in a report: the most played.
const MOST_OPENINGS: usize = 10;

/// A property of games.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct ResultRow {
    /// The value.
    pub name: String,
    /// The results.
    #[serde(flatten)]
    pub score: PlayerScore,
}

/// Results by the values of a property.
pub(super) fn grouped(games: &[OwnGame], group: Group) -> Vec<ResultRow> {
    let mut rows = BTreeMap::<_, Vec<_>>::new();
    for own in games {
        if let (Some(points), Some(value)) = (own.points(), group.value(own)) {
            rows.entry(value).or_default().push(points);
        }
    }
    let row = |((_, name), points): (_, Vec<_>)| ResultRow {
        name,
        score: PlayerScore::from_iter(points),
    };
    let mut rows: Vec<_> = rows.into_iter().map(row).collect();
    if group == Group::Opening {
        rows.sort_by_key(|row| Reverse(row.score.games));
        rows.truncate(MOST_OPENINGS);
    }
    rows
}

/// Plies of an opening.
pub const OPENING_PLIES: usize = 3;

/// Openings that cost less do not count.
const LEAST_COST: f64 = 0.5;

/// An opening on a board size.
#[derive(Serialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Opening {
    /// Board size.
    pub size: usize,
    /// The moves in PTN.
    pub moves: String,
}

impl Opening {
    /// The opening of a game; `None` for shorter games and other first positions.
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
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct OpeningCost {
    /// The opening.
    #[serde(flatten)]
    pub opening: Opening,
    /// The player's color.
    pub color: Color,
    /// The results.
    #[serde(flatten)]
    pub score: PlayerScore,
    /// Points that the player lost with the opening: compared with the ratings where they are known, else with even games.
    pub lost_points: f64,
    /// The player's mean chance after the opening, by the engine; `None` without judged games.
    pub chance: Option<f64>,
    /// Number of judged games.
    pub judged: u64,
}

/// Points of games with an opening, and the player's chances after it in the judged ones.
type Results = (Vec<(f64, Option<f64>)>, Vec<f64>);

/// Collects the openings of a player.
#[derive(Debug, Default)]
pub(super) struct Openings(BTreeMap<(Opening, usize), Results>);

impl Openings {
    /// Adds a game with its judgements, if it has some.
    pub(super) fn add(&mut self, own: &OwnGame, judgements: Option<&[Judgement]>) {
        let Some(opening) = Opening::of(&own.game) else { return };
        let Some(result) = own.points() else { return };
        let (results, chances) = self.0.entry((opening, own.color.index())).or_default();
        results.push(result);
        let after = judgements.and_then(|it| it.get(OPENING_PLIES));
        chances.extend(after.map(|after| after.chance(own.color)));
    }

    /// The openings with enough games that cost points, the most expensive first.
    pub(super) fn costs(self) -> Vec<OpeningCost> {
        let cost = |((opening, color), (results, chances)): (_, Results)| {
            let even = results.len() as f64 / 2.0;
            let points: f64 = results.iter().map(|(points, _)| points).sum();
            let score = PlayerScore::from_iter(results);
            let judged = chances.len() as u64;
            OpeningCost {
                opening,
                color: Color::ALL[color],
                lost_points: score.lost_points.unwrap_or(even - points),
                score,
                chance: (judged > 0).then(|| chances.iter().sum::<f64>() / judged as f64),
                judged,
            }
        };
        let mut costs: Vec<_> = self.0.into_iter().map(cost).collect();
        costs.retain(|cost| cost.score.is_enough() && cost.lost_points >= LEAST_COST);
        costs.sort_by(|one, other| other.lost_points.total_cmp(&one.lost_points));
        costs
    }
}
