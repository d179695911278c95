//! Named rules and openings as values of flags.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use std::fmt::Write as _;
use stonefall_engine::types::{Opening, RuleSet};

/// Names of opening rules with their help.
pub(super) const OPENINGS: &[(&str, Opening, &str)] = &[
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
pub(super) struct Reader;

impl TypedValueParser for Reader {
    type Value = RuleSet;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<RuleSet, Error> {
        let name = StringValueParser::new().parse_ref(command, arg, value)?;
        find(&name)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        // `--rules help` lists them; in every command's help they would take six lines.
        None
    }
}

/// The rules of this name; for `help` the list of all, shown like other help.
pub(super) fn find(name: &str) -> Result<RuleSet, Error> {
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
pub(super) fn allow(set: RuleSet, opening: Opening) -> Result<(), super::Error> {
    if set == RuleSet::Modegan && opening != Opening::NoSwap {
        return Err(super::Error::Usage(format!(
            "expected no-swap as the opening for --rules Modegan, where first stones are the player's own, found {}",
            opening.name()
        )));
    }
    Ok(())
}

/// Part of file names that distinguishes games by these rules.
pub(super) fn in_file_name(set: RuleSet) -> String {
    if set.is_standard() { String::new() } else { format!("-{}", set.name().to_lowercase()) }
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
