//! `go ponder` and `ponderhit`: the same search goes on from the opponent's time to the engine's.

use super::client::{Client, best_move};
use crate::tactics::board;
use std::time::{Duration, Instant};
use stonefall::transport::Line;
use stonefall_engine::notation::parse_move;

/// White wins at once.
const WON: &str = "position tps 1,1,x/2,2,x/x3 1 3";
const HOUR: Duration = Duration::from_secs(3600);

/// A line that arrives an hour ago; `None` on a system that runs since less than that.
fn earlier(text: &str) -> Option<Line> {
    Instant::now().checked_sub(HOUR).map(|at| Line { text: text.to_owned(), at })
}

/// Asserts that the search runs.
fn assert_silent(client: &Client) {
    let lines = client.ask("");
    assert!(lines.iter().all(|line| line.starts_with("info depth")), "{lines:?}");
}

/// The move of the next answer.
fn answer(client: &Client) -> String {
    best_move(client.until("bestmove").last().unwrap()).unwrap().to_string()
}

#[test]
fn a_finished_search_waits_for_the_reply_or_for_stop() {
    for end in ["ponderhit", "stop"] {
        for go in [
            "depth 1",
            "nodes 1",
            "movetime 0",
            "wtime 0 btime 0",
            "wtime 9000 depth 3",
            "mate 1",
            "solved",
        ] {
            let client = Client::new();
            client.send(&format!("{WON}\ngo ponder {go}\n"));
            while !client.line().contains(" mate 1 ") {}
            std::thread::sleep(Duration::from_millis(20));
            assert_silent(&client);
            client.send(&format!("{end}\n"));
            assert_eq!(answer(&client), "c3", "{go} {end}");
            client.tell("stop");
        }
    }
}

#[test]
fn whatever_ends_a_search_its_answer_waits_for_the_reply() {
    const START: &str = "position startpos moves a1 f6";
    let own_book = format!("setoption name OwnBook value true\n{START}");
    for (position, go) in [
        (START, "nodes 100"),
        (START, "nodes 5000 depth 40"),
        (START, "depth 2"),
        (START, "movetime 1"),
        (START, "wtime 1 btime 1 winc 1 binc 1"),
        (START, "searchmoves c3 depth 1"),
        (START, "wtime 1000 btime 1000 searchmoves c3"),
        (&*own_book, "wtime 9000 btime 9000"),
        (&*own_book, "nodes 7"),
        (&*own_book, "movetime 0"),
        // A forced road of two moves, and a game that is over.
        ("position tps x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7", "nodes 2000"),
        ("position tps x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7", "solved"),
        ("position tps 1,1,1/2,2,x/x3 2 3", "nodes 100"),
        ("position tps 1,1,1/2,2,x/x3 2 3", "wtime 10 btime 10"),
    ] {
        for end in ["ponderhit", "stop"] {
            let client = Client::new();
            client.send(&format!("{position}\ngo ponder {go}\n"));
            std::thread::sleep(Duration::from_millis(60));
            assert_silent(&client);
            client.send(&format!("{end}\n"));
            client.until("bestmove");
            client.tell("stop");
        }
    }
}

#[test]
fn the_time_of_a_move_begins_with_the_reply() {
    let client = Client::new();
    client.send("position startpos moves a1 f6\n");
    if let Some(line) = earlier("go ponder movetime 40") {
        client.send_line(line);
        assert_silent(&client);
        let reply = Instant::now();
        client.send("ponderhit\n");
        answer(&client);
        assert!(reply.elapsed() >= Duration::from_millis(30), "{:?}", reply.elapsed());
    }
    // A reply of an hour ago leaves no time.
    client.send("go ponder movetime 1800000\n");
    assert_silent(&client);
    if let Some(line) = earlier("ponderhit") {
        client.send_line(line);
        answer(&client);
    }
}

/// A search with an hour of pondering has had enough time for a move on any clock.
#[test]
fn a_sufficient_search_answers_at_once() {
    for options in ["Threads value 2", "MultiPV value 1", "MultiPV value 3"] {
        let client = Client::new();
        client.send(&format!("setoption name {options}\nposition startpos moves a1 f6\n"));
        let Some(line) = earlier("go ponder wtime 90000000 btime 90000000") else { return };
        client.send_line(line);
        client.line();
        client.send("ponderhit\n");
        answer(&client);
    }
}

#[test]
fn other_commands_end_a_search_that_ponders() {
    let client = Client::new();
    client.send("teinewgame 4\ngo ponder wtime 1 btime 1\ngo ponder\nposition startpos moves a1\n");
    for _ in 0..2 {
        assert!(board("x4/x4/x4/x4 1 1").check(parse_move(&answer(&client)).unwrap()).is_ok());
    }
    client.send("go ponder depth 2\nteinewgame 5\n");
    answer(&client);
    assert_eq!(client.tps(), "x5/x5/x5/x5/x5 1 1");
    for end in ["quit\n", ""] {
        let client = Client::new();
        client.send(&format!("go ponder\nisready\n{end}"));
        client.until("readyok");
        assert!(client.close().last().unwrap().starts_with("bestmove "));
    }
}

#[test]
fn a_reply_without_a_search_that_ponders_is_an_error() {
    let client = Client::new();
    assert!(client.refused("ponderhit").contains("expected go ponder before ponderhit"));
    // The state stays.
    client.send("go infinite\n");
    let error = |lines: Vec<String>| lines.iter().any(|line| line.contains("expected go ponder"));
    assert!(error(client.ask("ponderhit")));
    assert_silent(&client);
    client.send("stop\n");
    answer(&client);
    client.send("go ponder infinite\nponderhit\n");
    assert_silent(&client);
    assert!(error(client.ask("ponderhit")));
    client.send("stop\n");
    answer(&client);
}

#[test]
fn the_answer_names_the_expected_reply() {
    let client = Client::new();
    client.tell("setoption name Ponder value true\nposition startpos moves a1 f6");
    let lines = client.go("go depth 3");
    let words: Vec<_> = lines.last().unwrap().split(' ').collect();
    let line = lines[lines.len() - 2].split_once(" pv ").unwrap().1;
    assert_eq!(words[2], "ponder");
    assert!(line.starts_with(&format!("{} {} ", words[1], words[3])), "{lines:?}");
    // A win in one has no reply, and after a reply that ends the game nobody ponders.
    let lost = "position tps 1,1,x/x3/2,1,2 2 4";
    assert_eq!(client.go(&format!("{WON}\ngo depth 3")).last().unwrap(), "bestmove c3");
    let lines = client.go(&format!("{lost}\ngo depth 3"));
    assert!(!lines.last().unwrap().contains("ponder"), "{lines:?}");
}

#[test]
fn a_level_plays_the_same_move_with_and_without_pondering() {
    let client = Client::new();
    client.tell("setoption name LimitStrength value true\nposition startpos moves a1 f6 c3");
    let mv = client.best_move("go wtime 60000 btime 60000").unwrap().to_string();
    client.send("go ponder wtime 60000 btime 60000\n");
    assert!(client.line().starts_with("info depth"));
    assert_silent(&client);
    client.send("ponderhit\n");
    assert_eq!(answer(&client), mv);
}
