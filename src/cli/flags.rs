//! Engine options as flags.

use super::output::complain;
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use stonefall_engine::notation::excerpt;
use stonefall_engine::options::{Kind, Options, TABLE};
use stonefall_engine::types::HalfKomi;
use stonefall_tools::arguments::find_rules;
pub(super) use stonefall_tools::arguments::{named, size, threads};

/// The option table as flags, for `#[command(flatten)]`. A flag sets the default of its option in this
/// process, so that a restarted engine has the same settings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Flags(pub(super) Options);

/// Reads a komi in half flats.
pub(super) fn half_komi(text: &str) -> Result<HalfKomi, String> {
    let komi = text.parse().ok().and_then(|half_flats| HalfKomi::new(half_flats).ok());
    komi.ok_or_else(|| format!("expected -{0} to {0}, found {text}", HalfKomi::MAX))
}

/// Threads and memory of a search.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Resources {
    /// Number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) threads: u16,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
}

impl Resources {
    pub(super) fn hash_mib(&self) -> usize {
        hash_mib(self.hash)
    }
}

/// Size of a table in MiB, limited by the available memory.
pub(super) fn hash_mib(asked: u32) -> usize {
    let mut options = Options { hash_mib: asked as usize, ..Options::default() };
    if let Some(message) = options.limit_hash() {
        complain(&message);
    }
    options.hash_mib
}

/// Sets the number of threads of the parallel loops in this process; one for each core by default.
pub(super) fn use_threads(threads: Option<u16>) {
    let threads = threads.map_or(0, usize::from);
    // Fails only if the number was set before.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
}

/// Other spellings of flags, as in TEI.
const ALIASES: [(&str, &str); 2] = [("half-komi", "halfkomi"), ("multi-pv", "multipv")];

impl Args for Flags {
    fn augment_args(command: Command) -> Command {
        let defaults = Options::default();
        TABLE.iter().fold(command, |command, spec| {
            let Some(value) = spec.value(&defaults) else { return command };
            let mut arg = Arg::new(spec.name).long(spec.flag).help_heading("Engine options");
            for (flag, alias) in ALIASES {
                if flag == spec.flag {
                    arg = arg.alias(alias);
                }
            }
            arg = match spec.kind {
                Kind::Check { .. } => {
                    arg.value_name("BOOL").num_args(0..=1).default_missing_value("true")
                }
                Kind::Spin { .. } => arg.value_name("N"),
                Kind::Combo { .. } => arg.value_name("WORD"),
                Kind::Text { .. } | Kind::Button => arg.value_name("TEXT"),
            };
            let range = match spec.kind {
                Kind::Spin { min, max, .. } => format!(", {min} to {max}"),
                Kind::Combo { words, .. } => format!(", one of {}", words.join(", ")),
                _ => String::new(),
            };
            let help = format!("{} [default: {value}{range}]", spec.help);
            command.arg(arg.help(help))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Flags {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut flags = Self::default();
        flags.update_from_arg_matches(matches)?;
        Ok(flags)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for spec in &TABLE {
            if spec.value(&self.0).is_none() {
                continue;
            }
            let Some(value) = matches.get_one::<String>(spec.name) else { continue };
            if spec.name == "Rules" {
                find_rules(value)?;
            }
            let applied = self.0.apply(spec.name, Some(value));
            let problem = match (applied, &spec.kind) {
                (Ok(None), _) => continue,
                (_, Kind::Spin { min, max, .. }) => {
                    format!("expected {min} to {max}, found {}", excerpt(value, 40))
                }
                (Ok(Some(note)), _) => note,
                (Err(error), _) => error.to_string(),
            };
            let message = format!("{problem} (--{})\n", spec.flag);
            return Err(Error::raw(ErrorKind::ValueValidation, message));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn parse(line: &str) -> Result<Options, Error> {
        let command = Flags::augment_args(Command::new("test").allow_negative_numbers(true));
        let matches = command.try_get_matches_from(line.split(' '))?;
        Ok(Flags::from_arg_matches(&matches)?.0)
    }

    #[test]
    fn flags_set_options() {
        let options = parse("test --hash 256 --halfkomi -4 --multi-pv=3 --show-wdl false").unwrap();
        assert_eq!(options.hash_mib, 256);
        assert_eq!(options.half_komi.half_flats(), -4);
        assert_eq!(options.multi_pv, 3);
        assert!(!options.show_wdl);
        assert_eq!(parse("test --move-overhead 50").unwrap().overhead.as_millis(), 50);
    }
}
