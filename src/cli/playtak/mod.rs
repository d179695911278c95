//! `stonefall playtak`: plays on PlayTak.

mod bot;
mod report;

use super::Error;
use super::output::Output;
use clap::{Args, Subcommand};

#[derive(Args, Clone, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  stonefall playtak --guest --size 5 --time 600 --increment 10\n  \
    stonefall playtak --name MyBot --password-file secret.txt --accept bots\n  \
    stonefall playtak bot.toml --games 20\n  \
    stonefall playtak report\n\n\
    Without --password-file the password comes from the environment (STONEFALL_PLAYTAK_PASSWORD) or\n\
    from a hidden prompt. Ctrl-C leaves after the current game, a second one at once.\n\
    Exit codes: 0 done, 3 login refused, 4 logged in elsewhere, 5 banned.\n\
    docs/playtak.md has the settings file and advice for running a bot."
)]
pub(super) struct PlaytakArgs {
    #[command(subcommand)]
    command: Option<PlaytakCommand>,
    #[command(flatten)]
    bot: bot::BotArgs,
}

#[derive(Subcommand, Clone, Debug)]
enum PlaytakCommand {
    /// Show the bot's results and ratings at each level
    Report(report::ReportArgs),
}

pub(super) fn run(arguments: &PlaytakArgs, output: &mut Output) -> Result<(), Error> {
    match &arguments.command {
        None => bot::run(&arguments.bot),
        Some(PlaytakCommand::Report(arguments)) => report::run(arguments, output),
    }
}
