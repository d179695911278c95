//! Every form of a line, as the server writes it.

use super::*;
use std::time::Duration;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::types::ByColor;
use stonefall_engine::{Color, Move, Opening, Piece, Square};

const SECOND: Duration = Duration::from_secs(1);

/// 5x5, three minutes and five seconds per move, komi 2, 21 flats and a capstone, unrated.
fn five() -> Setting {
    Setting { half_komi: 4, is_unrated: true, ..Setting::standard(5, 180 * SECOND, 5 * SECOND) }
}

fn names() -> ByColor<String> {
    ByColor::new("alphabot".to_owned(), "betabot".to_owned())
}

#[test]
fn seeks_of_all_versions_are_read() {
    let seek = Seek {
        number: 1,
        player: "alphabot".to_owned(),
        setting: five(),
        color: Some(Color::White),
        opponent: None,
        is_bot: false,
    };
    let grows = Setting { increment_scales: true, ..five() };
    let stack = Setting { opening: Opening::DoubleBlackStack, ..five() };
    for (line, expected) in [
        ("Seek new 1 alphabot 5 180 5 W 4 21 1 1 0 0 0 0 0", seek.clone()),
        (
            "Seek new 1 alphabot 5 180 5 1 W 4 21 1 1 0 0 0 0 0",
            Seek { setting: grows.clone(), ..seek.clone() },
        ),
        (
            "Seek new 1 alphabot 5 180 5 A 4 21 1 1 0 30 60 betabot 1",
            Seek {
                color: None,
                opponent: Some("betabot".to_owned()),
                is_bot: true,
                ..seek.clone()
            },
        ),
        (
            "Seek new 1 alphabot 5 180 5 0 W 4 21 1 1 0 0 0  0 1",
            Seek { setting: stack, ..seek.clone() },
        ),
    ] {
        assert_eq!(Notice::read(line), Some(Notice::NewSeek(expected)), "{line}");
    }
    assert_eq!(
        Notice::read("Seek remove 7 alphabot 5 180 5 W 4 21 1 1 0 0 0 0 0"),
        Some(Notice::RemoveSeek(7))
    );
}

#[test]
fn starts_of_all_versions_are_read() {
    let grows = Setting { increment_scales: true, ..five() };
    let stack = Setting { opening: Opening::DoubleBlackStack, ..grows.clone() };
    for (words, color, setting) in [
        ("black 5 180 5 4 21 1 1 0 0 0 0", Color::Black, five()),
        ("white 5 180 5 1 4 21 1 1 0 0 0 1", Color::White, grows),
        ("white 5 180 5 1 4 21 1 1 0 0 0 0 1", Color::White, stack),
    ] {
        let start = GameStart { number: 1, players: names(), color, setting };
        let read = Notice::read(&format!("Game Start 1 alphabot vs betabot {words}"));
        assert_eq!(read, Some(Notice::GameStart(start)), "{words}");
    }
}

#[test]
fn events_of_a_game_are_read() {
    let a1 = Move::place(Square::new(0, 0), Piece::Flat);
    let second = |seconds| Duration::from_secs(seconds);
    for (line, event) in [
        ("P A1", GameEvent::Move(a1)),
        ("Time 180 175", GameEvent::Clocks(ByColor::new(second(180), second(175)))),
        ("Timems 185000 180000", GameEvent::Clocks(ByColor::new(second(185), second(180)))),
        ("Abandoned. betabot quit", GameEvent::Abandoned("betabot".to_owned())),
        ("OfferDraw", GameEvent::OfferDraw),
        ("RemoveDraw", GameEvent::Other),
        ("RequestUndo", GameEvent::RequestUndo),
        ("RemoveUndo", GameEvent::Other),
        ("Undo", GameEvent::Undo),
        ("GivenTime black 15000", GameEvent::Other),
    ] {
        assert_eq!(Notice::read(&format!("Game#12 {line}")), Some(Notice::Game(12, event)));
    }
    for code in ["R-0", "0-R", "F-0", "0-F", "1-0", "0-1", "1/2-1/2"] {
        let result = GameResult::read(code).map(GameEvent::Over);
        assert_eq!(
            Notice::read(&format!("Game#3 Over {code}")),
            result.map(|result| Notice::Game(3, result))
        );
    }
    assert_eq!(
        Notice::read("Game#3 Over 0-0"),
        Some(Notice::Game(3, GameEvent::Over(GameResult::Unfinished)))
    );
}

