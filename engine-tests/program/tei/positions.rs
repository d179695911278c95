//! `teinewgame` and `position`: all forms in use, and bad ones.

use super::client::Client;

#[test]
fn games_begin_in_every_form() {
    let client = Client::new();
    for (line, size) in [
        ("teinewgame 4", 4),
        ("teinewgame", 4),
        ("teinewgame size 5", 5),
        ("teinewgame size 7 halfkomi 4", 7),
        ("teinewgame size 6 komi 4", 6),
        ("teinewgame 3 and more", 3),
        ("TEInewgame\tsize  8 ", 8),
        ("teinewgame", 8),
    ] {
        client.tell(line);
        assert_eq!(client.perft(1), size * size, "{line}");
    }
}

#[test]
fn impossible_games_are_refused() {
    let client = Client::new();
    client.tell("teinewgame 5\nposition startpos moves a1");
    for line in [
        "teinewgame 2",
        "teinewgame 9",
        "teinewgame abc",
        "teinewgame -1",
        "teinewgame 99999999999999999999999",
        "teinewgame size",
        "teinewgame size six",
        "teinewgame size 6 halfkomi",
        "teinewgame size 6 halfkomi 2.5",
        "teinewgame size 6 halfkomi 99",
    ] {
        client.refused(line);
        assert_eq!(client.tps(), "x5/x5/x5/x5/2,x4 2 1", "{line}");
    }
}

#[test]
fn messages_fit_the_version_of_the_protocol() {
    let client = Client::new();
    assert!(client.refused("teinewgame 9").starts_with("info string error "));
    client.tell("teinewgame size 5");
    assert!(client.refused("teinewgame 9").starts_with("info error "));
}

#[test]
fn positions_are_read_in_every_form() {
    let client = Client::new();
    client.tell("teinewgame 5");
    let empty = "x5/x5/x5/x5/x5 1 1";
    for (line, tps) in [
        ("position startpos moves a1 e5 c3", "x4,1/x5/x2,1,x2/x5/2,x4 2 2"),
        ("position startpos", empty),
        ("position startpos moves", empty),
        ("position startpos moves   ", empty),
        ("  position \t startpos  moves  a1\r", "x5/x5/x5/x5/2,x4 2 1"),
        ("position tps x5/x5/x5/x5/x5 1 1", empty),
        ("position tps x5/x5/x5/x5/x5 1 1 moves a1", "x5/x5/x5/x5/2,x4 2 1"),
        ("position tps x,x,x,x,x/x1,x4/x5/x5/x5 1 1 moves a1 e5", "x4,1/x5/x5/x5/2,x4 1 2"),
        ("position tps x5/x5/x5/x5/2,x4 2 1 moves e5", "x4,1/x5/x5/x5/2,x4 1 2"),
        ("position tps x5-x5-x,12s,21C,x2-X5-2,x4 1 9", "x5/x5/x,12S,21C,x2/x5/2,x4 1 9"),
        ("position tps x5/x5/x5/x5/2,x4 2", "x5/x5/x5/x5/2,x4 2 1"),
        ("position tps x5/x5/x,1,2,x2/x5/2,x4 1 0", "x5/x5/x,1,2,x2/x5/2,x4 1 1"),
        (
            "position tps x5/x5/x,1,2,x2/x5/2,x4 1 1000000000 moves b4",
            "x5/x,1,x3/x,1,2,x2/x5/2,x4 2 1000000000",
        ),
    ] {
        client.tell(line);
        assert_eq!(client.tps(), tps, "{line}");
    }
}

#[test]
fn moves_are_read_in_every_spelling() {
    let client = Client::new();
    client.tell("teinewgame 5");
    client.tell("position startpos moves a1' Fe5!? Sc3 ca2 sd4* 1a2-1?? fb1\" a1>1'' C5 2b1>11");
    assert!(client.tps().contains("C"));
    // All spellings of one spread.
    for mv in ["3c3>12", "3c3>12*", "3C3>12", "3c3>1"] {
        client.tell(&format!("position tps x5/x5/x2,221,x2/x5/x5 1 9 moves {mv}"));
        assert_eq!(client.tps(), "x5/x5/x3,2,21/x5/x5 2 9", "{mv}");
    }
}

