//! Flags that select games.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use stonefall_engine::HalfKomi;
use stonefall_engine::types::ByColor;
use stonefall_tools::games::{Bots, Clock, Filter, ResultFilter, read_date};

/// Filters beside board size and komi.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Filters")]
pub(super) struct Filters {
    /// Games of a player
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Games of a player with the white pieces
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Games of a player with the black pieces
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    #[command(flatten)]
    conditions: Conditions,
}

/// Filters beside board size, komi and players.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Filters")]
pub(super) struct Conditions {
    /// Games whose players both have at least this rating
    #[arg(long, value_name = "N")]
    min_rating: Option<u16>,
    /// Games from this day on, such as 2024.06.01
    #[arg(long, value_name = "DATE", value_parser = date)]
    since: Option<i64>,
    /// Games up to this day
    #[arg(long, value_name = "DATE", value_parser = date)]
    until: Option<i64>,
    /// Games of tournaments, or other games
    #[arg(long, value_name = "WORD", value_parser = yes_or_no())]
    tournament: Option<bool>,
    /// Games with bots: all of them, none, or only those
    #[arg(long, value_name = "WORD", default_value = "all")]
    bots: Bots,
    /// Games with this result
    #[arg(long, value_name = "WORD")]
    result: Option<ResultFilter>,
    /// Games with this time control, in seconds, such as 600+20
    #[arg(long, value_name = "TIME", value_parser = clock)]
    time: Option<Clock>,
}

impl Filters {
    /// The filter, with a board size and a komi.
    pub(super) fn filter(&self, size: Option<usize>, half_komi: Option<HalfKomi>) -> Filter {
        Filter {
            player: self.player.clone(),
            colors: ByColor([&self.white, &self.black].map(|name| name.iter().cloned().collect())),
            ..self.conditions.filter(size, half_komi)
        }
    }
}

impl Conditions {
    /// The filter, with a board size and a komi.
    pub(super) fn filter(&self, size: Option<usize>, half_komi: Option<HalfKomi>) -> Filter {
        Filter {
            size,
            half_komi,
            min_rating: self.min_rating,
            since: self.since,
            until: self.until,
            tournament: self.tournament,
            bots: self.bots,
            result: self.result,
            clock: self.time,
            ..Filter::default()
        }
    }
}

fn yes_or_no() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["yes", "no"]).map(|word| word == "yes")
}

fn date(text: &str) -> Result<i64, String> {
    read_date(text).ok_or_else(|| format!("expected a date such as 2024.06.01, found {text}"))
}

fn clock(text: &str) -> Result<Clock, String> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let clock = time.parse().ok().zip(increment.parse().ok());
    let clock = clock.map(|(time, increment)| Clock { time, increment });
    clock.ok_or_else(|| format!("expected seconds such as 600+20, found {text}"))
}
