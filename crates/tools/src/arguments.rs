//! Settings that several commands read from the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, Command, Error};
use serde::Serialize;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::LazyLock;
use std::thread;
use stonefall_engine::types::{
    HalfKomi, MAX_SIZE, MIN_SIZE, Opening, RuleSet, Rules, RulesError, USUAL_SIZE, check_size,
    is_same_word,
};

/// The requested number of threads, else the number of cores.
pub fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(|| thread::available_parallelism().map_or(1, Into::into), Into::into)
}

/// Reads a board size.
///
/// # Errors
/// The expected text.
pub fn size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().and_then(|size| check_size(size).ok());
    size.ok_or_else(|| format!("expected {MIN_SIZE} to {MAX_SIZE}, found {text}"))
}

/// The usual komi in half flats, as the default of a flag.
pub static USUAL_HALF_KOMI: LazyLock<String> =
    LazyLock::new(|| HalfKomi::USUAL.half_flats().to_string());

/// Reads a number, or a range `0..8` with the smaller number first.
///
/// # Errors
/// The expected text.
pub fn range(text: &str) -> Result<RangeInclusive<i32>, String> {
    let number = |text: &str| {
        let refused = |_| format!("expected a number or a range such as 0..8, found {text:?}");
        text.trim().parse::<i32>().map_err(refused)
    };
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let range = number(first)?..=number(last.trim_start_matches('='))?;
    if range.is_empty() {
        return Err(format!("expected the smaller number first, found {text:?}"));
    }
    Ok(range)
}

/// Parser of named values, in any case and with spaces or hyphens. Each has a name, the value and its help.
pub fn named<T: Copy + Send + Sync + 'static>(
    values: &'static [(&'static str, T, &'static str)],
) -> impl TypedValueParser<Value = T> {
    NameReader(values)
}

#[derive(Clone)]
struct NameReader<T: 'static>(&'static [(&'static str, T, &'static str)]);

impl<T: Copy + Send + Sync> TypedValueParser for NameReader<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let is_it = |name: &str| value.to_str().is_some_and(|value| is_same_word(name, value));
        match self.0.iter().find(|(name, ..)| is_it(name)) {
            Some(&(_, found, _)) => Ok(found),
            None => {
                Err(self.names().parse_ref(command, arg, value).err().unwrap_or_else(|| {
                    Error::raw(ErrorKind::InvalidValue, "expected a known name\n")
                }))
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|(name, _, help)| PossibleValue::new(name).help(help))))
    }
}

impl<T: Copy + Send + Sync> NameReader<T> {
    fn names(&self) -> PossibleValuesParser {
        PossibleValuesParser::new(self.0.iter().map(|(name, ..)| PossibleValue::new(name)))
    }
}

/// Names of opening rules with their help.
pub const OPENINGS: &[(&str, Opening, &str)] = &[
    ("swap", Opening::Swap, "Each player first places a flat of the opponent"),
    ("no-swap", Opening::NoSwap, "Each player first places an own flat"),
    (
        "double-black-stack",
        Opening::DoubleBlackStack,
        "White first places two black flats on one square",
    ),
];

/// Parser of `--rules`.
#[derive(Clone, Copy, Debug)]
pub struct RulesReader;

impl TypedValueParser for RulesReader {
    type Value = RuleSet;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<RuleSet, Error> {
        let name = StringValueParser::new().parse_ref(command, arg, value)?;
        find_rules(&name)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        // `--rules help` lists them; in every command's help they would take six lines.
        None
    }
}

/// The rules of this name; for `help` the list of all, shown like other help.
///
/// # Errors
/// The help, or the names.
pub fn find_rules(name: &str) -> Result<RuleSet, Error> {
    if name.eq_ignore_ascii_case("help") {
        return Err(Error::raw(ErrorKind::DisplayHelp, list()));
    }
    RuleSet::find(name).ok_or_else(|| {
        let message = format!(
            "expected one of {} (or help), found {name} (--rules)\n",
            RuleSet::NAMES.join(", ")
        );
        Error::raw(ErrorKind::ValueValidation, message)
    })
}

/// Refuses an opening that these rules do not allow.
///
/// # Errors
/// The expected opening.
pub fn allow_opening(set: RuleSet, opening: Opening) -> Result<(), String> {
    if set == RuleSet::Modegan && opening != Opening::NoSwap {
        return Err(format!(
            "expected no-swap as the opening for --rules Modegan, where first stones are the player's own, found {}",
            opening.name()
        ));
    }
    Ok(())
}

/// Board size and rules of the games of a command.
#[derive(Args, Serialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BoardRules {
    /// Board size, 3 to 8 [default: 6, or the size of the rules]
    #[arg(long, value_name = "N", value_parser = size)]
    pub size: Option<usize>,
    /// Named rules (help lists them) [default: standard]
    #[arg(long, value_name = "NAME", value_parser = RulesReader)]
    pub rules: Option<RuleSet>,
}

impl BoardRules {
    /// The named rules.
    pub fn set(self) -> RuleSet {
        self.rules.unwrap_or_default()
    }

    /// The board size.
    pub fn size(self) -> usize {
        self.size.unwrap_or(self.set().board(USUAL_SIZE))
    }

    /// Part of file names that distinguishes games by these rules: nothing, or `-modegan`.
    pub fn suffix(self) -> String {
        match self.set() {
            set if set.is_standard() => String::new(),
            set => format!("-{}", set.name().to_lowercase()),
        }
    }

    /// The rules with a komi, an opening (which named rules may replace), and a limit of reversible plies.
    ///
    /// # Errors
    /// If the named rules are not played on boards of this size, or there is no such komi.
    pub fn rules(
        self,
        half_komi: i32,
        opening: Opening,
        reversible_plies: u16,
    ) -> Result<Rules, RulesError> {
        let size = self.size();
        let half_komi = HalfKomi::new(half_komi)?;
        let rules = Rules { half_komi, opening, reversible_plies, ..Rules::standard(size) };
        self.set().apply(size, rules)
    }
}

/// The list of all rules with explanations.
fn list() -> String {
    let mut text = String::from("Named rules for --rules and the TEI option Rules:\n\n");
    for set in RuleSet::ALL {
        let _ = writeln!(text, "  {:<14}{}", set.name(), set.about());
    }
    text + "\nOther numbers of pieces: --flats and --caps of stonefall tei, or the tags Flats and Caps of a\n\
            PTN file. docs/customs.md explains the named rules.\n"
}

/// Reads a number above 0.
pub fn positive<T: FromStr + PartialOrd + Default>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number| *number > T::default())
}

/// Passes keys and values of a list such as `moves=4,score=800`; `default` is an empty list. `set` refuses with `None`.
///
/// # Errors
/// The expected text.
pub fn numbers<'a>(
    text: &'a str,
    mut set: impl FnMut(&str, &'a str) -> Option<()>,
    expected: &str,
) -> Result<(), String> {
    for part in text.split(',').filter(|part| !part.is_empty() && text != "default") {
        let done = part.split_once('=').and_then(|(key, value)| set(key, value));
        done.ok_or_else(|| format!("expected {expected}, found '{part}'"))?;
    }
    Ok(())
}
