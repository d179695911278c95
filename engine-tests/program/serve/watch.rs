//! Games of PlayTak for pages: JSON messages at the path `/playtak`.

use super::raw::{self, Raw, TEXT};
use super::server::{Served, serve};
use crate::playtak_game::PlaytakGame;
use crate::program::assert_documented;
use serde_json::{Value, json};
use std::time::Duration;
use stonefall::transport::socket::{Disconnect, Notice, Refusal};

/// A server that watches this game's PlayTak.
fn serve_game(game: &PlaytakGame) -> Served {
    serve(|setup| setup.playtak = game.server.address().parse().unwrap())
}

fn connect(served: &Served) -> Raw {
    let (raw, head) = raw::ask_at(served, "/playtak", "Origin: http://localhost\r\n");
    assert!(head.starts_with("HTTP/1.1 101"), "{head}");
    raw
}

/// The next message of this type.
fn message(client: &mut Raw, wanted: &str) -> Value {
    loop {
        let value: Value = serde_json::from_str(&client.line()).unwrap();
        assert_documented(&[&value]);
        if value["type"] == wanted {
            return value;
        }
    }
}

fn watch(client: &mut Raw, number: u32) {
    client.send(TEXT, json!({ "watch": number }).to_string().as_bytes());
}

#[test]
fn a_page_receives_the_list_and_a_game() {
    let mut game = PlaytakGame::start();
    let served = serve_game(&game);
    let mut client = connect(&served);
    let games = message(&mut client, "games");
    let listed = &games["games"][0];
    assert_documented(&[listed]);
    assert_eq!((&listed["number"], &listed["white"]), (&json!(game.number), &json!("alphabot")));
    game.play(0, "P A1");
    watch(&mut client, game.number);
    let whole = message(&mut client, "game");
    assert_eq!((&whole["moves"], &whole["end"]), (&json!(["a1"]), &Value::Null));
    assert_eq!(whole["clocks"]["running"], "black");
    assert_documented(&[&whole["clocks"]]);
    game.play(1, "P C3");
    let moved = message(&mut client, "move");
    assert_eq!((&moved["move"], &moved["ply"]), (&json!("c3"), &json!(2)));
    game.play(0, "RequestUndo");
    game.play(1, "RequestUndo");
    assert_eq!(message(&mut client, "undo")["move"], "c3");
    game.play(1, "Resign");
    let over = message(&mut client, "over");
    assert_eq!(over["end"], json!({ "result": "1-0", "words": "Black resigns: White wins" }));
    assert_documented(&[&over["end"]]);
    watch(&mut client, 999);
    assert_eq!(message(&mut client, "no_game")["number"], 999);
    let notice = served.notice().to_string();
    assert!(
        notice.starts_with("session 1: http://localhost watches PlayTak from 127."),
        "{notice}"
    );
}

#[test]
fn nothing_else_reaches_playtak() {
    let game = PlaytakGame::start();
    let served = serve_game(&game);
    let mut client = connect(&served);
    message(&mut client, "games");
    for text in ["Shout hello", "Seek 5 60 1 A 0 21 1 1 0 0 0 ", "{}", r#"{"watch":"1\nquit"}"#] {
        client.send(TEXT, text.as_bytes());
        let error = message(&mut client, "error");
        assert!(error["text"].as_str().unwrap().starts_with("expected {\"watch\": NUMBER}"));
    }
    client.send(raw::BINARY, b"Shout hello");
    watch(&mut client, game.number);
    message(&mut client, "game");
    client.send(TEXT, br#"{"watch": null}"#);
    game.until_received(&format!("Unobserve {}", game.number), 1);
    // The page goes.
    drop(client);
    game.until_received("quit", 1);
    assert_eq!(served.disconnect(), Disconnect::Left);
    let number = game.number;
    let expected = ["PING", &format!("Observe {number}"), &format!("Unobserve {number}"), "quit"];
    assert_eq!(game.received(), expected);
}

#[test]
fn a_lost_connection_is_reported_and_comes_back() {
    let mut game = PlaytakGame::start();
    let served = serve_game(&game);
    let mut client = connect(&served);
    watch(&mut client, game.number);
    message(&mut client, "game");
    game.server.cut("Guest1");
    let lost = message(&mut client, "lost");
    assert_eq!(lost["reason"], "the server closed the connection");
    game.play(0, "P A1");
    assert_eq!(message(&mut client, "game")["moves"], json!(["a1"]));
}

#[test]
fn large_messages_and_too_many_pages_are_refused() {
    let game = PlaytakGame::start();
    let served = serve(|setup| {
        setup.playtak = game.server.address().parse().unwrap();
        setup.capacity.sessions = 1;
        setup.timeouts.place = Duration::from_millis(50);
    });
    let mut client = connect(&served);
    assert!(matches!(served.notice(), Notice::Watches { number: 1, .. }));
    // Sessions with the engine have places of their own.
    let _session = served.client();
    let (_, head) = raw::ask_at(&served, "/playtak", "");
    assert!(head.starts_with("HTTP/1.1 503"), "{head}");
    while !matches!(served.notice(), Notice::Refused { refusal: Refusal::Full(1), .. }) {}
    client.send(TEXT, &[b' '; 1025]);
    assert_eq!(client.close_frame().expect("a close frame").0, 1009);
    assert_eq!(served.disconnect(), Disconnect::TooLarge(1024));
    // Pages of other origins may not connect.
    let (_, head) = raw::ask_at(&served, "/playtak", "Origin: https://evil.example\r\n");
    assert!(head.starts_with("HTTP/1.1 403"), "{head}");
}
