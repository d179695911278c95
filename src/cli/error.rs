//! Errors of the command line, each one line.

use super::output::complain;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error as _;
use std::io::{self, Write};
use std::num::{ParseFloatError, ParseIntError};
use stonefall_engine::notation::ptn_file::GameError;
use stonefall_engine::notation::{TextError, excerpt};
use stonefall_engine::types::{RulesError, SizeError};
use thiserror::Error;

/// Reason for a failed command.
#[derive(Debug, Error)]
pub(super) enum Error {
    /// Arguments that clap refuses; also `--help` and `--version`.
    #[error("{}", explain(.0))]
    Arguments(#[from] clap::Error),
    /// Arguments that do not fit together.
    #[error("{0}")]
    Usage(String),
    /// A file that cannot be read or written.
    #[error("{file}: {reason}")]
    File {
        /// Name of the file.
        file: String,
        /// Error of the operating system.
        reason: io::Error,
    },
    /// Text that is not a position.
    #[error("expected a position or a file, found {found:?}: {reason}")]
    NoPosition {
        /// The text.
        found: String,
        /// Error of the TPS reader.
        reason: TextError,
    },
    /// An impossible position, or a line that cannot be played.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A game that cannot be replayed.
    #[error(transparent)]
    Game(#[from] GameError),
    /// An unsupported board size.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// Invalid rules.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The command ran, and its check failed.
    #[error("{0}")]
    Failed(String),
    /// A command ended for a reason with an exit code of its own.
    #[error("{0}")]
    Ended(String, u8),
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Write(#[from] io::Error),
}

impl Error {
    /// Prints the error and returns the exit code: 2 for wrong arguments, 1 for other errors, 0 for requested
    /// help and for a closed output. `command` is the command's name, if there is one.
    pub(super) fn report(&self, command: Option<&str>) -> u8 {
        match self {
            Self::Arguments(error) if !error.use_stderr() => {
                // Clap prefixes the list of rules.
                let help = error.render().to_string();
                let help = help.trim_start_matches("error: ");
                let mut output = io::stdout();
                return match output.write_all(help.as_bytes()).and_then(|()| output.flush()) {
                    Ok(()) => 0,
                    Err(error) => Self::Write(error).report(command),
                };
            }
            Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe => return 0,
            Self::Arguments(_) | Self::Usage(_) => {
                let command = command.map(|name| format!("{name} ")).unwrap_or_default();
                complain(&format!("stonefall: {self}; see stonefall {command}--help"));
                return 2;
            }
            Self::Ended(_, code) => {
                complain(&format!("stonefall: {self}"));
                return *code;
            }
            _ => complain(&format!("stonefall: {self}")),
        }
        1
    }
}

/// Clap's error as `expected X, found Y (--flag)`.
fn explain(error: &clap::Error) -> String {
    let flag = context(error, ContextKind::InvalidArg).map(|text| without_value(&text));
    let found = context(error, ContextKind::InvalidValue).map(|text| excerpt(&text, 40));
    let explained = match (error.kind(), flag, found) {
        (ErrorKind::InvalidValue | ErrorKind::ValueValidation, Some(flag), Some(found)) => {
            Some(match found.as_str() {
                "" => format!("expected a value, found none ({flag})"),
                found => match wrong_value(error, found) {
                    reason if reason.contains(found) => format!("{reason} ({flag})"),
                    reason => format!("{reason} ({flag} {found})"),
                },
            })
        }
        (ErrorKind::TooManyValues, Some(flag), Some(found)) => {
            Some(format!("expected no value, found {found} ({flag})"))
        }
        (ErrorKind::ArgumentConflict, Some(flag), _) => {
            context(error, ContextKind::PriorArg).map(|prior| match without_value(&prior) {
                prior if prior == flag => format!("expected {flag} once, found it twice"),
                prior => format!("expected {prior} or {flag}, found both"),
            })
        }
        (ErrorKind::MissingRequiredArgument, ..) => context(error, ContextKind::InvalidArg)
            .map(|missing| format!("expected {missing}, found nothing")),
        (ErrorKind::UnknownArgument, Some(flag), _) => {
            let known = context(error, ContextKind::SuggestedArg);
            let known = known.or_else(|| (flag == "--komi").then(|| "--half-komi".to_owned()));
            Some(format!("expected {}, found {flag}", known.as_deref().unwrap_or("a known flag")))
        }
        (ErrorKind::InvalidSubcommand, ..) => {
            let known = context(error, ContextKind::SuggestedSubcommand);
            let such_as = known.map(|names| format!(" such as {names}")).unwrap_or_default();
            context(error, ContextKind::InvalidSubcommand)
                .map(|found| format!("expected a command{such_as}, found {}", excerpt(&found, 40)))
        }
        _ => None,
    };
    explained.unwrap_or_else(|| one_line(error))
}

/// A value of the error's context; several are joined.
fn context(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        _ => None,
    }
}

/// `--threads` of `--threads <N>`, `DEPTH` of `[DEPTH]`.
fn without_value(argument: &str) -> String {
    let name = argument.split([' ', '=']).next().unwrap_or_default();
    name.trim_matches(['[', ']', '<', '>', '.']).to_owned()
}

/// Says which values are possible instead of this one.
fn wrong_value(error: &clap::Error, found: &str) -> String {
    if let Some(values) = context(error, ContextKind::ValidValue) {
        return format!("expected one of {values}, found {found}");
    }
    let Some(source) = error.source() else { return one_line(error) };
    if source.is::<ParseIntError>() || source.is::<ParseFloatError>() {
        return match found.parse::<i128>() {
            // Numbers without a range of their own have 64 bits.
            Ok(_) if source.is::<ParseIntError>() => {
                format!("expected 0 to {}, found {found}", u64::MAX)
            }
            _ => format!("expected a number, found {found}"),
        };
    }
    let reason = source.to_string();
    let range = reason.split_once(" is not in ").and_then(|(_, range)| range.split_once(".."));
    match range {
        Some((least, most)) => {
            format!("expected {least} to {}, found {found}", most.trim_start_matches('='))
        }
        None => reason,
    }
}

/// First paragraph of clap's message on one line, without its prefix.
fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<_> = paragraph.split_whitespace().collect();
    words.join(" ").trim_start_matches("error: ").to_owned()
}
