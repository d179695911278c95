//! `stonefall openings`: books of balanced openings, and books with scores that the engine grows.

mod balanced;
mod export;
mod grow;
mod show;

use super::Error;
use super::output::Output;
use clap::{Args, Subcommand};

#[derive(Args, Clone, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Without a subcommand, it makes a book of balanced openings for matches.\n\n\
    Examples:\n  \
    stonefall openings --size 5 --count 1000\n  \
    stonefall openings --size 6 --rules modegan --out book.txt\n  \
    stonefall openings grow six.book --size 6 --half-komi 4 --positions 10000"
)]
pub(super) struct OpeningsArgs {
    #[command(subcommand)]
    command: Option<OpeningsCommand>,
    #[command(flatten)]
    balanced: balanced::BalancedArgs,
}

#[derive(Subcommand, Clone, Debug)]
enum OpeningsCommand {
    /// Grow a book with scores from a position
    Grow(grow::GrowArgs),
    /// Show the moves of a position of a book, with their scores
    Show(show::BookShowArgs),
    /// Write a book as PTN with variations, or as a smaller book
    Export(export::BookExportArgs),
}

pub(super) fn run(arguments: &OpeningsArgs, output: &mut Output) -> Result<(), Error> {
    match &arguments.command {
        None => balanced::run(&arguments.balanced, output),
        Some(OpeningsCommand::Grow(arguments)) => grow::run(arguments, output),
        Some(OpeningsCommand::Show(arguments)) => show::run(arguments, output),
        Some(OpeningsCommand::Export(arguments)) => export::run(arguments, output),
    }
}
