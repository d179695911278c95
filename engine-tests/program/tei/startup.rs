//! Identity, and the end of a session.

use super::client::Client;
use stonefall_engine::options::{Options, TABLE};

#[test]
fn sends_nothing_before_the_first_command() {
    assert!(Client::new().close().is_empty());
}

#[test]
fn identity_lines_have_an_order_and_do_not_change() {
    let client = Client::new();
    client.send("tei\ntei\n");
    let first = client.until("teiok");
    assert_eq!(first, client.until("teiok"));
    let words: Vec<_> = first.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(words[..4], ["id", "id", "id", "size"]);
    assert!(words[4..words.len() - 1].iter().all(|&word| word == "option"));
    assert_eq!(words.len(), TABLE.len() + 5);
    assert!(first[0].starts_with("id name ") && first[0].len() > 8);
    assert!(first[1].starts_with("id author "));
    assert!(first[3].starts_with("size 3 4 5 6 7 8 halfkomi -10 -9 "));
    assert!(first.contains(&"option name HalfKomi type spin default 0 min -10 max 10".to_owned()));
    assert_eq!(first.last().unwrap(), "teiok");
}

#[test]
fn announces_the_settings_of_its_start() {
    let client = Client::with(Options { threads: 3, ..Options::default() });
    client.send("setoption name Threads value 2\ntei\n");
    let lines = client.until("teiok");
    assert!(lines.contains(&"option name Threads type spin default 3 min 1 max 256".to_owned()));
}

#[test]
fn a_second_tei_keeps_the_game() {
    let client = Client::new();
    client.tell("teinewgame 5\nposition startpos moves a1");
    client.send("tei\n");
    client.until("teiok");
    assert_eq!(client.tps(), "x5/x5/x5/x5/2,x4 2 1");
}

#[test]
fn every_ready_is_answered() {
    let client = Client::new();
    client.send(&"isready\n".repeat(1000));
    for _ in 0..1000 {
        assert_eq!(client.line(), "readyok");
    }
    assert!(client.close().is_empty());
}

#[test]
fn quit_ends_an_idle_engine_and_a_searching_one() {
    for lines in ["quit\n", "position startpos\ngo infinite\nquit\n", "go perft 9\nquit\n"] {
        let client = Client::new();
        client.send(lines);
        let rest = client.close();
        let answers = rest.iter().filter(|line| line.starts_with("bestmove")).count();
        assert_eq!(answers, lines.matches("infinite").count(), "{rest:?}");
    }
}
