//! Filters: which games count.

use super::record::{Clock, DAY};
use super::{DatabaseError, names};
use rusqlite::Connection;
use stonefall_engine::notation::ptn_file::{GameResult, Reason};
use stonefall_engine::types::ByColor;
use stonefall_engine::{Color, HalfKomi};
use stonefall_index::{Bits, Conditions, People};

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

/// The largest identifier of a player in a filter, whose table has a byte for each.
const MOST_PLAYERS: u32 = 1 << 24;

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
    pub(super) conditions: Conditions,
}

/// Bits of players.
const PLAYER: u8 = 1;
const WHITE: u8 = 2;
const BLACK: u8 = 4;
const BOT: u8 = 8;

impl Filter {
    /// # Errors
    /// If the database does not have a name.
    pub(super) fn matcher(&self, connection: &Connection) -> Result<Matcher, DatabaseError> {
        let day = |seconds: i64| seconds.div_euclid(DAY).clamp(1, u16::MAX.into()) as u16;
        // Day 0 is unknown, and counts only without bounds.
        let first = self.since.map_or(u16::from(self.until.is_some()), day);
        let last = self.until.map_or(u16::MAX, day);
        let seconds = |seconds: u32| u16::try_from(seconds).unwrap_or(u16::MAX);
        let size = self.size.map(|size| size as u8);
        let conditions = Conditions {
            half_komi: self.half_komi.map(|komi| komi.half_flats() as i8),
            min_rating: self.min_rating.unwrap_or(0),
            days: first..=last,
            time: self.clock.map(|it| (seconds(it.time), seconds(it.increment))),
            people: self.people(connection)?,
            ..Conditions::new(|found, result, is_tournament| {
                size.is_none_or(|wanted| wanted == found)
                    && self.result.is_none_or(|wanted| wanted.matches(result))
                    && self.tournament.is_none_or(|wanted| wanted == is_tournament)
            })
        };
        Ok(Matcher { is_open: is_open(self), size, conditions })
    }

    /// The conditions on the players, if there are any.
    fn people(&self, connection: &Connection) -> Result<Option<People>, DatabaseError> {
        let ByColor([white, black]) = &self.colors;
        let named = [(self.player.as_slice(), PLAYER), (white, WHITE), (black, BLACK)];
        if self.bots == Bots::All && named.iter().all(|(names, _)| names.is_empty()) {
            return Ok(None);
        }
        let mut players = Vec::new();
        for (names, bit) in named {
            for name in names {
                let ids = names::find(connection, name)?;
                if ids.is_empty() {
                    return Err(DatabaseError::NoPlayer(name.clone()));
                }
                mark(&mut players, ids, bit)?;
            }
        }
        let bit = |names: &[String], bit| if names.is_empty() { 0 } else { bit };
        let colors = ByColor::new(bit(white, WHITE), bit(black, BLACK));
        let mut bits = Bits { one: bit(self.player.as_slice(), PLAYER), colors, none: 0 };
        match self.bots {
            Bots::All => {}
            Bots::None => bits.none = BOT,
            Bots::Only => bits.one |= BOT,
        }
        if self.bots != Bots::All {
            mark(&mut players, names::bots(connection)?, BOT)?;
        }
        Ok(Some(People::new(&players, &bits)))
    }
}

/// Gives players a bit.
fn mark(players: &mut Vec<u8>, ids: Vec<u32>, bit: u8) -> Result<(), DatabaseError> {
    for id in ids {
        if id > MOST_PLAYERS {
            return Err(DatabaseError::Damaged("the number of a player"));
        }
        let place = id as usize;
        if place >= players.len() {
            players.resize(place + 1, 0);
        }
        players[place] |= bit;
    }
    Ok(())
}

/// Whether a filter permits every game of its size.
fn is_open(filter: &Filter) -> bool {
    let min_rating = filter.min_rating.filter(|&rating| rating > 0);
    Filter { size: None, min_rating, ..filter.clone() } == Filter::default()
}

impl Matcher {
    /// Whether every game on boards of a size matches.
    pub(super) fn takes_all_of(&self, size: usize) -> bool {
        self.is_open && self.size.is_none_or(|wanted| usize::from(wanted) == size)
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
