//! Ways to play that have a name, as words of the command line.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use std::fmt::Write as _;
use stonefall_engine::types::{Opening, RuleSet};

/// Reads the value of `--rules`.
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
        // `--rules help` lists them: the help of every command would be longer by six lines.
        None
    }
}

/// The rules of this name; for `help` the list of all, which is shown like other help.
pub(super) fn find(name: &str) -> Result<RuleSet, Error> {
    if name.eq_ignore_ascii_case("help") {
        return Err(Error::raw(ErrorKind::DisplayHelp, list()));
    }
    RuleSet::find(name).ok_or_else(|| {
        let message = format!(
            "--rules: expected one of {} (or help), found {name}\n",
            RuleSet::NAMES.join(", ")
        );
        Error::raw(ErrorKind::ValueValidation, message)
    })
}

/// Refuses a way to open that these rules do not know.
pub(super) fn allow(set: RuleSet, opening: Opening) -> Result<(), super::Error> {
    if set == RuleSet::Modegan && opening != Opening::NoSwap {
        return Err(super::Error::Usage(format!(
            "expected no-swap as the opening for --rules Modegan, where first stones are one's own, found {}",
            opening.name()
        )));
    }
    Ok(())
}

/// What tells files of games by these rules from those of the usual game.
pub(super) fn in_file_name(set: RuleSet) -> String {
    if set.is_standard() { String::new() } else { format!("-{}", set.name().to_lowercase()) }
}

/// All of them, with what each means.
fn list() -> String {
    let mut text =
        String::from("Ways to play, as values of --rules and of the TEI option Rules:\n\n");
    for set in RuleSet::ALL {
        let _ = writeln!(text, "  {:<14}{}", set.name(), set.about());
    }
    text + "\nOther numbers of pieces: --flats and --caps of stonefall tei, or the tags Flats and Caps of a\n\
            PTN file. docs/customs.md says where these come from.\n"
}
