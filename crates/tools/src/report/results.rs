//! Results of a player by size, color, komi, opening and year.

use super::opening::Opening;
use super::own::OwnGame;
use super::score::Score;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

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
