//! Filters: which games count.

use super::game::DAY;
use super::{DatabaseError, TimeControl, players};
use crate::date::read_date;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use rusqlite::Connection;
use stonefall_engine::HalfKomi;

/// Which games count. Missing values permit every game.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
#[command(next_help_heading = "Filters")]
pub struct Filter {
    /// Board size.
    #[arg(skip)]
    pub size: Option<usize>,
    /// Komi.
    #[arg(skip)]
    pub half_komi: Option<HalfKomi>,
    /// Games of a player, in any case; given twice, games of two players against each other
    #[arg(long = "player", value_name = "NAME")]
    pub players: Vec<String>,
    /// Games of a player with the white pieces; given twice, of either player
    #[arg(long, value_name = "NAME")]
    pub white: Vec<String>,
    /// Games of a player with the black pieces
    #[arg(long, value_name = "NAME")]
    pub black: Vec<String>,
    /// Games whose players both have at least this rating
    #[arg(long, value_name = "N")]
    pub min_rating: Option<u16>,
    /// Games from this day on, such as 2024.06.01
    #[arg(long, value_name = "DATE", value_parser = read_day)]
    pub since: Option<i64>,
    /// Games up to this day
    #[arg(long, value_name = "DATE", value_parser = read_day)]
    pub until: Option<i64>,
    /// Games of tournaments, or other games
    #[arg(long, value_name = "WORD", value_parser = yes_or_no())]
    pub tournament: Option<bool>,
    /// Games with bots: all of them, none, or only those
    #[arg(long, value_name = "WORD", default_value = "all")]
    pub bots: Bots,
    /// Games with this result
    #[arg(long, value_name = "WORD")]
    pub result: Option<ResultFilter>,
    /// Games with this time control, in seconds, such as 600+20
    #[arg(long = "time", value_name = "TIME")]
    pub clock: Option<TimeControl>,
}

fn yes_or_no() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["yes", "no"]).map(|word| word == "yes")
}

fn read_day(text: &str) -> Result<i64, String> {
    read_date(text).ok_or_else(|| format!("expected a date such as 2024.06.01, found {text}"))
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
        let rules = |column, value: i32| {
            format!("g.variant IN (SELECT id FROM variants WHERE {column} = {value})")
        };
        let rated = |least| format!("g.white_rating >= {least} AND g.black_rating >= {least}");
        let mut all = Vec::new();
        all.extend(self.size.map(|size| rules("size", size as i32)));
        all.extend(self.half_komi.map(|komi| rules("half_komi", komi.half_flats())));
        all.extend(self.min_rating.filter(|&least| least > 0).map(rated));
        let day = |date: i64| date.div_euclid(DAY);
        all.extend(self.since.map(|since| format!("g.date >= {}", day(since) * DAY)));
        all.extend(self.until.map(|until| format!("g.date < {}", (day(until) + 1) * DAY)));
        for name in &self.players {
            let ids = identifiers(connection, std::slice::from_ref(name))?;
            all.push(format!("(g.white IN ({ids}) OR g.black IN ({ids}))"));
        }
        for (color, names) in [("white", &self.white), ("black", &self.black)] {
            if !names.is_empty() {
                all.push(format!("g.{color} IN ({})", identifiers(connection, names)?));
            }
        }
        all.extend(self.tournament.map(|is_set| format!("g.tournament = {is_set}")));
        const BOTS: &str = "(SELECT id FROM players WHERE is_bot)";
        match self.bots {
            Bots::All => {}
            Bots::None => all.push(format!(
                "ifnull(g.white, 0) NOT IN {BOTS} AND ifnull(g.black, 0) NOT IN {BOTS}"
            )),
            Bots::Only => all.push(format!("(g.white IN {BOTS} OR g.black IN {BOTS})")),
        }
        all.extend(self.result.map(|result| format!("g.result IN ({})", result.codes())));
        all.extend(self.clock.map(|clock| format!("g.clock = '{clock}'")));
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