#[test]
fn a_position_of_another_size_changes_the_board() {
    let client = Client::new();
    let told = client.ask("teinewgame size 6 halfkomi 10\nposition tps x3/x3/x3 1 1 moves a1");
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(client.tps(), "x3/x3/2,x2 2 1");
    client.tell("position startpos");
    assert_eq!(client.tps(), "x3/x3/x3 1 1");
    // The komi does not change.
    let lines = client.go("position tps 1,2S,1/2S,1,2S/2,1,x 1 5\ngo depth 2");
    assert!(!lines[lines.len() - 2].contains("solved win 1 "), "{lines:?}");
}

#[test]
fn a_bad_position_keeps_the_last_one() {
    let client = Client::new();
    client.tell("teinewgame 5\nposition startpos moves a1");
    for line in [
        "position",
        "position tps",
        "position tps moves",
        "position here",
        "position startpos a1",
        "position moves a1",
        "position tps x5/x5/x5/x5 1 1",
        "position tps x5/x5/x5/x5/king,x4 1 2",
        "position tps x5/x5/x5/1C,x4/1C,x4 1 9",
        "position tps x5/x5/x5/x5/1111111111111111111111111111111111111111,x4 1 9",
        "position startpos moves a1 a1",
        "position startpos moves a1 e5 c9",
        "position startpos moves Sa1",
        "position startpos moves a1 Ce5",
        "position startpos moves a1 e5 a1>",
        "position startpos moves a1 e5 3e5<",
        "position startpos moves a1 e5 --",
        "position startpos moves 2a1",
        "position startpos moves a1 e5 2b2",
        "position startpos moves a1 \u{1F600}",
    ] {
        let message = client.refused(line);
        assert!(message.len() < 500);
        assert_eq!(client.tps(), "x5/x5/x5/x5/2,x4 2 1", "{line}");
    }
    let message = client.refused("position startpos moves a1 e5 c9");
    assert!(message.contains("move 3") && message.contains("rank"), "{message}");
    assert!(client.best_move("go depth 1").is_some());
}

#[test]
fn moves_after_the_end_are_refused() {
    let client = Client::new();
    client.tell("teinewgame 3");
    let road = "position startpos moves a3 a1 b1 b3 c1";
    client.tell(road);
    let message = client.refused(&format!("{road} c3"));
    assert!(message.contains("the game is over"), "{message}");
}

#[test]
fn a_game_of_thousands_of_plies_is_taken() {
    let client = Client::new();
    let there_and_back = " f6- a1+ f5+ a2-".repeat(1000);
    client.tell(&format!("position startpos moves a1 f6{there_and_back}"));
    assert_eq!(client.tps(), "x5,1/x6/x6/x6/x6/2,x5 1 2002");
    // A search gives a move even after a thousand repetitions.
    assert!(client.best_move("go depth 2").is_some());
}

#[test]
fn a_tall_stack_is_survived() {
    let client = Client::new();
    let stack = "12".repeat(40);
    let line = format!("position tps x8/x8/x8/x3,{stack}1,x4/x8/x8/x8/x8 1 50");
    client.tell(&line);
    assert!(client.best_move("go nodes 2000").is_some());
}

#[test]
fn an_unannounced_size_gets_a_message() {
    let client = Client::new();
    // Without any announcement there is no message.
    client.tell("position tps x5/x5/x5/x5/x5 1 1");
    client.tell("teinewgame size 6 halfkomi 4");
    let told = client.ask("position tps x5/x5/x5/x5/x5 1 1");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("info string expected a position on 6x6"), "{told:?}");
    assert!(told[0].contains("5x5") && told[0].ends_with("komi stays 2"), "{told:?}");
    // The message comes once.
    client.tell("position tps x5/x5/x5/x5/x5 1 1 moves a1 b2");
    let told = client.ask("position startpos moves a1 f6");
    assert!(told[0].starts_with("info error") && told.len() == 2, "{told:?}");
    assert!(told[1].contains("expected moves on a 5x5 board"), "{told:?}");
    // PTN Ninja does not announce a larger game before Analyze Game.
    client.tell("teinewgame size 6 halfkomi 4");
    let told = client.ask("position startpos moves a1 g7");
    assert!(told[1].contains("expected moves on a 6x6 board"), "{told:?}");
}
