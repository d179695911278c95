//! Filters: which games count.

use super::facts::Facts;
use super::record::{Clock, DAY};
use super::{DatabaseError, names};
use rusqlite::Connection;
use std::ops::RangeInclusive;
use stonefall_engine::notation::ptn_file::{GameResult, Reason};
use stonefall_engine::types::ByColor;
use stonefall_engine::{Color, HalfKomi};

/// Which games count. `None` permits every value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Board size.
    pub size: Option<usize>,
    /// Komi.
    pub half_komi: Option<HalfKomi>,
    /// The least rating of both players.
    pub min_rating: Option<u16>,
    /// First day, in seconds since 1970.
    pub since: Option<i64>,
    /// Last day, in seconds since 1970.
    pub until: Option<i64>,
    /// A player of either color, in any case.
    pub player: Option<String>,
    /// The players of the colors, in any case: one of these, or everybody.
    pub colors: ByColor<Vec<String>>,
    /// Whether the game belongs to a tournament.
    pub tournament: Option<bool>,
    /// Games with bots.
    pub bots: Bots,
    /// The result.
    pub result: Option<ResultFilter>,
    /// The time control.
    pub clock: Option<Clock>,
}

/// Whether games with bots count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bots {
    /// All games.
    #[default]
    All,
    /// Games between people.
    None,
    /// Games with at least one bot.
    Only,
}

/// A group of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultFilter {
    /// White won.
    White,
    /// Black won.
    Black,
    /// A draw.
    Draw,
    /// A road.
    Road,
    /// A win on flats.
    Flats,
    /// Neither of these: resignation, time, or no result.
    Other,
}

/// A filter with the identifiers of a database.
#[derive(Debug)]
pub(super) struct Matcher {
    size: Option<u8>,
    half_komi: Option<i8>,
    min_rating: u16,
    days: RangeInclusive<u16>,
    player: Option<Vec<u32>>,
    colors: ByColor<Option<Vec<u32>>>,
    tournament: Option<bool>,
    bots: Bots,
    /// Whether every game matches.
    is_open: bool,
    /// Identifiers of bots, sorted.
    bot_ids: Vec<u32>,
    result: Option<ResultFilter>,
    time: Option<(u16, u16)>,
}

impl Filter {
    /// # Errors
    /// If the database does not have a name.
    pub(super) fn matcher(&self, connection: &Connection) -> Result<Matcher, DatabaseError> {
        let all = |names: &[String]| match names {
            [] => Ok(None),
            names => ids(connection, names).map(Some),
        };
        let day = |seconds: i64| seconds.div_euclid(DAY).clamp(1, u16::MAX.into()) as u16;
        // Day 0 is unknown, and counts only without bounds.
        let first = self.since.map_or(u16::from(self.until.is_some()), day);
        let last = self.until.map_or(u16::MAX, day);
        let seconds = |seconds: u32| u16::try_from(seconds).unwrap_or(u16::MAX);
        Ok(Matcher {
            size: self.size.map(|size| size as u8),
            half_komi: self.half_komi.map(|komi| komi.half_flats() as i8),
            min_rating: self.min_rating.unwrap_or(0),
            days: first..=last,
            player: all(self.player.as_slice())?,
            colors: ByColor::new(
                all(&self.colors[Color::White])?,
                all(&self.colors[Color::Black])?,
            ),
            tournament: self.tournament,
            bots: self.bots,
            is_open: *self == Self::default(),
            bot_ids: bots(connection)?,
            result: self.result,
            time: self.clock.map(|it| (seconds(it.time), seconds(it.increment))),
        })
    }
}

/// Identifiers of the players with these names.
fn ids(connection: &Connection, names: &[String]) -> Result<Vec<u32>, DatabaseError> {
    let mut all = Vec::new();
    for name in names {
        let ids = names::find(connection, name)?;
        if ids.is_empty() {
            return Err(DatabaseError::NoPlayer(name.clone()));
        }
        all.extend(ids);
    }
    Ok(all)
}

fn bots(connection: &Connection) -> Result<Vec<u32>, DatabaseError> {
    let mut statement = connection.prepare("SELECT id FROM players WHERE is_bot ORDER BY id")?;
    let ids = statement.query_map([], |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

impl Matcher {
    /// Whether a game counts.
    #[inline(always)]
    pub(super) fn matches(&self, facts: &Facts) -> bool {
        self.is_open || self.matches_all(facts)
    }

    fn matches_all(&self, facts: &Facts) -> bool {
        let equal = |wanted: Option<u8>, found| wanted.is_none_or(|wanted| wanted == found);
        let named =
            |wanted: &Option<Vec<u32>>, id| wanted.as_ref().is_none_or(|it| it.contains(id));
        let ByColor([white, black]) = &facts.players;
        equal(self.size, facts.size)
            && self.half_komi.is_none_or(|komi| komi == facts.half_komi)
            && facts.ratings.0.iter().all(|&rating| rating >= self.min_rating)
            && self.days.contains(&facts.day)
            && self.tournament.is_none_or(|wanted| wanted == facts.is_tournament)
            && self.time.is_none_or(|time| time == facts.time)
            && self.result.is_none_or(|wanted| wanted.matches(facts.result))
            && (named(&self.player, white) || named(&self.player, black))
            && named(&self.colors[Color::White], white)
            && named(&self.colors[Color::Black], black)
            && self.matches_bots(facts)
    }

    fn matches_bots(&self, facts: &Facts) -> bool {
        let has_bot = || facts.players.0.iter().any(|id| self.bot_ids.binary_search(id).is_ok());
        match self.bots {
            Bots::All => true,
            Bots::None => !has_bot(),
            Bots::Only => has_bot(),
        }
    }
}

impl ResultFilter {
    fn matches(self, result: GameResult) -> bool {
        match self {
            Self::White => matches!(result, GameResult::Win(Color::White, _)),
            Self::Black => matches!(result, GameResult::Win(Color::Black, _)),
            Self::Draw => result == GameResult::Draw,
            Self::Road => matches!(result, GameResult::Win(_, Reason::Road)),
            Self::Flats => matches!(result, GameResult::Win(_, Reason::Flats)),
            Self::Other => {
                matches!(result, GameResult::Win(_, Reason::Other) | GameResult::Unfinished)
            }
        }
    }
}
