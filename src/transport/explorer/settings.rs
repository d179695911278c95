//! The settings of a question about a position, as PTN Ninja sends them, and some more for our page.

use serde_json::{Map, Value, json};
use stonefall_engine::types::{ByColor, Reserve};
use stonefall_engine::{HalfKomi, Opening, Rules};
use stonefall_tools::games::{Bots, Filter, read_date};

/// Which games count, and which rules the position has.
#[derive(Clone, Debug)]
pub(in crate::transport) struct Settings {
    pub(super) filter: Filter,
    pub(super) rules: Rules,
    /// The most moves of an answer.
    pub(super) most_moves: usize,
    /// The settings, to be sent back.
    pub(super) echo: Value,
}

/// The most names of one field.
const MOST_NAMES: usize = 100;
/// Seconds of half a day.
const NOON: i64 = 12 * 60 * 60;

impl Settings {
    /// Reads the body of a request about a board of this size. An empty body has no settings.
    ///
    /// # Errors
    /// The reason, in words.
    pub(super) fn read(body: &[u8], size: usize) -> Result<Self, String> {
        let body: &[u8] = if body.is_empty() { b"{}" } else { body };
        let read = serde_json::from_slice(body);
        let fields = read.map_err(|error| format!("expected JSON, found {error}"))?;
        let Value::Object(fields) = fields else {
            return Err("expected an object of settings, found other JSON".to_owned());
        };
        let fields = Fields(&fields);
        let include_bots = fields.flag("include_bot_games")?.unwrap_or(true);
        let colors = ByColor::new(fields.names("white")?, fields.names("black")?);
        let komi = fields.half_komi("komi")?;
        let min_rating = fields.number("min_rating", 0, u16::MAX.into())?;
        let most_moves = fields.number("max_suggested_moves", 1, i64::MAX)?;
        let filter = Filter {
            size: Some(size),
            half_komi: komi,
            min_rating: min_rating.map(|rating| rating as u16),
            since: fields.day("min_date")?,
            until: fields.day("max_date")?,
            player: fields.text("player")?.map(ToOwned::to_owned),
            colors,
            tournament: fields.flag("tournament")?,
            bots: if include_bots { Bots::All } else { Bots::None },
            ..Filter::default()
        };
        let echo = json!({
            "include_bot_games": include_bots,
            "tournament": filter.tournament,
            "white": fields.0.get("white"),
            "black": fields.0.get("black"),
            "player": filter.player,
            "min_date": fields.0.get("min_date"),
            "max_date": fields.0.get("max_date"),
            "min_rating": min_rating.unwrap_or(0),
            "komi": fields.0.get("komi"),
            "max_suggested_moves": most_moves,
        });
        let most_moves = most_moves.map_or(usize::MAX, |most| most as usize);
        Ok(Self { filter, rules: fields.rules(size)?, most_moves, echo })
    }
}

/// The fields of a body; `null` is a missing one.
struct Fields<'a>(&'a Map<String, Value>);

impl<'a> Fields<'a> {
    fn get(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Reads a field, if it is there.
    fn read<T>(
        &self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let wrong = || format!("expected {expected}, found another value ({name})");
        self.get(name).map(|value| read(value).ok_or_else(wrong)).transpose()
    }

    fn flag(&self, name: &str) -> Result<Option<bool>, String> {
        self.read(name, "true, false or null", Value::as_bool)
    }

    fn text(&self, name: &str) -> Result<Option<&'a str>, String> {
        self.read(name, "a text or null", Value::as_str)
    }

    fn number(&self, name: &str, least: i64, most: i64) -> Result<Option<i64>, String> {
        let expected = format!("a whole number from {least}");
        self.read(name, &expected, |value| {
            value.as_i64().filter(|number| (least..=most).contains(number))
        })
    }

    /// A name or a list of names. PTN Ninja sends a list.
    fn names(&self, name: &str) -> Result<Vec<String>, String> {
        let names = self.read(name, "a name or a list of names", |value| match value {
            Value::String(one) => Some(vec![one.clone()]),
            Value::Array(all) if all.len() <= MOST_NAMES => {
                all.iter().map(|one| one.as_str().map(ToOwned::to_owned)).collect()
            }
            _ => None,
        });
        Ok(names?.unwrap_or_default())
    }

    /// A komi in flats.
    fn half_komi(&self, name: &str) -> Result<Option<HalfKomi>, String> {
        self.read(name, "a komi in steps of 0.5", |value| {
            let half = value.as_f64()? * 2.0;
            let is_whole = half.fract() == 0.0 && half.abs() <= f64::from(HalfKomi::MAX);
            is_whole.then(|| HalfKomi::new(half as i32).ok()).flatten()
        })
    }

    /// A day. PTN Ninja sends the midnight of the user's time zone in UTC: the nearest midnight of UTC has the date
    /// that the user sees.
    fn day(&self, name: &str) -> Result<Option<i64>, String> {
        self.read(name, "a date such as 2024-06-01", |value| {
            let (date, time) = value.as_str()?.split_once('T').unwrap_or((value.as_str()?, ""));
            let hour: i64 = time.split(':').next()?.parse().unwrap_or(0);
            Some(read_date(date)? + if (12..24).contains(&hour) { 2 * NOON } else { 0 })
        })
    }

    /// The rules that tell positions apart.
    fn rules(&self, size: usize) -> Result<Rules, String> {
        let known = |value: &Value| {
            Opening::ALL.into_iter().find(|opening| Some(opening.name()) == value.as_str())
        };
        let opening = self.read("opening", "the name of an opening", known)?.unwrap_or_default();
        let pieces = self.read("pieces", "[[flats, capstones], [flats, capstones]]", |value| {
            let [white, black] = value.as_array()?.as_slice() else { return None };
            Some(ByColor::new(reserve(white)?, reserve(black)?))
        })?;
        let standard = Rules { opening, ..Rules::standard(size) };
        let rules = Rules { pieces: pieces.unwrap_or(standard.pieces), ..standard };
        rules.check(size).map_err(|error| error.to_string())?;
        Ok(rules)
    }
}

fn reserve(value: &Value) -> Option<Reserve> {
    let [flats, capstones] = value.as_array()?.as_slice() else { return None };
    let count = |value: &Value| value.as_u64()?.try_into().ok();
    Some(Reserve::new(count(flats)?, count(capstones)?))
}
