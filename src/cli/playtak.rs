//! `stonefall playtak`: the bot on PlayTak, its login and its end.

use super::output::complain;
use super::{Error, file, interrupt};
use clap::Args;
use console::Term;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonefall_engine::search::Seed;
use stonefall_playtak::connection::Address;
use stonefall_playtak::protocol::Login;
use stonefall_tools::opponent::Opponent;
use stonefall_tools::playtak::{
    Bot, BotRun, BotSettings, Exit, Players, WantedGame, guest_token, players_file, run as drive,
};
use tokio::sync::Notify;

/// Environment variable with the password.
const PASSWORD: &str = "STONEFALL_PLAYTAK_PASSWORD";
/// PlayTak's pages of ratings; the name of a player follows.
const RATINGS: &str = "https://api.playtak.com/v1/ratings/";

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Examples:\n  stonefall playtak --guest --size 5 --time 600 --increment 10\n  \
    stonefall playtak --name MyBot --password-file secret.txt --accept bots\n  \
    stonefall playtak bot.toml --games 20\n\n\
    Without --password-file the password comes from the environment (STONEFALL_PLAYTAK_PASSWORD) or\n\
    from a hidden prompt. Ctrl-C leaves after the current game, a second one at once.\n\
    Exit codes: 0 done, 3 login refused, 4 logged in elsewhere, 5 banned.\n\
    docs/playtak.md has the settings file and advice for running a bot."
)]
pub(super) struct PlaytakArgs {
    /// Settings file (TOML); flags override it
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    settings: BotSettings,
    #[command(flatten)]
    seek: Option<WantedGame>,
}

impl PlaytakArgs {
    /// The settings of the file and of the flags.
    fn settings(&self) -> Result<BotSettings, Error> {
        let file = match &self.file {
            Some(path) => toml::from_str(&file::read(path)?).map_err(|error| {
                Error::Usage(format!("{}: {}", path.display(), error.to_string().trim_end()))
            })?,
            None => BotSettings::default(),
        };
        let seek = self.seek.iter().cloned().collect();
        let flags = BotSettings { seek, ..self.settings.clone() };
        flags.over(file).map_err(|error| Error::Usage(error.to_string()))
    }
}

pub(super) fn run(arguments: &PlaytakArgs) -> Result<(), Error> {
    let settings = arguments.settings()?;
    let address: Address = match &settings.server {
        Some(text) => text.parse().map_err(|error| Error::Usage(format!("{error} (--server)")))?,
        None => Address::default(),
    };
    // Ratings of other servers are not PlayTak's.
    let usual = || (address == Address::default()).then(|| RATINGS.to_owned());
    let ratings = settings.ratings.clone().or_else(usual).filter(|pages| !pages.is_empty());
    let archive = settings.archive.clone().unwrap_or_else(|| PathBuf::from("playtak"));
    let login = login(&settings, &archive)?;
    let hash = settings.hash.unwrap_or(64) as usize;
    let opponent = Opponent::new(hash, settings.threads.unwrap_or(1).into(), Seed::random());
    let bot = Bot::new(settings, login, players(&archive)?, Instant::now());
    let mut report = |text: &str| complain(&format!("stonefall playtak: {text}"));
    let run = BotRun { address, archive, opponent, ratings, report: &mut report };
    match block_on(bot, run)? {
        Exit::Done => Ok(()),
        Exit::LoginRefused => Err(Error::Ended(
            "expected a known name and its password, the server refused them".to_owned(),
            3,
        )),
        Exit::LoginElsewhere => {
            Err(Error::Ended("the same name logged in elsewhere".to_owned(), 4))
        }
        Exit::Banned => Err(Error::Ended("the server has banned this account".to_owned(), 5)),
    }
}

/// Runs the bot until it leaves. Each Ctrl-C or SIGTERM asks it to leave.
fn block_on(bot: Bot, run: BotRun<'_>) -> Result<Exit, Error> {
    let leave = Arc::new(Notify::new());
    let pressed = Arc::clone(&leave);
    interrupt::listen(move || pressed.notify_one());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let asked = || {
        let leave = Arc::clone(&leave);
        async move { leave.notified().await }
    };
    let exit = runtime.block_on(drive(bot, run, asked))?;
    // A search that still runs should not delay the end.
    runtime.shutdown_timeout(Duration::from_millis(100));
    Ok(exit)
}

/// The players that the bot remembers.
fn players(archive: &Path) -> Result<Players, Error> {
    let path = players_file(archive);
    if !path.exists() {
        return Ok(Players::default());
    }
    Players::read(&file::read(&path)?).map_err(|error| {
        let path = path.display();
        Error::Usage(format!("expected the players that the bot has stored: {error} ({path})"))
    })
}

/// The login: a guest, or an account with its password.
fn login(settings: &BotSettings, archive: &Path) -> Result<Login, Error> {
    let Some(name) = settings.name.clone() else {
        if !settings.guest {
            return Err(Error::Usage("expected --name NAME or --guest, found neither".to_owned()));
        }
        let refused = |reason| Error::File { file: archive.display().to_string(), reason };
        return guest_token(archive).map(Login::Guest).map_err(refused);
    };
    let password = match (&settings.password_file, std::env::var(PASSWORD)) {
        (Some(path), _) => file::read(path)?,
        (None, Ok(password)) => password,
        (None, Err(_)) => {
            complain(&format!("Password of {name}: "));
            Term::stderr().read_secure_line()?
        }
    };
    let password = password.trim().to_owned();
    if password.is_empty() {
        return Err(Error::Usage(format!("expected a password of {name}, found an empty text")));
    }
    Ok(Login::Account { name, password })
}