#[test]
fn other_lines_are_read() {
    let text = |text: &str| text.to_owned();
    for (line, expected) in [
        ("Welcome!", Notice::Other),
        ("GameList Add 1 a b 5 180 5 4 21 1 1 0 0 0", Notice::Other),
        ("Login or Register", Notice::LoginRequest),
        ("Welcome Guest12!", Notice::LoggedIn(text("Guest12"))),
        ("Authentication failure", Notice::AuthenticationFailure),
        ("OK", Notice::Ok),
        ("NOK", Notice::Refused),
        ("Error:It is not your turn", Notice::Error(text("It is not your turn"))),
        ("Message Your game is resumed", Notice::Message(text("Your game is resumed"))),
        ("Online 12", Notice::Other),
        ("OnlinePlayers [\"a\", \"b\"]", Notice::OnlinePlayers(vec![text("a"), text("b")])),
        ("OnlinePlayers []", Notice::OnlinePlayers(Vec::new())),
        ("Shout <a> b <c> d", Notice::Other),
        ("Tell <a> help", Notice::Other),
        ("Told <a> help", Notice::Other),
        ("Joined room x", Notice::Other),
        ("ShoutRoom Game#3 <a> why?", Notice::Other),
    ] {
        assert_eq!(Notice::read(line), Some(expected), "{line}");
    }
}

#[test]
fn unknown_and_damaged_lines_are_refused() {
    let starts = "|a vs|a or b white 5 1 1 0 21 1 0 0 0 0 0|a vs b green 5 1 1 0 21 1 0 0 0 0 0|\
        a vs b white 9 1 1 0 21 1 0 0 0 0 0|5 a vs b white 180 4 21 1 0 0";
    let seeks = "|1 a 5 1 1 Q 0 21 1 0 0 0 0 0 0|1 a 5 1 1 W 0 21 1 0 0 0 0 0 7|1 a 5 1 1 W 0 21 1 0 0 0 0 ";
    let events = "| P Z9| Over| Timems 1| Nonsense";
    let starts = starts.split('|').map(|words| format!("Game Start 1 {words}"));
    let seeks = seeks.split('|').map(|words| format!("Seek new {words}"));
    let events = events.split('|').map(|words| format!("Game#1{words}"));
    let others =
        "| |Hello|Game#|Game#x P A1|Game#99999999999 Undo|Game Start|Seek gone 1|Accept 1|Welcome";
    let others = others.split('|').map(str::to_owned);
    for line in starts.chain(seeks).chain(events).chain(others) {
        assert_eq!(Notice::read(&line), None, "{line}");
    }
}

#[test]
fn control_characters_do_not_count() {
    let read = Notice::read("Game Start 1 y\0o\ru vs me black 5 180 5 4 21 1 1 0 0 0 0");
    assert!(read.is_some());
    assert_eq!(read, Notice::read("Game Start 1 you vs me black 5 180 5 4 21 1 1 0 0 0 0"));
}

#[test]
fn requests_have_the_words_of_their_version() {
    let seek = |version, opponent: Option<&str>| Request::Seek {
        setting: five(),
        color: None,
        opponent: opponent.map(str::to_owned),
        version,
    };
    let mv = Move::place(Square::new(2, 3), Piece::Capstone);
    let secret = || "password".to_owned();
    for (request, line) in [
        (Request::Client("stonefall".to_owned()), "Client stonefall"),
        (Request::Protocol, "Protocol 4"),
        (
            Request::Login(Login::Account { name: "bot".to_owned(), password: secret() }),
            "Login bot password",
        ),
        (Request::Login(Login::Guest("abc".to_owned())), "Login Guest abc"),
        (seek(2, None), "Seek 5 180 5 A 4 21 1 1 0 0 0 "),
        (seek(3, Some("betabot")), "Seek 5 180 5 0 A 4 21 1 1 0 0 0 betabot"),
        (seek(4, None), "Seek 5 180 5 0 A 4 21 1 1 0 0 0 0 "),
        (Request::Accept(4), "Accept 4"),
        (Request::Play(8, mv), "Game#8 P C4 C"),
        (Request::Resign(8), "Game#8 Resign"),
        (Request::Ping, "PING"),
    ] {
        assert_eq!(request.line(), line);
    }
    let text = "two\r\nlines ".repeat(40);
    let line = Request::Tell { to: "a".to_owned(), text }.line();
    assert!(line.len() == "Tell a ".len() + MAX_TEXT && !line.contains(['\r', '\n']), "{line}");
    let login = Login::Account { name: "bot".to_owned(), password: secret() };
    assert!(!format!("{login:?}").contains("password"));
}

#[test]
fn lines_show_the_version() {
    for (line, version) in [
        ("Seek new 1 a 5 180 5 W 4 21 1 1 0 0 0 0 0", Some(2)),
        ("Seek new 1 a 5 180 5 1 W 4 21 1 1 0 0 0 0 0", Some(3)),
        ("Seek new 1 a 5 180 5 0 W 4 21 1 1 0 0 0  0 1", Some(4)),
        ("Game Start 1 a vs b black 5 180 5 4 21 1 1 0 0 0 0", Some(2)),
        ("Game Start 1 a vs b white 5 180 5 1 4 21 1 1 0 0 0 1", Some(3)),
        ("Game Start 1 a vs b white 5 180 5 1 4 21 1 1 0 0 0 0 1", Some(4)),
        ("OK", None),
        ("", None),
    ] {
        assert_eq!(version_of(line), version, "{line}");
    }
}
