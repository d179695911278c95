//! The bot of `stonefall playtak`: its flags, its login and its end.

use crate::cli::output::complain;
use crate::cli::{Error, file, flags, interrupt};
use clap::Args;
use console::Term;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonefall_engine::Color;
use stonefall_engine::search::Seed;
use stonefall_playtak::connection::Address;
use stonefall_playtak::protocol::{Login, Setting};
use stonefall_tools::opponent::Opponent;
use stonefall_tools::playtak::{
    self, Accepted, Bot, Exit, PLAYERS, Players, RATINGS, Run, SettingsFile, WantedGame,
    guest_token, is_guest_token,
};
use tokio::sync::Notify;

/// Environment variable with the password.
const PASSWORD: &str = "STONEFALL_PLAYTAK_PASSWORD";
/// Colors of `--color`.
const COLORS: &[(&str, Color, &str)] =
    &[("white", Color::White, "the first player"), ("black", Color::Black, "the second player")];

#[derive(Args, Clone, Debug)]
pub(super) struct BotArgs {
    /// Settings file (TOML); flags override it
    #[arg(value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Server: wss://, ws:// or tcp:// [default: wss://playtak.com/ws]
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Name of the account
    #[arg(long, value_name = "NAME", conflicts_with = "guest")]
    name: Option<String>,
    /// File with the password
    #[arg(long, value_name = "FILE", requires = "name")]
    password_file: Option<String>,
    /// Play as a guest; the token in the archive brings the same guest back
    #[arg(long)]
    guest: bool,
    /// Level of play: full, 1 to 10, or auto to follow each opponent's results [default: full]
    #[arg(long, value_name = "LEVEL")]
    level: Option<String>,
    /// Seek games on this board size
    #[arg(long, value_name = "N", value_parser = flags::size)]
    size: Option<usize>,
    /// Seconds of each player
    #[arg(long, value_name = "S", default_value = "600")]
    time: u32,
    /// Seconds per move
    #[arg(long, value_name = "S", default_value = "10")]
    increment: u32,
    /// Komi of Black in half flats, 0 to 8
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(i32).range(0..=8))]
    half_komi: i32,
    /// Color of the bot [default: by chance]
    #[arg(long, value_name = "COLOR", value_parser = flags::named(COLORS))]
    color: Option<Color>,
    /// Seek games that do not count for ratings
    #[arg(long)]
    unrated: bool,
    /// Only this player may accept
    #[arg(long, value_name = "NAME")]
    opponent: Option<String>,
    /// Accept seeks of: all, bots, or a name (several times)
    #[arg(long, value_name = "NAME")]
    accept: Vec<String>,
    /// Leave after N games
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Folder of finished games, one file per month
    #[arg(long, value_name = "FOLDER")]
    archive: Option<PathBuf>,
    /// Annotate finished games with low priority
    #[arg(long)]
    annotate: bool,
    /// Search in the opponent's time at full strength [default: true]
    #[arg(long, value_name = "BOOL")]
    ponder: Option<bool>,
    /// Threads of the search [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory of the search in MiB [default: 64]
    #[arg(long, value_name = "N")]
    hash: Option<u32>,
}

