//! Settings of a tuning or a test: as arguments, and in the first line of a file.

use crate::arguments::{range, size};
use crate::version::signature;
use clap::Args;
use serde::Serialize;
use serde_json::Value;
use std::ops::RangeInclusive;
use stonefall_engine::search::{TUNABLES, Tunable};
use stonefall_engine::types::HalfKomi;

/// Increased when equal settings give other games.
const REVISION: u32 = 5;

/// Settings that decide the games.
#[derive(Args, Serialize, Clone, PartialEq, Debug)]
pub struct TunePlan {
    /// Board sizes, 3 to 8; pairs of games alternate between them
    #[arg(id = "size", long, value_name = "N,...", value_delimiter = ',', default_value = "6", value_parser = size)]
    pub sizes: Vec<usize>,
    /// Positions to search per move
    #[arg(long, value_name = "N", default_value = "5000", value_parser = clap::value_parser!(u32).range(1..))]
    pub nodes: u32,
    /// Komi in half flats, -20 to 20, or a range for random komi: 0..8
    #[arg(long, alias = "halfkomi", value_name = "N", default_value = "4", value_parser = half_komi, allow_hyphen_values = true)]
    pub half_komi: RangeInclusive<i32>,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Tune only these parameters
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = name)]
    pub only: Vec<String>,
    /// Tune all parameters except these
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = name, conflicts_with = "only")]
    pub except: Vec<String>,
    /// Pairs of games per step of the values
    #[arg(long, value_name = "N", default_value = "16", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub batch: u32,
    /// Speed of the values: share of its step that a value moves at the end, per game won
    #[arg(long, value_name = "X", default_value = "0.002", value_parser = rate)]
    pub r_end: f64,
    /// Play these values against the defaults and report their gain
    #[arg(long, value_name = "NAME=VALUE,...", value_delimiter = ',', value_parser = value, conflicts_with_all = ["only", "except", "batch", "r_end"])]
    pub versus: Vec<(String, i32)>,
}

fn half_komi(text: &str) -> Result<RangeInclusive<i32>, String> {
    let range = range(text)?;
    for half_flats in [*range.start(), *range.end()] {
        HalfKomi::new(half_flats).map_err(|error| error.to_string())?;
    }
    Ok(range)
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (1e-6..=1.0).contains(rate));
    rate.ok_or_else(|| format!("expected a number above 0 and up to 1, found {text:?}"))
}

fn find(name: &str) -> Result<&'static Tunable, String> {
    let found = TUNABLES.iter().find(|tunable| tunable.name == name);
    found.ok_or_else(|| format!("expected a name of stonefall tune --list, found {name:?}"))
}

fn name(text: &str) -> Result<String, String> {
    find(text).map(|tunable| tunable.name.to_owned())
}

fn value(text: &str) -> Result<(String, i32), String> {
    let usage = || format!("expected NAME=VALUE, found {text:?}");
    let (name, value) = text.split_once('=').ok_or_else(usage)?;
    let &Tunable { name, min, max, .. } = find(name.trim())?;
    match value.trim().parse().map_err(|_| usage())? {
        value if (min..=max).contains(&value) => Ok((name.to_owned(), value)),
        value => Err(format!("expected {name} from {min} to {max}, found {value}")),
    }
}

impl TunePlan {
    /// Whether it measures given values.
    pub const fn is_test(&self) -> bool {
        !self.versus.is_empty()
    }

    /// The parameters to tune.
    pub(super) fn parameters(&self) -> Vec<&'static Tunable> {
        let wanted = |tunable: &&Tunable| {
            let is_in = |names: &[String]| names.iter().any(|name| name == tunable.name);
            (self.only.is_empty() || is_in(&self.only)) && !is_in(&self.except)
        };
        TUNABLES.iter().filter(wanted).collect()
    }

    /// The first line of a file with results. A test can be continued to more pairs.
    pub(super) fn head(&self, pairs: u32) -> Value {
        #[derive(Serialize)]
        struct Head<'a> {
            stonefall_tune: u32,
            engine: String,
            pairs: Option<u32>,
            plan: &'a TunePlan,
        }
        let pairs = (!self.is_test()).then_some(pairs);
        let head = Head { stonefall_tune: REVISION, engine: signature(), pairs, plan: self };
        serde_json::to_value(head).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_checked() {
        let first = &TUNABLES[0];
        let (known, max) = (first.name, first.max);
        assert_eq!(name(known), Ok(known.to_owned()));
        assert!(name("none").is_err());
        assert_eq!(value(&format!("{known} = {max}")), Ok((known.to_owned(), max)));
        for wrong in [format!("{known}={}", max + 1), format!("{known}=x"), known.to_owned()] {
            assert!(value(&wrong).is_err());
        }
        for wrong in ["0", "2", "x", "NaN"] {
            assert!(rate(wrong).is_err());
        }
    }
}
