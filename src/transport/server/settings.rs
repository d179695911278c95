//! Settings of a question to the opening explorer: which games count, and the rules of the position.

use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;
use stonefall_engine::notation::excerpt;
use stonefall_engine::types::{ByColor, Reserve};
use stonefall_engine::{HalfKomi, Opening, Rules};
use stonefall_tools::games::{Bots, Filter, read_date};

/// The most names of one field.
const MOST_NAMES: usize = 100;
/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;

/// The settings of a question about a position, as PTN Ninja sends them, and some more for our page. They are sent back.
#[derive(Default, Debug, Deserialize, Serialize)]
#[serde(default)]
pub(super) struct Settings {
    include_bot_games: Option<bool>,
    tournament: Option<bool>,
    white: Option<Names>,
    black: Option<Names>,
    player: Option<String>,
    min_date: Option<String>,
    max_date: Option<String>,
    min_rating: Option<u16>,
    /// In flats.
    komi: Option<f64>,
    /// The most moves of an answer.
    pub(super) max_suggested_moves: Option<NonZeroUsize>,
    #[serde(skip_serializing)]
    opening: Option<String>,
    /// Flats and capstones of White and of Black.
    #[serde(skip_serializing)]
    pieces: Option<[[u8; 2]; 2]>,
}

/// One name, or the list that PTN Ninja sends.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged, expecting = "expected a name or a list of names")]
enum Names {
    One(String),
    All(Vec<String>),
}

impl Settings {
    /// With the defaults, for the answer.
    pub(super) fn completed(mut self) -> Self {
        self.include_bot_games.get_or_insert(true);
        self.min_rating.get_or_insert(0);
        self
    }

    /// The games that count.
    pub(super) fn filter(&self, size: usize) -> Result<Filter, String> {
        let has_bots = self.include_bot_games.unwrap_or(true);
        Ok(Filter {
            size: Some(size),
            half_komi: self.komi.map(half_komi).transpose()?,
            min_rating: self.min_rating,
            since: self.min_date.as_deref().map(day).transpose()?,
            until: self.max_date.as_deref().map(day).transpose()?,
            players: self.player.iter().cloned().collect(),
            white: names(self.white.as_ref())?,
            black: names(self.black.as_ref())?,
            tournament: self.tournament,
            bots: if has_bots { Bots::All } else { Bots::None },
            ..Filter::default()
        })
    }

    /// The rules that tell positions apart.
    pub(super) fn rules(&self, size: usize) -> Result<Rules, String> {
        let opening = self.opening.as_ref().map(|name| {
            let found = Opening::ALL.into_iter().find(|opening| opening.name() == name);
            found.ok_or_else(|| {
                format!("expected the name of an opening, found {}", excerpt(name, 40))
            })
        });
        let opening = opening.transpose()?.unwrap_or_default();
        let standard = Rules { opening, ..Rules::standard(size) };
        let reserve = |[flats, capstones]: [u8; 2]| Reserve::new(flats, capstones);
        let pieces = self.pieces.map(|[white, black]| ByColor::new(reserve(white), reserve(black)));
        let rules = Rules { pieces: pieces.unwrap_or(standard.pieces), ..standard };
        rules.check(size).map_err(|error| error.to_string())?;
        Ok(rules)
    }
}

fn names(names: Option<&Names>) -> Result<Vec<String>, String> {
    match names {
        None => Ok(Vec::new()),
        Some(Names::One(name)) => Ok(vec![name.clone()]),
        Some(Names::All(names)) if names.len() <= MOST_NAMES => Ok(names.clone()),
        Some(Names::All(names)) => {
            Err(format!("expected at most {MOST_NAMES} names, found {}", names.len()))
        }
    }
}

fn half_komi(flats: f64) -> Result<HalfKomi, String> {
    let half = flats * 2.0;
    let is_whole = half.fract() == 0.0 && half.abs() <= f64::from(HalfKomi::MAX);
    let komi = is_whole.then(|| HalfKomi::new(half as i32).ok()).flatten();
    komi.ok_or_else(|| format!("expected a komi in steps of 0.5, found {flats} (komi)"))
}

/// A day. PTN Ninja sends the midnight of the user's time zone in UTC: the nearest midnight of UTC has the date
/// that the user sees.
fn day(text: &str) -> Result<i64, String> {
    let (date, time) = text.split_once('T').unwrap_or((text, ""));
    let hour: u32 = time.split(':').next().and_then(|hour| hour.parse().ok()).unwrap_or(0);
    let wrong = || format!("expected a date such as 2024-06-01, found {}", excerpt(text, 40));
    let day = read_date(date).ok_or_else(wrong)?;
    Ok(day + if (12..24).contains(&hour) { DAY } else { 0 })
}
