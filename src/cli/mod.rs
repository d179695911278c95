//! The command line: one file for each subcommand. [`read`] takes it apart and [`run`] does what it
//! says.

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
use clap::{Parser, Subcommand};
use output::Output;
use std::ffi::OsString;
use std::sync::LazyLock;

static VERSION: LazyLock<String> = LazyLock::new(long_version);

/// A Tak engine: plays in every program that speaks TEI, and analyses positions.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "stonefall",
    version = VERSION.as_str(),
    args_conflicts_with_subcommands = true,
    max_term_width = 100,
    after_help = "Without a command, Stonefall waits for a program (PTN Ninja, racetrack, playtak-tei ...) to \
                  speak TEI on standard input; by hand, type help there.\n\n\
                  Examples:\n  \
                  stonefall board\n  \
                  stonefall play --level 2\n  \
                  stonefall puzzles\n  \
                  stonefall analyze 'x,212,x2/2,1,1,x/x,1,2,2/x,1,x2 2 7'\n  \
                  stonefall analyze game.ptn --ply 20 --movetime 5s --multipv 3\n  \
                  stonefall annotate game.ptn --graph game.svg\n  \
                  stonefall solve game.ptn --ply 40\n  \
                  stonefall show game.ptn --svg board.svg\n  \
                  stonefall serve\n  \
                  stonefall --hash 256 --half-komi 4"
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    /// Speak the Tak Engine Interface; so does stonefall without a command
    Tei(Flags),
    /// Let PTN Ninja and browsers connect: speak TEI over a WebSocket
    Serve(serve::Arguments),
    /// Open a board in the browser, to play and to analyse on
    Board(board::Arguments),
    /// Play against the engine in the terminal
    Play(play::Arguments),
    /// Find the best moves of a position and say what they come to
    Analyze(analyze::Arguments),
    /// Go through a game, judge every move, and write that into it
    Annotate(annotate::Arguments),
    /// Find out whether a road, or any win, can be forced, and prove it
    Solve(solve::Arguments),
    /// Solve the puzzles of the Tak Companion Book and explain them
    Puzzles(puzzles::Arguments),
    /// Draw a position, or write a picture of it
    Show(show::Arguments),
    /// Count the ways a position can go on
    Perft(perft::Arguments),
    /// Measure the speed of the search; the node count tells whether play has changed
    Bench(bench::Arguments),
    /// Learn the weights of the evaluation from games
    Fit(fit::Arguments),
    /// Train the network of the evaluation on games
    Train(train::Arguments),
    /// Find better values for the numbers of the search, and try values out
    Tune(Box<tune::Arguments>),
    /// Check whether an engine speaks TEI as its clients need it
    Check(check::Arguments),
    /// Make a book of balanced openings for matches between engines
    Openings(openings::Arguments),
    /// Play games of the engine against itself and keep them as data to learn from
    Selfplay(selfplay::Arguments),
    /// Play matches between TEI engines and say who is stronger
    Match(Box<matches::Arguments>),
}

/// Takes the words of the command line apart; the first is the program's own name.
///
/// # Errors
/// If they cannot be understood, and for `--help` and `--version`, which only have to be shown.
pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<Arguments, Error> {
    Ok(Arguments::try_parse_from(words)?)
}

/// Does what the command line says.
///
/// # Errors
/// If it cannot be done; what was written before stands.
pub fn run(arguments: Arguments) -> Result<(), Error> {
    let mut output = Output::new();
    match arguments.command {
        None => transport::run(arguments.flags.0)?,
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
    }
    output.finish()
}
