//! `stonefall playtak watch` as its users start it, on the server of the tests.

use crate::server::Server;
use crate::{ACCOUNTS, Player, start};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, ChildStdout, Command, Stdio};

/// The program, which is killed when this is dropped.
struct Watch {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Watch {
    fn start(server: &str, arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stonefall"))
            .args(["playtak", "watch", "--server", server])
            .args(arguments)
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the program has ended");
        line.trim_end().to_owned()
    }

    /// The lines up to one with this beginning.
    fn until(&mut self, beginning: &str) -> String {
        loop {
            let line = self.line();
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// The next JSON object of this type.
    fn object(&mut self, wanted: &str) -> Value {
        loop {
            let value: Value = serde_json::from_str(&self.line()).unwrap();
            if value["type"] == wanted {
                return value;
            }
        }
    }

    /// The end: exit code, the rest of standard output, and standard error.
    fn end(&mut self) -> (Option<i32>, String, String) {
        let (mut rest, mut errors) = (String::new(), String::new());
        self.output.read_to_string(&mut rest).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        (self.child.wait().unwrap().code(), rest, errors)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn a_game_is_shown_line_by_line() {
    let server = Server::start("ws", 2, &ACCOUNTS);
    let (mut white, mut black, game) = start(&server, 2, "60 1").await;
    white.play(game, "P A1").await;
    let mut watch = Watch::start(server.address(), &[&game.to_string(), "--no-analysis"]);
    let title = format!(
        "Game {game}: alphabot (White) - betabot (Black), 3x3, clock 1:00 +1, komi 0, unrated"
    );
    assert_eq!(watch.line(), title);
    assert_eq!(watch.line(), "1. a1");
    assert!(watch.line().starts_with("alphabot 1:0"));
    black.play(game, "P C3").await;
    let line = watch.line();
    assert!(line.starts_with("1... c3         alphabot 1:0") && line.contains("betabot"), "{line}");
    black.play(game, "RequestUndo").await;
    white.play(game, "RequestUndo").await;
    assert_eq!(watch.line(), "c3 was taken back");
    black.play(game, "P C2").await;
    watch.until("1... c2");
    server.cut("Guest1");
    watch.until("the server closed the connection; connects again in ");
    white.play(game, "P C1").await;
    watch.until("2. c1");
    server.cut("betabot");
    watch.until("Server: betabot has disconnected. They have 120 seconds to reconnect");
    let mut black = Player::enter(&server, "betabot secret2", 2).await;
    watch.until("Server: betabot has reconnected.");
    black.send(&format!("Game#{game} Resign")).await;
    let (code, rest, errors) = watch.end();
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert_eq!(rest, "Black resigns: White wins (1-0)\n");
    let sent = server.received("Guest1");
    let observe = format!("Observe {game}");
    assert!(
        sent.iter().all(|line| ["PING", "quit", &observe].contains(&line.as_str())),
        "{sent:?}"
    );
}

#[tokio::test]
async fn the_games_of_a_player_are_json_objects() {
    let server = Server::start("tcp", 4, &ACCOUNTS);
    let arguments = ["BetaBot", "--follow", "--json", "--movetime", "20ms", "--hash", "1"];
    let mut watch = Watch::start(server.address(), &arguments);
    assert_eq!(watch.object("waiting")["player"], "BetaBot");
    for _ in 0..2 {
        let (mut white, mut black, game) = start(&server, 4, "60 1 0").await;
        let whole = watch.object("game");
        assert_eq!(whole["game"]["number"], game);
        assert_eq!(whole["clocks"]["running"], Value::Null);
        assert_eq!(watch.object("analysis")["ply"], 0);
        for (player, mv) in [(0, "P A1"), (1, "P C3"), (0, "P C1"), (1, "P A3"), (0, "P C2")] {
            [&mut white, &mut black][player].play(game, mv).await;
            assert_eq!(watch.object("move")["move"], mv[2..].to_lowercase());
        }
        let over = watch.object("over");
        assert_eq!(over["end"]["words"], "White wins by a road");
        assert_eq!(
            (&over["end"]["result"], over["clocks"]["running"].as_str()),
            (&Value::from("R-0"), None)
        );
    }
}

#[tokio::test]
async fn running_games_are_listed() {
    let server = Server::start("ws", 3, &ACCOUNTS);
    let mut watch = Watch::start(server.address(), &[]);
    assert_eq!(watch.end().1, "   No games are running.\n");
    let (_white, _black, game) = start(&server, 3, "600 5 0").await;
    let mut watch = Watch::start(server.address(), &["--ascii"]);
    let (code, table, _) = watch.end();
    let row = table.lines().find(|line| line.contains("alphabot - betabot")).expect(&table);
    let words: Vec<_> = row.split_whitespace().collect();
    let number = game.to_string();
    assert_eq!(code, Some(0));
    assert_eq!(
        words[1..],
        [&number, "alphabot", "-", "betabot", "3x3", "10:00", "+5", "0", "no", "|"]
    );
    let mut watch = Watch::start(server.address(), &["--json"]);
    let games: Value = serde_json::from_str(&watch.end().1).unwrap();
    assert_eq!((&games[0]["number"], &games[0]["time_s"]), (&Value::from(game), &Value::from(600)));
}

#[tokio::test]
async fn wrong_targets_are_explained() {
    let server = Server::start("tcp", 2, &ACCOUNTS);
    // A closed port.
    let gone = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = format!("tcp://{}", gone.local_addr().unwrap());
    drop(gone);
    let no_game = "expected a running game, found no game 99; stonefall playtak watch lists them";
    for (address, arguments, code, text) in [
        (server.address(), &["99"][..], 1, no_game),
        (&nobody, &["99"], 1, "cannot connect to"),
        (&nobody, &[], 1, "cannot connect to"),
        (&nobody, &["9", "--follow"], 2, "expected the name of a player with --follow"),
        (&nobody, &["a b"], 2, "expected the number of a game or the name of a player"),
        (&nobody, &["--follow"], 2, "expected <GAME>"),
    ] {
        let (found, output, errors) = Watch::start(address, arguments).end();
        assert_eq!((found, output.as_str()), (Some(code), ""), "{arguments:?}: {errors}");
        assert!(errors.starts_with(&format!("stonefall: {text}")), "{arguments:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn ctrl_c_ends_the_command() {
    let server = Server::start("tcp", 2, &ACCOUNTS);
    let mut watch = Watch::start(server.address(), &["alphabot"]);
    watch.until("alphabot is not playing");
    let id = watch.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let (code, rest, errors) = watch.end();
    assert_eq!((code, rest.as_str(), errors.as_str()), (Some(0), "", ""));
    assert_eq!(server.received("Guest1").last().map(String::as_str), Some("quit"));
}
