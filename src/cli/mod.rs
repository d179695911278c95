//! The command line: one file per command.

mod analyze;
mod annotate;
mod bench;
mod board;
mod check;
mod error;
mod file;
mod flags;
mod games;
mod help;
mod interrupt;
mod json;
mod matches;
mod openings;
mod output;
mod perft;
mod play;
mod playtak;
mod policy;
mod position;
mod progress;
mod puzzles;
mod ranges;
mod records;
mod resume;
mod scoring;
mod search_progress;
mod selfplay;
mod serve;
mod show;
mod solve;
mod train;
mod tune;

use crate::processor;
use crate::transport;
use crate::version::{long_version, select_cpu};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use error::Error;
use flags::Flags;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::sync::LazyLock;
use stonefall_tools::duration;

static VERSION: LazyLock<String> = LazyLock::new(long_version);

/// A Tak engine: plays and analyzes in the browser, the terminal and GUIs
#[derive(Parser, Clone, Debug)]
#[command(
    name = "stonefall",
    version = VERSION.as_str(),
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    max_term_width = 100,
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    /// Speak the Tak Engine Interface (TEI) on standard input
    #[command(
        after_help = "Without a command, stonefall speaks TEI as well. In a terminal, type help there.\n\n\
        Examples:\n  \
        stonefall tei\n  \
        stonefall tei --hash 1024 --threads 4\n  \
        printf 'teinewgame 6\\nposition startpos\\ngo depth 8\\n' | stonefall tei"
    )]
    Tei(Flags),
    /// Serve PTN Ninja and the browser board over a WebSocket
    Serve(serve::ServeArgs),
    /// Open a board in the browser: play, analyze, solve puzzles
    Board(board::BoardArgs),
    /// Play against the engine in the terminal
    Play(play::PlayArgs),
    /// Play on PlayTak as a bot
    Playtak(Box<playtak::PlaytakArgs>),
    /// Find the best moves of a position
    Analyze(analyze::AnalyzeArgs),
    /// Mark the mistakes of a game and add better lines
    Annotate(annotate::AnnotateArgs),
    /// Prove whether a road or another win can be forced
    Solve(solve::SolveArgs),
    /// Find puzzles in games
    Puzzles(puzzles::PuzzlesArgs),
    /// Keep games in a database: which moves are played, and how they end
    Games(games::GamesArgs),
    /// Draw a position in the terminal or as a picture
    Show(show::ShowArgs),
    /// Count the leaves of the game tree
    Perft(perft::PerftArgs),
    /// Search fixed positions: speed, and a node count for comparison
    Bench(bench::BenchArgs),
    /// Fit the order of moves to games
    Policy(policy::PolicyArgs),
    /// Train a network on games
    Train(train::TrainArgs),
    /// Optimize search parameters, and measure the gain of given values
    Tune(Box<tune::TuneArgs>),
    /// Check whether an engine speaks TEI as its clients need it
    Check(check::CheckArgs),
    /// Make a book of balanced openings
    Openings(openings::OpeningsArgs),
    /// Play the engine against itself and record the games
    Selfplay(selfplay::SelfplayArgs),
    /// Play matches between TEI engines
    Match(Box<matches::MatchArgs>),
    /// Explain a command, or the engine options
    Help(help::HelpArgs),
}

/// Runs the program and returns its exit code. The first argument is the program's name.
pub fn main(mut arguments: Vec<OsString>) -> u8 {
    if let Err(error) = processor::check() {
        return Error::Failed(error).report(None);
    }
    // The text of `--version` names the selected instructions.
    let selected = take_cpu(&mut arguments).and_then(select_cpu).map_err(Error::Usage);
    let command = command_words(&arguments);
    if let Err(error) = selected {
        return error.report(command.as_deref());
    }
    let matches = help::command().try_get_matches_from(arguments);
    let done = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    match done.map_err(Error::from).and_then(run) {
        Ok(()) => 0,
        Err(error) => error.report(command.as_deref()),
    }
}

/// Removes `--cpu NAME` or `--cpu=NAME` from the start of the arguments, and returns the name.
fn take_cpu(arguments: &mut Vec<OsString>) -> Result<Option<OsString>, String> {
    let Some(flag) = arguments.get(1).and_then(|flag| flag.to_str()) else { return Ok(None) };
    if let Some(name) = flag.strip_prefix("--cpu=").map(OsString::from) {
        arguments.remove(1);
        Ok(Some(name))
    } else if flag != "--cpu" {
        Ok(None)
    } else if arguments.len() > 2 {
        Ok(arguments.drain(1..3).nth(1))
    } else {
        Err("expected a name after --cpu, found the end".into())
    }
}

/// The words of the command in the arguments: `games show`.
fn command_words(arguments: &[OsString]) -> Option<String> {
    let mut command = &Cli::command();
    let mut words = Vec::new();
    for word in arguments.iter().skip(1).filter_map(|word| word.to_str()) {
        if let Some(found) = command.find_subcommand(word) {
            words.push(word);
            command = found;
        }
    }
    (!words.is_empty()).then(|| words.join(" "))
}

/// Executes a command. After an error, earlier output stays.
fn run(cli: Cli) -> Result<(), Error> {
    let mut output = BufWriter::new(io::stdout());
    match cli.command {
        None => transport::run(cli.flags.0)?,
        Some(Command::Tei(flags)) => transport::run(flags.0)?,
        Some(Command::Serve(arguments)) => serve::run(&arguments, &mut output)?,
        Some(Command::Board(arguments)) => board::run(&arguments, &mut output)?,
        Some(Command::Play(arguments)) => play::run(&arguments, &mut output)?,
        Some(Command::Playtak(arguments)) => playtak::run(&arguments)?,
        Some(Command::Analyze(arguments)) => analyze::run(&arguments, &mut output)?,
        Some(Command::Annotate(arguments)) => annotate::run(&arguments, &mut output)?,
        Some(Command::Solve(arguments)) => solve::run(&arguments, &mut output)?,
        Some(Command::Puzzles(arguments)) => puzzles::run(&arguments, &mut output)?,
        Some(Command::Games(arguments)) => games::run(&arguments, &mut output)?,
        Some(Command::Show(arguments)) => show::run(&arguments, &mut output)?,
        Some(Command::Perft(arguments)) => perft::run(&arguments, &mut output)?,
        Some(Command::Bench(arguments)) => bench::run(&arguments, &mut output)?,
        Some(Command::Policy(arguments)) => policy::run(&arguments, &mut output)?,
        Some(Command::Train(arguments)) => train::run(&arguments, &mut output)?,
        Some(Command::Tune(arguments)) => tune::run(&arguments, &mut output)?,
        Some(Command::Check(arguments)) => check::run(&arguments, &mut output)?,
        Some(Command::Openings(arguments)) => openings::run(&arguments, &mut output)?,
        Some(Command::Selfplay(arguments)) => selfplay::run(&arguments, &mut output)?,
        Some(Command::Match(arguments)) => matches::run(&arguments, &mut output)?,
        Some(Command::Help(arguments)) => help::run(&arguments, &mut output)?,
    }
    Ok(output.flush()?)
}
