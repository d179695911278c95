//! Whole bots on a PlayTak server of the tests: they seek, play, lose connections and leave.

use super::server::Server;
use std::fs;
use std::future::pending;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stonefall_engine::Game;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::search::Seed;
use stonefall_playtak::protocol::Login;
use stonefall_tools::opponent::Opponent;
use stonefall_tools::playtak::{
    Bot, BotLevel, BotRun, BotSettings, Exit, Players, WantedGame, WantedOpening, run,
};
use tokio::time::sleep;

const PATIENCE: Duration = Duration::from_secs(300);

const ACCOUNTS: [(&str, &str); 2] = [("alphabot", "secret1"), ("betabot", "secret2")];

/// Plays with a bot until it leaves. Returns the reason and what it told its operator.
async fn play(
    server: &Server,
    (name, password): (&str, &str),
    archive: PathBuf,
    settings: BotSettings,
) -> (Exit, Vec<String>) {
    let login = Login::Account { name: name.to_owned(), password: password.to_owned() };
    let bot = Bot::new(settings, login, Players::default(), Instant::now());
    let mut told = Vec::new();
    let mut report = |text: &str| told.push(text.to_owned());
    let plan = BotRun {
        address: server.address().parse().unwrap(),
        archive,
        opponent: Opponent::new(1, 1, Seed::new(1)),
        ratings: None,
        report: &mut report,
    };
    let exit = run(bot, plan, pending::<()>).await.unwrap();
    (exit, told)
}

fn settings(games: u32) -> BotSettings {
    let level = "1".parse().ok();
    BotSettings { games: Some(games), level, ..BotSettings::default() }
}

fn seeking(wanted: WantedGame, games: u32) -> BotSettings {
    BotSettings { seek: vec![wanted], ..settings(games) }
}

fn accepting(games: u32) -> BotSettings {
    BotSettings { accept: vec![ACCOUNTS[0].0.to_owned()], ..settings(games) }
}

fn archive(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("playtak").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// The games of an archive, each replayed by the rules: number of plies and result.
fn games(folder: &Path) -> Vec<(usize, String)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut games = Vec::new();
    for path in files.filter(|path| path.extension().is_some_and(|it| it == "ptn")) {
        for game in PtnGame::read_all(&fs::read_to_string(&path).unwrap()) {
            let replayed = Game::replay(&game, PtnGame::MAIN_LINE, None).unwrap();
            games.push((replayed.played().count(), game.tag("Result").unwrap().to_owned()));
        }
    }
    games
}

/// Two bots play two games, while the server cuts the connection of one of them every few moves.
fn two_games_with_cuts(name: &str, bots: [BotSettings; 2]) {
    let server = Server::start(&ACCOUNTS);
    let folders = ACCOUNTS.map(|(bot, _)| archive(&format!("{name}-{bot}")));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let cuts = async {
        let moves = |name: &str| {
            let lines = server.received(name);
            lines.iter().filter(|line| line.starts_with("Game#")).count()
        };
        for (turn, (name, _)) in [0, 1].into_iter().zip(ACCOUNTS) {
            while moves(name) < 3 + turn {
                sleep(Duration::from_millis(20)).await;
            }
            server.cut(name);
        }
        pending::<()>().await;
    };
    let [first, second] = bots;
    let first = play(&server, ACCOUNTS[0], folders[0].clone(), first);
    let second = play(&server, ACCOUNTS[1], folders[1].clone(), second);
    let both = runtime.block_on(async {
        tokio::select! {
            both = async { tokio::join!(first, second) } => both,
            () = cuts => unreachable!(),
            () = sleep(PATIENCE) => panic!("the bots do not come to an end"),
        }
    });
    let ((first, told), (second, also_told)) = both;
    assert_eq!((first, second), (Exit::Done, Exit::Done), "{told:#?} {also_told:#?}");
    let [one, other] = folders.each_ref().map(|folder| games(folder));
    assert_eq!(one, other, "{told:#?} {also_told:#?}");
    assert_eq!(one.len(), 2);
    assert!(one.iter().all(|(plies, _)| *plies > 4), "{one:?}");
    for (folder, told) in folders.iter().zip([&told, &also_told]) {
        assert!(!folder.join("refused.txt").exists(), "{told:#?}");
        let reconnects = told.iter().filter(|line| line.starts_with("connects again")).count();
        assert_eq!(reconnects, 1, "{told:#?}");
    }
}

fn four() -> WantedGame {
    WantedGame { size: 4, time: 300, increment: 1, ..WantedGame::default() }
}

#[test]
fn bots_play_and_resume() {
    two_games_with_cuts("resume", [seeking(four(), 2), accepting(2)]);
}

#[test]
fn bots_play_a_double_black_stack_and_resume() {
    let wanted = WantedGame { opening: WantedOpening::DoubleBlackStack, ..four() };
    two_games_with_cuts("double", [seeking(wanted, 2), accepting(2)]);
}

/// Both search at the same time; a lost connection ends a search in the opponent's time.
#[test]
fn bots_ponder_at_full_strength_and_resume() {
    let wanted = WantedGame { time: 4, increment: 0, half_komi: 0, ..four() };
    let bots = [seeking(wanted, 2), accepting(2)];
    let bots = bots.map(|bot| BotSettings { level: Some(BotLevel::Full), ..bot });
    two_games_with_cuts("ponder", bots);
}

#[test]
fn a_wrong_password_ends_the_bot() {
    let server = Server::start(&ACCOUNTS);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let wrong = (ACCOUNTS[0].0, "another");
    let played = play(&server, wrong, archive("wrong"), seeking(four(), 1));
    assert_eq!(runtime.block_on(played).0, Exit::LoginRefused);
}
