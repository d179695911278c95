//! The command line: one file per command. [`read`] parses arguments, [`run`] executes them.

mod analyze;
mod annotate;
mod bar;
mod bench;
mod board;
mod check;
mod duration;
mod error;
mod file;
mod fit;
mod flags;
mod game_progress;
mod help;
mod interrupt;
mod json;
mod matches;
mod opening;
mod openings;
mod output;
mod perft;
mod play;
mod position;
mod progress;
mod puzzles;
mod records;
mod resume;
mod rules;
mod scoring;
mod selfplay;
mod serve;
mod show;
mod solve;
mod train;
mod tune;

pub use error::Error;

use crate::cli::flags::Flags;
use crate::transport;
use crate::version::long_version;
use clap::{FromArgMatches, Parser, Subcommand};
use output::Output;
use std::ffi::OsString;
use std::sync::LazyLock;

static VERSION: LazyLock<String> = LazyLock::new(long_version);

/// A Tak engine for GUIs, engine matches, analysis and games in the browser and the terminal
#[derive(Parser, Clone, Debug)]
#[command(
    name = "stonefall",
    version = VERSION.as_str(),
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    max_term_width = 100,
)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    /// Speak the Tak Engine Interface (TEI) on standard input; the default without a command
    Tei(Flags),
    /// Serve TEI to PTN Ninja and the board to browsers, over a WebSocket
    Serve(serve::ServeArgs),
    /// Open a board in the browser: play, analyze, solve puzzles
    Board(board::BoardArgs),
    /// Play against the engine in the terminal
    Play(play::PlayArgs),
    /// Find the best moves of a position
    Analyze(analyze::AnalyzeArgs),
    /// Mark the mistakes of a game and add better lines
    Annotate(annotate::AnnotateArgs),
    /// Prove whether a road or another win can be forced
    Solve(solve::SolveArgs),
    /// Solve the puzzles of the Tak Companion Book, or find puzzles in games
    Puzzles(puzzles::PuzzlesArgs),
    /// Draw a position in the terminal or as a picture
    Show(show::ShowArgs),
    /// Count the leaves of the game tree
    Perft(perft::PerftArgs),
    /// Search fixed positions: speed, and a node count that identifies play
    Bench(bench::BenchArgs),
    /// Fit the weights of the evaluation to games
    Fit(fit::FitArgs),
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

/// Parses arguments; the first is the name of the program.
///
/// # Errors
/// For invalid arguments, and for `--help` and `--version`, whose text is the error's message.
pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<Cli, Error> {
    Ok(Cli::from_arg_matches(&help::command().try_get_matches_from(words)?)?)
}

/// Executes a command.
///
/// # Errors
/// If the command fails; earlier output stays.
pub fn run(cli: Cli) -> Result<(), Error> {
    let mut output = Output::new();
    match cli.command {
        None => transport::run(cli.flags.0)?,
        Some(Command::Tei(flags)) => transport::run(flags.0)?,
        Some(Command::Serve(arguments)) => serve::run(&arguments, &mut output)?,
        Some(Command::Board(arguments)) => board::run(&arguments, &mut output)?,
        Some(Command::Play(arguments)) => play::run(&arguments, &mut output)?,
        Some(Command::Analyze(arguments)) => analyze::run(&arguments, &mut output)?,
        Some(Command::Annotate(arguments)) => annotate::run(&arguments, &mut output)?,
        Some(Command::Solve(arguments)) => solve::run(&arguments, &mut output)?,
        Some(Command::Puzzles(arguments)) => puzzles::run(&arguments, &mut output)?,
        Some(Command::Show(arguments)) => show::run(&arguments, &mut output)?,
        Some(Command::Perft(arguments)) => perft::run(&arguments, &mut output)?,
        Some(Command::Bench(arguments)) => bench::run(&arguments, &mut output)?,
        Some(Command::Fit(arguments)) => fit::run(&arguments, &mut output)?,
        Some(Command::Train(arguments)) => train::run(&arguments, &mut output)?,
        Some(Command::Tune(arguments)) => tune::run(&arguments, &mut output)?,
        Some(Command::Check(arguments)) => check::run(&arguments, &mut output)?,
        Some(Command::Openings(arguments)) => openings::run(&arguments, &mut output)?,
        Some(Command::Selfplay(arguments)) => selfplay::run(&arguments, &mut output)?,
        Some(Command::Match(arguments)) => matches::run(&arguments, &mut output)?,
        Some(Command::Help(arguments)) => help::run(&arguments, &mut output)?,
    }
    output.finish()
}
