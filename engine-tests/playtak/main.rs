//! The tests of the bot for PlayTak, on a server of their own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, unreachable_pub)]

mod bots;
mod server;

use server::Server;
use std::time::Duration;
use stonefall_playtak::connection::Connection;
use stonefall_playtak::protocol::{GameEvent, Notice};
use tokio::time;

/// Far longer than any test; a line that never arrives fails the test then.
const PATIENCE: Duration = Duration::from_secs(60);

const ACCOUNTS: [(&str, &str); 2] = [("alphabot", "secret1"), ("betabot", "secret2")];

/// A player who writes and reads lines.
struct Player(Connection);

impl Player {
    async fn connect(server: &Server) -> Self {
        let address = server.address().parse().unwrap();
        Self(Connection::open(&address, PATIENCE).await.unwrap())
    }

    async fn enter(server: &Server, login: &str, version: u32) -> Self {
        let mut player = Self::connect(server).await;
        player.send("Client stonefall").await;
        player.send(&format!("Protocol {version}")).await;
        player.send(&format!("Login {login}")).await;
        let name = login.split(' ').next().unwrap();
        player.expect(&format!("Welcome {name}")).await;
        player
    }

    async fn send(&mut self, line: &str) {
        self.0.send(line).await.unwrap();
    }

    async fn receive(&mut self) -> Option<String> {
        time::timeout(PATIENCE, self.0.receive()).await.expect("no line").unwrap()
    }

    /// The next line with this beginning.
    async fn expect(&mut self, beginning: &str) -> String {
        loop {
            let line = self.receive().await;
            let line = line.unwrap_or_else(|| panic!("the connection ends before {beginning}"));
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// The lines up to one with this beginning.
    async fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(beginning)) {
            lines.push(self.receive().await.expect("the connection ends"));
        }
        lines
    }

    /// Sends a request of a game and waits for the answer.
    async fn play(&mut self, number: u32, request: &str) {
        self.send(&format!("Game#{number} {request}")).await;
        self.expect("OK").await;
    }
}

/// A game on 3x3 between two players in a version of the protocol; White seeks it. The clock has the words of the
/// version.
async fn start(server: &Server, version: u32, clock: &str) -> (Player, Player, u32) {
    let mut white = Player::enter(server, "alphabot secret1", version).await;
    let mut black = Player::enter(server, "betabot secret2", version).await;
    let opening = if version < 4 { "" } else { " 0" };
    white.send(&format!("Seek 3 {clock} W 0 10 0 1 0 0 0{opening} ")).await;
    let Notice::NewSeek(seek) = Notice::read(&black.expect("Seek new").await).unwrap() else {
        panic!("no seek")
    };
    black.send(&format!("Accept {}", seek.number)).await;
    let line = white.expect("Game Start").await;
    let Notice::GameStart(start) = Notice::read(&line).unwrap() else { panic!("{line}") };
    assert_eq!(start.setting, seek.setting);
    assert_eq!(start.players.0, ["alphabot", "betabot"]);
    black.expect("Game Start").await;
    (white, black, start.number)
}

#[tokio::test]
async fn a_game_is_resumed_and_won() {
    for version in [2, 3, 4] {
        let clock = if version < 3 { "60 1" } else { "60 1 0" };
        let server = Server::start(version, &ACCOUNTS);
        let (mut white, mut black, game) = start(&server, version, clock).await;
        white.play(game, "P A1").await;
        black.expect(&format!("Game#{game} P A1")).await;
        black.play(game, "P C3").await;
        white.play(game, "P C1").await;
        server.cut("betabot");
        while black.receive().await.is_some() {}
        white.expect("Message betabot has disconnected").await;
        let mut black = Player::enter(&server, "betabot secret2", version).await;
        let resumed = black.until("Message").await;
        let moves = ["P A1", "P C3", "P C1"].map(|text| format!("Game#{game} {text}"));
        assert!(resumed[0].starts_with(&format!("Game Start {game} alphabot vs betabot black 3")));
        assert_eq!(resumed[1..4], moves);
        let clocks = Notice::read(&resumed[4]);
        assert!(matches!(clocks, Some(Notice::Game(_, GameEvent::Clocks(_)))), "{}", resumed[4]);
        assert_eq!(resumed[5], "Message Your game is resumed");
        white.expect("Message betabot has reconnected").await;

        white.send(&format!("Game#{game} P C2")).await;
        white.expect("NOK").await;
        white.expect("Error:Not your turn").await;
        black.play(game, "P B1").await;
        black.play(game, "RequestUndo").await;
        white.expect(&format!("Game#{game} RequestUndo")).await;
        white.play(game, "RequestUndo").await;
        black.expect(&format!("Game#{game} Undo")).await;
        black.send(&format!("Game#{game} P C1")).await;
        black.expect("Error:Invalid move").await;
        black.play(game, "P B2").await;
        white.play(game, "P C2").await;
        assert_eq!(black.expect("Game#").await.split(' ').nth(1), Some("Timems"));
        let end = ["P C2", "Over R-0"].map(|text| format!("Game#{game} {text}"));
        assert_eq!(black.until(&end[1]).await, end);
        black.expect("GameList Remove").await;
        white.0.close().await;
    }
}

