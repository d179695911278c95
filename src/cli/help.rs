//! `stonefall help`: the commands by task, one command, or the engine options.

use super::output::Output;
use super::{Cli, Error};
use clap::{Arg, Args, Command, CommandFactory};
use std::fmt::Write as _;
use std::io::Write as _;

/// Commands by task.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["board", "play", "playtak"]),
    ("Analyze", &["analyze", "annotate", "solve", "puzzles", "games", "show"]),
    ("Serve", &["tei", "serve"]),
    ("Measure", &["match", "check", "perft", "bench", "openings"]),
    ("Learn", &["selfplay", "train", "policy", "tune"]),
];

const USAGE: &str = "Usage: stonefall [COMMAND] [FLAGS]
       stonefall [ENGINE FLAGS]   the same as stonefall tei
       stonefall --cpu NAME ...   with the instructions basic or x86-64-v3
";

const EXAMPLES: &str = "
Help:
  stonefall help COMMAND      flags and examples of a command
  stonefall help options      engine options, also flags of tei, serve and board
  stonefall --version         version, commit and processor features

Examples:
  stonefall board game.ptn
  stonefall analyze 'x,212,x2/2,1,1,x/x,1,2,2/x,1,x2 2 7'
  stonefall analyze game.ptn --ply 20 --movetime 5s --multipv 3
  stonefall annotate game.ptn
  stonefall match --engine self --engine ./other --each tc=5+0.05 --games 20
  stonefall --hash 256 --half-komi 4
";

#[derive(Args, Clone, Debug)]
pub(super) struct HelpArgs {
    /// A command, also with its subcommand, or options
    #[arg(value_name = "TOPIC")]
    topic: Vec<String>,
}

/// The command line with the grouped help.
pub(super) fn command() -> Command {
    let command = Cli::command();
    let text = overview(&command);
    negative_values(command).override_help(text)
}

/// Lets negative values of all flags read as values, so that errors name the flag and its range.
fn negative_values(command: Command) -> Command {
    let with_value = |arg: Arg| match arg.get_value_names() {
        _ if arg.is_positional() || !arg.get_action().takes_values() => arg,
        // Times have units.
        Some([name, ..]) if name.contains("TIME") => arg.allow_hyphen_values(true),
        Some(_) => arg.allow_negative_numbers(true),
        None => arg,
    };
    command.mut_args(with_value).mut_subcommands(negative_values)
}

/// The help of the program: every command in its group.
fn overview(command: &Command) -> String {
    let about = |command: &Command| command.get_about().map(ToString::to_string);
    let mut text = format!("{}\n\n{USAGE}", about(command).unwrap_or_default());
    for (title, names) in GROUPS {
        let _ = write!(text, "\n{title}:\n");
        for name in names {
            let line = command.find_subcommand(name).and_then(about).unwrap_or_default();
            let _ = writeln!(text, "  {name:<10}{line}");
        }
    }
    text + EXAMPLES
}

/// The engine options, as `stonefall tei --help` lists them.
fn options(command: &mut Command) -> Option<String> {
    let help = command.find_subcommand_mut("tei")?.render_long_help().to_string();
    let (_, flags) = help.split_once("Engine options:\n")?;
    Some(format!(
        "Engine options, as flags and in TEI (setoption name NAME value VALUE):\n\n{flags}"
    ))
}

/// The help of the command with these words, such as `games show`.
fn long_help(command: &mut Command, words: &[&str]) -> Option<String> {
    match words {
        [] => Some(command.render_long_help().to_string()),
        [word, rest @ ..] => long_help(command.find_subcommand_mut(word)?, rest),
    }
}

pub(super) fn run(arguments: &HelpArgs, output: &mut Output) -> Result<(), Error> {
    let mut command = command();
    command.build();
    let words: Vec<_> = arguments.topic.iter().map(String::as_str).collect();
    let text = match words[..] {
        [] => Some(overview(&command)),
        ["options"] => options(&mut command),
        _ => long_help(&mut command, &words),
    };
    let Some(text) = text else {
        let found = words.join(" ");
        let text = format!("expected a command or options, found {found}");
        return Err(Error::Usage(text));
    };
    Ok(output.write_all(text.as_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overview_lists_every_command_in_50_lines_of_80_columns() {
        let command = Cli::command();
        let text = overview(&command);
        assert!(text.lines().count() <= 50, "{} lines", text.lines().count());
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        let mut grouped: Vec<_> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.push("help");
        grouped.sort_unstable();
        let mut all: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }
}
