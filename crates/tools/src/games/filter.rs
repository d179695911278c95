//! Filters: which games count.

use super::game::{Clock, DAY};
use super::{DatabaseError, players};
use clap::ValueEnum;
use rusqlite::Connection;
use std::fmt::Write;
use stonefall_engine::HalfKomi;
use stonefall_engine::types::ByColor;

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
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
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
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultFilter {
    /// White won
    White,
    /// Black won
    Black,
    /// A draw
    Draw,
    /// A road
    Road,
    /// Flats
    Flats,
    /// Resignation, time or no result
    Other,
}

impl Filter {
    /// The conditions on the table `games g` in SQL, each behind `AND`.
    ///
    /// # Errors
    /// If the database does not have a name.
    pub(super) fn conditions(&self, connection: &Connection) -> Result<String, DatabaseError> {
        let mut all = Vec::new();
        let mut variant = String::new();
        // Writing to text cannot fail.
        if let Some(size) = self.size {
            let _ = write!(variant, " AND size = {size}");
        }
        if let Some(komi) = self.half_komi {
            let _ = write!(variant, " AND half_komi = {}", komi.half_flats());
        }
        if !variant.is_empty() {
            all.push(format!("g.variant IN (SELECT id FROM variants WHERE true{variant})"));
        }
        if let Some(least) = self.min_rating.filter(|&least| least > 0) {
            all.push(format!("g.white_rating >= {least} AND g.black_rating >= {least}"));
        }
        if let Some(since) = self.since {
            all.push(format!("g.date >= {}", since.div_euclid(DAY) * DAY));
        }
        if let Some(until) = self.until {
            all.push(format!("g.date < {}", (until.div_euclid(DAY) + 1) * DAY));
        }
        if let Some(name) = &self.player {
            let ids = identifiers(connection, std::slice::from_ref(name))?;
            all.push(format!("(g.white IN ({ids}) OR g.black IN ({ids}))"));
        }
        let ByColor(colors) = &self.colors;
        for (color, names) in ["white", "black"].iter().zip(colors) {
            if !names.is_empty() {
                all.push(format!("g.{color} IN ({})", identifiers(connection, names)?));
            }
        }
        if let Some(is_tournament) = self.tournament {
            all.push(format!("g.tournament = {}", u8::from(is_tournament)));
        }
        const BOTS: &str = "(SELECT id FROM players WHERE is_bot)";
        match self.bots {
            Bots::All => {}
            Bots::None => all.push(format!(
                "ifnull(g.white, 0) NOT IN {BOTS} AND ifnull(g.black, 0) NOT IN {BOTS}"
            )),
            Bots::Only => all.push(format!("(g.white IN {BOTS} OR g.black IN {BOTS})")),
        }
        if let Some(result) = self.result {
            all.push(format!("g.result IN ({})", result.codes()));
        }
        if let Some(Clock { time, increment }) = self.clock {
            all.push(format!("g.time = {time} AND g.increment = {increment}"));
        }
        Ok(all.iter().map(|condition| format!(" AND {condition}")).collect())
    }

    /// Whether every game on boards of a size matches.
    pub(super) fn takes_all_of(&self, size: usize) -> bool {
        let min_rating = self.min_rating.filter(|&rating| rating > 0);
        Self { size: None, min_rating, ..self.clone() } == Self::default()
            && self.size.is_none_or(|wanted| wanted == size)
    }
}

/// Identifiers of the players with these names, for SQL.
fn identifiers(connection: &Connection, names: &[String]) -> Result<String, DatabaseError> {
    let mut ids = Vec::new();
    for name in names {
        let found = players::find(connection, name)?;
        if found.is_empty() {
            return Err(DatabaseError::NoPlayer(name.clone()));
        }
        ids.extend(found);
    }
    Ok(joined(ids))
}

/// Numbers with commas.
pub(super) fn joined(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    let numbers: Vec<_> = numbers.into_iter().map(|number| number.to_string()).collect();
    numbers.join(", ")
}

impl ResultFilter {
    const fn codes(self) -> &'static str {
        match self {
            Self::White => "'R-0', 'F-0', '1-0'",
            Self::Black => "'0-R', '0-F', '0-1'",
            Self::Draw => "'1/2-1/2'",
            Self::Road => "'R-0', '0-R'",
            Self::Flats => "'F-0', '0-F'",
            Self::Other => "'1-0', '0-1', '*'",
        }
    }
}