pub(super) fn run(arguments: &BotArgs) -> Result<(), Error> {
    let mut file = settings_file(arguments)?;
    file.level = arguments.level.clone().or(file.level);
    let mut settings = file.checked().map_err(|error| Error::Usage(error.to_string()))?;
    settings.games = arguments.games.or(settings.games);
    settings.ponder = arguments.ponder.unwrap_or(settings.ponder);
    settings.accept.extend(arguments.accept.iter().map(|text| Accepted::read(text)));
    if let Some(wanted) = wanted(arguments)? {
        settings.seeks.push(wanted);
    }
    if settings.seeks.is_empty() && settings.accept.is_empty() {
        return Err(Error::Usage(
            "expected a game to seek (--size), seeks to accept (--accept) or a settings file, found none"
                .to_owned(),
        ));
    }
    let address: Address = match arguments.server.as_ref().or(file.server.as_ref()) {
        Some(text) => text.parse().map_err(|error| Error::Usage(format!("{error} (--server)")))?,
        None => Address::default(),
    };
    let archive = arguments.archive.clone();
    let archive = archive.or(file.archive.as_ref().map(PathBuf::from));
    let archive = archive.unwrap_or_else(|| PathBuf::from("playtak"));
    let login = login(arguments, &file, &archive)?;
    let hash = arguments.hash.or(file.hash).unwrap_or(64) as usize;
    let threads = arguments.threads.or(file.threads).unwrap_or(1).into();
    let opponent = Opponent::new(hash, threads, Seed::random());
    let bot = Bot::new(settings, login, players(&archive)?, Instant::now());
    let mut report = |text: &str| complain(&format!("stonefall playtak: {text}"));
    let ratings = ratings(file.ratings, &address);
    let annotates = arguments.annotate || file.annotate.unwrap_or(false);
    let plan = Run { address, archive, opponent, ratings, annotates, report: &mut report };
    let exit = block_on(bot, plan)?;
    match exit {
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
fn block_on(bot: Bot, plan: Run<'_>) -> Result<Exit, Error> {
    let leave = Arc::new(Notify::new());
    let pressed = Arc::clone(&leave);
    interrupt::listen(move || pressed.notify_one());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let asked = || {
        let leave = Arc::clone(&leave);
        async move { leave.notified().await }
    };
    let exit = runtime.block_on(playtak::run(bot, plan, asked))?;
    // A search that still runs should not delay the end.
    runtime.shutdown_timeout(Duration::from_millis(100));
    Ok(exit)
}

/// The players that the bot remembers.
fn players(archive: &Path) -> Result<Players, Error> {
    let path = archive.join(PLAYERS);
    if !path.exists() {
        return Ok(Players::default());
    }
    Players::read(&file::read(&path)?).map_err(|error| {
        Error::Usage(format!(
            "expected the players that the bot has stored: {error} ({})",
            path.display()
        ))
    })
}

/// The pages of ratings: those of the settings, and PlayTak's for players of PlayTak.
fn ratings(setting: Option<String>, address: &Address) -> Option<String> {
    let usual = || (*address == Address::default()).then(|| RATINGS.to_owned());
    setting.or_else(usual).filter(|pages| !pages.is_empty())
}

fn settings_file(arguments: &BotArgs) -> Result<SettingsFile, Error> {
    let Some(path) = &arguments.settings else { return Ok(SettingsFile::default()) };
    let text = file::read(path)?;
    toml::from_str(&text).map_err(|error| {
        Error::Usage(format!("{}: {}", path.display(), error.to_string().trim_end()))
    })
}

/// The game that the flags describe.
fn wanted(arguments: &BotArgs) -> Result<Option<WantedGame>, Error> {
    let Some(size) = arguments.size else { return Ok(None) };
    let seconds = |number: u32| Duration::from_secs(number.into());
    let setting = Setting {
        half_komi: arguments.half_komi,
        is_unrated: arguments.unrated,
        ..Setting::standard(size, seconds(arguments.time), seconds(arguments.increment))
    };
    setting.rules().map_err(|error| Error::Usage(error.to_string()))?;
    Ok(Some(WantedGame { setting, color: arguments.color, opponent: arguments.opponent.clone() }))
}

/// The login: a guest, or an account with its password.
fn login(arguments: &BotArgs, file: &SettingsFile, archive: &Path) -> Result<Login, Error> {
    if let Some(token) = &file.guest {
        return Ok(Login::Guest(token.clone()));
    }
    let Some(name) = arguments.name.clone().or(file.name.clone()) else {
        if arguments.guest {
            return guest(archive).map(Login::Guest);
        }
        return Err(Error::Usage("expected --name NAME or --guest, found neither".to_owned()));
    };
    let path = arguments.password_file.as_ref().or(file.password_file.as_ref());
    let password = match (path, std::env::var(PASSWORD)) {
        (Some(path), _) => file::read(Path::new(path))?,
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

/// The token of the guest in the archive; a new one if there is none.
fn guest(archive: &Path) -> Result<String, Error> {
    let path = archive.join("guest-token.txt");
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    let token = stored.trim();
    if is_guest_token(token) {
        return Ok(token.to_owned());
    }
    let token = guest_token();
    let written = std::fs::create_dir_all(archive).and_then(|()| std::fs::write(&path, &token));
    written
        .map_err(|reason: io::Error| Error::File { file: path.display().to_string(), reason })?;
    Ok(token)
}
