//! Flags that select games.

use clap::{Args, ValueEnum};
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
    #[arg(long, value_name = "WORD")]
    tournament: Option<Tournament>,
    /// Games with bots: all of them, none, or only those
    #[arg(long, value_name = "WORD", default_value = "all")]
    bots: BotGames,
    /// Games with this result
    #[arg(long, value_name = "WORD")]
    result: Option<Ending>,
    /// Games with this time control, in seconds, such as 600+20
    #[arg(long, value_name = "TIME", value_parser = clock)]
    time: Option<Clock>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Tournament {
    Yes,
    No,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum BotGames {
    All,
    None,
    Only,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Ending {
    /// White won
    White,
    /// Black won
    Black,
    /// A draw
    Draw,
    /// A road
    Road,
    /// A win on flats
    Flats,
    /// Resignation, time or no result
    Other,
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
            tournament: self.tournament.map(|word| matches!(word, Tournament::Yes)),
            bots: match self.bots {
                BotGames::All => Bots::All,
                BotGames::None => Bots::None,
                BotGames::Only => Bots::Only,
            },
            result: self.result.map(|word| match word {
                Ending::White => ResultFilter::White,
                Ending::Black => ResultFilter::Black,
                Ending::Draw => ResultFilter::Draw,
                Ending::Road => ResultFilter::Road,
                Ending::Flats => ResultFilter::Flats,
                Ending::Other => ResultFilter::Other,
            }),
            clock: self.time,
            ..Filter::default()
        }
    }
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