#[tokio::test]
async fn other_ends_of_games() {
    let server = Server::start(3, &ACCOUNTS);
    for (of_white, of_black, result) in [
        (None, Some("Resign"), "Over 1-0"),
        (Some("Resign"), None, "Over 0-1"),
        (Some("OfferDraw"), Some("OfferDraw"), "Over 1/2-1/2"),
    ] {
        let (mut white, mut black, game) = start(&server, 3, "60 1 0").await;
        if let Some(request) = of_white {
            white.send(&format!("Game#{game} {request}")).await;
        }
        if let Some(request) = of_black {
            if of_white.is_some() {
                black.expect(&format!("Game#{game} {request}")).await;
            }
            black.send(&format!("Game#{game} {request}")).await;
        }
        let line = format!("Game#{game} {result}");
        assert_eq!(black.expect(&format!("Game#{game} Over")).await, line);
        assert_eq!(white.expect(&format!("Game#{game} Over")).await, line);
    }
    let (mut white, mut black, game) = start(&server, 3, "0 0 0").await;
    white.send(&format!("Game#{game} P A1")).await;
    black.expect(&format!("Game#{game} Over 1-0")).await;
    let (mut white, _black, game) = start(&server, 3, "60 0 0").await;
    server.abandon("betabot");
    white.expect(&format!("Game#{game} Abandoned. betabot quit")).await;
}

#[tokio::test]
async fn clocks_grow_and_come_back() {
    let server = Server::start(3, &ACCOUNTS);
    let (mut white, mut black, game) = start(&server, 3, "180 60 1").await;
    white.send(&format!("Game#{game} P A1")).await;
    assert_eq!(clocks(&white.expect("Game#").await)[0], 240_000);
    black.expect(&format!("Game#{game} P A1")).await;
    black.send(&format!("Game#{game} P C3")).await;
    let before = clocks(&white.expect("Game#").await);
    white.send(&format!("Game#{game} P B1")).await;
    white.expect(&format!("Game#{game} P C3")).await;
    // The second increment is twice the first.
    let after = clocks(&white.expect("Game#").await);
    assert!(after[0] > before[0] + 60_000 && after[0] <= before[0] + 120_000, "{after:?}");
    white.play(game, "RequestUndo").await;
    black.play(game, "RequestUndo").await;
    let again = clocks(&white.expect("Game#").await);
    assert!(again[0] < after[0] && again[1] == before[1], "{again:?}");
    assert_eq!(white.expect("Game#").await, format!("Game#{game} Undo"));
    white.send(&format!("Game#{game} GiveTime")).await;
    black.expect(&format!("Game#{game} GivenTime black 15000")).await;
    assert_eq!(clocks(&black.expect("Game#").await)[1], before[1] + 15_000);
}

