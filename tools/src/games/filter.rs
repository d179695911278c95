//! Filters: which games count.

use super::facts::{self, Facts};
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

/// The most players of a database whose bots can be told apart, in a table of a byte for each.
const MOST_PLAYERS: usize = 1 << 24;

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
    /// Whether every game of the size matches.
    is_open: bool,
    size: Option<u8>,
    /// Permitted values of [`Facts::class`], which have size, result and tournament.
    classes: [bool; 256],
    half_komi: Option<i8>,
    min_rating: u16,
    days: RangeInclusive<u16>,
    time: Option<(u16, u16)>,
    /// Whether the players matter.
    is_personal: bool,
    player: Option<Vec<u32>>,
    colors: ByColor<Option<Vec<u32>>>,
    bots: Bots,
    /// Whether a player is a bot, by identifiers; empty if it does not matter.
    is_bot: Vec<bool>,
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
        let colors =
            ByColor::new(all(&self.colors[Color::White])?, all(&self.colors[Color::Black])?);
        let player = all(self.player.as_slice())?;
        let has_colors = colors.0.iter().any(Option::is_some);
        let size = self.size.map(|size| size as u8);
        Ok(Matcher {
            is_open: is_open(self),
            size,
            classes: facts::classes(|found, result, is_tournament| {
                size.is_none_or(|wanted| wanted == found)
                    && self.result.is_none_or(|wanted| wanted.matches(result))
                    && self.tournament.is_none_or(|wanted| wanted == is_tournament)
            }),
            half_komi: self.half_komi.map(|komi| komi.half_flats() as i8),
            min_rating: self.min_rating.unwrap_or(0),
            days: first..=last,
            time: self.clock.map(|it| (seconds(it.time), seconds(it.increment))),
            is_personal: player.is_some() || has_colors || self.bots != Bots::All,
            player,
            colors,
            bots: self.bots,
            is_bot: if self.bots == Bots::All { Vec::new() } else { bots(connection)? },
        })
    }
}

/// Whether a filter permits every game of its size.
fn is_open(filter: &Filter) -> bool {
    let min_rating = filter.min_rating.filter(|&rating| rating > 0);
    Filter { size: None, min_rating, ..filter.clone() } == Filter::default()
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

/// Whether a player is a bot, by identifiers.
fn bots(connection: &Connection) -> Result<Vec<bool>, DatabaseError> {
    let mut statement = connection.prepare("SELECT id FROM players WHERE is_bot")?;
    let mut rows = statement.query([])?;
    let mut is_bot = Vec::new();
    while let Some(row) = rows.next()? {
        let id: u32 = row.get(0)?;
        // Identifiers count from one.
        let place = usize::try_from(id).ok().filter(|&id| id <= MOST_PLAYERS);
        let place = place.ok_or(DatabaseError::Damaged("the number of a player"))?;
        is_bot.resize(is_bot.len().max(place + 1), false);
        is_bot[place] = true;
    }
    Ok(is_bot)
}

impl Matcher {
    /// Whether every game on boards of a size matches.
    pub(super) fn takes_all_of(&self, size: usize) -> bool {
        self.is_open && self.size.is_none_or(|wanted| usize::from(wanted) == size)
    }

    /// Whether a game counts. A query asks for all games of the database, so the usual filters need no branches.
    #[inline(always)]
    pub(super) fn matches(&self, facts: &Facts) -> bool {
        self.classes[usize::from(facts.class)]
            & self.half_komi.is_none_or(|komi| komi == facts.half_komi)
            & (facts.ratings.0[0] >= self.min_rating)
            & (facts.ratings.0[1] >= self.min_rating)
            & self.days.contains(&facts.day)
            & self.time.is_none_or(|time| time == facts.time)
            && (!self.is_personal || self.has_players(facts))
    }

    fn has_players(&self, facts: &Facts) -> bool {
        let named =
            |wanted: &Option<Vec<u32>>, id| wanted.as_ref().is_none_or(|it| it.contains(id));
        let ByColor([white, black]) = &facts.players;
        let is_bot = |&id: &u32| self.is_bot.get(id as usize) == Some(&true);
        (named(&self.player, white) || named(&self.player, black))
            && named(&self.colors[Color::White], white)
            && named(&self.colors[Color::Black], black)
            && match self.bots {
                Bots::All => true,
                Bots::None => !is_bot(white) && !is_bot(black),
                Bots::Only => is_bot(white) || is_bot(black),
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
