//! `stonefall games`: a database of games.

mod add;
mod explore;
mod export;
mod find;
mod forget;
mod judge;
mod report;
mod select;
mod show;
mod text;

use super::Error;
use super::file::failed;
use super::output::Output;
use clap::{Args, Subcommand};
use std::path::Path;
use stonefall_tools::games::Database;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall games add tak.db games.db\n  \
    stonefall games explore tak.db --size 6 --min-rating 1500\n  \
    stonefall games explore tak.db --size 6 --moves 'a1 f6'\n  \
    stonefall games find tak.db --player Ann --since 2024.01.01\n  \
    stonefall games report tak.db Ann --html ann.html --puzzles ann.tsv\n\n\
    docs/games.md describes the file.")]
pub(super) struct GamesArgs {
    #[command(subcommand)]
    command: GamesCommand,
}

#[derive(Subcommand, Clone, Debug)]
enum GamesCommand {
    /// Add games of PlayTak's database, PTN files and self-play records
    Add(add::AddArgs),
    /// Show which moves were played in a position, and how the games ended
    Explore(Box<explore::ExploreArgs>),
    /// List games by players, dates, results and positions
    Find(Box<find::FindArgs>),
    /// Let the engine judge games, so that every report has its judgements
    Judge(Box<judge::JudgeArgs>),
    /// Show a game
    Show(show::GamesShowArgs),
    /// Write games as PTN
    Export(Box<export::GamesExportArgs>),
    /// Report on a player: results, mistakes, openings, missed wins
    Report(Box<report::ReportArgs>),
    /// Remove a person's name
    Forget(forget::ForgetArgs),
}

pub(super) fn run(arguments: &GamesArgs, output: &mut Output) -> Result<(), Error> {
    match &arguments.command {
        GamesCommand::Add(arguments) => add::run(arguments, output),
        GamesCommand::Explore(arguments) => explore::run(arguments, output),
        GamesCommand::Find(arguments) => find::run(arguments, output),
        GamesCommand::Judge(arguments) => judge::run(arguments, output),
        GamesCommand::Show(arguments) => show::run(arguments, output),
        GamesCommand::Export(arguments) => export::run(arguments, output),
        GamesCommand::Report(arguments) => report::run(arguments, output),
        GamesCommand::Forget(arguments) => forget::run(arguments, output),
    }
}

pub(super) fn open(path: &Path) -> Result<Database, Error> {
    Database::open(path).map_err(failed(path))
}