/// White's and Black's milliseconds in a line.
fn clocks(line: &str) -> [u128; 2] {
    match Notice::read(line) {
        Some(Notice::Game(_, GameEvent::Clocks(clocks))) => clocks.0.map(|time| time.as_millis()),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn players_log_in() {
    let server = Server::start(4, &ACCOUNTS);
    let mut first = Player::enter(&server, "alphabot secret1", 4).await;
    let mut second = Player::enter(&server, "alphabot secret1", 4).await;
    first.expect("Message You've logged in from another window. Disconnecting").await;
    while first.receive().await.is_some() {}
    second.send("PING").await;
    second.expect("OK").await;
    let mut nobody = Player::connect(&server).await;
    for login in ["alphabot secret2", "gammabot secret1", "alphabot"] {
        nobody.send(&format!("Login {login}")).await;
        nobody.expect("Authentication failure").await;
    }
    nobody.send("Accept 1").await;
    nobody.expect("NOK").await;
    let token = "Guest abcdefghijklmnopqrst";
    for (login, name) in [(token, "Guest1"), ("Guest", "Guest2"), (token, "Guest1")] {
        let mut player = Player::connect(&server).await;
        player.send(&format!("Login {login}")).await;
        player.expect(&format!("Welcome {name}!")).await;
        player.send("quit").await;
        while player.receive().await.is_some() {}
    }
}

#[tokio::test]
async fn players_talk() {
    let server = Server::start(4, &ACCOUNTS);
    let mut alpha = Player::enter(&server, "alphabot secret1", 4).await;
    let mut beta = Player::enter(&server, "betabot secret2", 4).await;
    alpha.send("Tell betabot hello there").await;
    beta.expect("Tell <alphabot> hello there").await;
    alpha.expect("Told <betabot> hello there").await;
    alpha.send("Tell gammabot hello").await;
    alpha.expect("No such player").await;
    beta.send("JoinRoom Tak").await;
    beta.expect("Joined room Tak").await;
    alpha.send("ShoutRoom Tak why?").await;
    beta.expect("ShoutRoom Tak <alphabot> why?").await;
    beta.send("LeaveRoom Tak").await;
    beta.expect("OK").await;
    alpha.send("Shout good bye").await;
    beta.expect("Shout <alphabot> good bye").await;
}

#[tokio::test]
async fn seeks_have_the_words_of_server_and_client() {
    for (server_version, client_version, seek, listed) in [
        (4, 4, "3 60 1 1 A 4 12 1 1 0 5 30 1 ", "3 60 1 1 A 4 12 1 1 0 5 30  1 1"),
        (4, 3, "3 60 1 1 A 4 12 1 1 0 5 30 betabot", "3 60 1 1 A 4 12 1 1 0 5 30 betabot 1"),
        (3, 4, "3 60 1 1 W 4 12 1 1 0 5 30 ", "3 60 1 1 W 4 12 1 1 0 5 30 0 1"),
        (4, 2, "3 60 1 B 4 12 1 1 0 5 30 ", "3 60 1 B 4 12 1 1 0 5 30 0 1"),
        // The server understands only the beginning.
        (2, 4, "3 60 1 1 W 4 12 1 1 0 5 30 1 ", "3 60 1 A 0 10 0 0 0 0 0 0 1"),
    ] {
        let server = Server::start(server_version, &ACCOUNTS);
        server.mark_bot("alphabot");
        let mut player = Player::enter(&server, "alphabot secret1", client_version).await;
        player.send(&format!("Seek {seek}")).await;
        let line = player.expect("Seek new").await;
        assert_eq!(line.splitn(5, ' ').nth(4), Some(listed), "{seek}");
        player.send("Seek 0 0 0 A 0 0 0 0 0 ").await;
        player.expect("Seek remove").await;
        player.send("Seek 9 60 1 A 0 10 0 0 0 0 0 ").await;
        player.expect("NOK").await;
    }
}

#[tokio::test]
async fn faults_are_on_demand() {
    let server = Server::start(4, &ACCOUNTS);
    let (mut white, mut black, game) = start(&server, 4, "60 1 0").await;
    server.set_faults("alphabot", |faults| faults.refuse = Some("Game#".to_owned()));
    server.set_faults("betabot", |faults| {
        faults.in_pieces = true;
        faults.duplicate = true;
    });
    white.send(&format!("Game#{game} P A1")).await;
    white.expect("NOK").await;
    white.expect("Error:Refused for a test").await;
    white.play(game, "P A1").await;
    let lines = black.until(&format!("Game#{game} P A1")).await;
    let clocks = lines.iter().filter(|line| line.contains("Timems"));
    assert_eq!(clocks.count(), 2, "{lines:?}");

    server.set_faults("alphabot", |faults| faults.is_silent = true);
    white.send("PING").await;
    while server.received("alphabot").last().is_none_or(|line| line != "PING") {
        time::sleep(Duration::from_millis(1)).await;
    }
    server.set_faults("alphabot", |faults| faults.is_silent = false);
    white.send("Tell alphabot end").await;
    assert_eq!(white.receive().await.unwrap(), "Tell <alphabot> end");
}
