//! `go` and `stop`: one answer to each, in order, and legal.

use super::client::{Client, best_move};
use crate::tactics::board;
use stonefall_engine::types::Move;

fn assert_legal(mv: Option<Move>, tps: &str) {
    assert_eq!(board(tps).check(mv.unwrap()), Ok(()), "{mv:?} in {tps}");
}

#[test]
fn a_move_is_found_before_any_position_is_sent() {
    let client = Client::new();
    assert_legal(client.best_move("go depth 2"), "x6/x6/x6/x6/x6/x6 1 1");
}

#[test]
fn every_limit_is_understood_and_nonsense_is_tolerated() {
    let client = Client::new();
    client.tell("teinewgame 5\nposition startpos moves a1");
    let black_to_move = "x5/x5/x5/x5/2,x4 2 1";
    for go in [
        "go depth 1",
        "go depth 3",
        "go depth 0",
        "go depth -7",
        "go nodes 0",
        "go nodes 1",
        "go nodes 5000",
        "go nodes -1",
        "go movetime 0",
        "go movetime 1",
        "go movetime -5",
        "go movetime 50",
        "go depth 30 nodes 1000 movetime 5000",
        "go depth 99999999999999999999 nodes 100",
        "go wtime 100 btime 100 winc 1 binc 1",
        "go binc 1 winc 1 btime 100 wtime 100",
        "go btime 50",
        "go wtime 1 btime 1",
        "go wtime 0 btime 0",
        "go wtime -100 btime -100",
        "go btime 200 movestogo 10",
        "go btime 200 movestogo 0",
        "go wtime 4294965796 btime 4294965796 nodes 500",
        "go wtime 99999999999999999999 btime 99999999999999999999 winc 99999999999999 nodes 500",
        "go movetime 99999999999999999999 depth 1",
        "go searchmoves b1 c1 depth 2",
        "go depth 2 searchmoves b1 b1 b1",
        "go searchmoves a1 Sb1 h8 depth 2",
        "go searchmoves depth 2",
        "go nonsense depth 1 more",
        "go mate 1",
        "go depth abc",
        "go movetime",
        "go depth nodes 100",
        "GO DEPTH 1",
    ] {
        assert_legal(client.best_move(go), black_to_move);
        client.tell("");
    }
}

#[test]
fn one_clock_alone_is_enough() {
    let client = Client::new();
    client.tell("position startpos moves a1 f6");
    for go in ["go wtime 100", "go wtime 100 btime 1", "go wtime 0", "go wtime 50 winc 5"] {
        assert!(client.best_move(go).is_some());
    }
    // The opponent's clock does not limit the search.
    client.send("go btime 100\nstop\n");
    assert!(best_move(client.until("bestmove").last().unwrap()).is_some());
}

#[test]
fn searchmoves_limits_the_moves() {
    let client = Client::new();
    for wanted in ["c3", "d5"] {
        let mv = client.best_move(&format!("go searchmoves {wanted} {wanted} depth 3"));
        assert_eq!(mv.unwrap().to_string(), wanted);
    }
    // Illegal ones are skipped.
    let mv = client.best_move("position startpos moves a1\ngo searchmoves a1 Sb1 b2 depth 2");
    assert_eq!(mv.unwrap().to_string(), "b2");
}

#[test]
fn an_infinite_search_answers_to_stop_alone() {
    // White wins at once, so that the search soon has nothing left.
    let solved = "position tps 1,1,x/2,2,x/x3 1 3";
    for go in ["go infinite", "go", "go infinite depth 1 nodes 1 movetime 1"] {
        let client = Client::new();
        client.send(&format!("{solved}\n{go}\n"));
        while !client.line().contains(" mate 1 ") {}
        std::thread::sleep(std::time::Duration::from_millis(50));
        let lines = client.ask("isready");
        assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
        client.send("stop\nstop\n");
        let mv = best_move(client.until("bestmove").last().unwrap());
        assert_eq!(mv.unwrap().to_string(), "c3");
        client.tell("stop");
    }
}

#[test]
fn a_search_for_the_solution_ends_with_it() {
    let client = Client::new();
    let lines = client.go("position tps 1,1,x/2,2,x/x3 1 3\ngo solved");
    assert!(lines[lines.len() - 2].contains(" mate 1 "));
}

/// A forced road is proved, with its line to the end.
#[test]
fn a_search_for_the_solution_proves_roads() {
    let client = Client::new();
    let tps =
        "1,1,1,1,1112C,1/x,121C,x,1,2,1/1,2,x,12,1S,x/x,2,2,1221S,x,2/x3,121,x2/2,2,2,1,2,x 1 25";
    let lines = client.go(&format!("teinewgame size 6\nposition tps {tps}\ngo solved"));
    let info = &lines[lines.len() - 2];
    assert!(info.contains(" score solved win 7 "), "{info}");
    assert_eq!(info.split(" pv ").nth(1).unwrap().split_whitespace().count(), 7, "{info}");
    // Three moves do not suffice.
    let lines = client.go("go mate 3 nodes 2000");
    let shorter = |line: &str| (1..7).any(|plies| line.contains(&format!(" solved win {plies} ")));
    assert!(!lines.iter().any(|line| shorter(line)), "{lines:?}");
}

/// Only the best of several lines is the solution.
#[test]
fn a_search_for_the_solution_does_not_end_with_a_lesser_line() {
    let client = Client::new();
    client.send("setoption name MultiPV value 8\n");
    let lines =
        client.go("position tps x5/x5/x,1,1,x2/x,1,x3/2,2,2,2,x 1 5\ngo solved nodes 30000");
    let nodes = |line: &str| -> u64 {
        let mut words = line.split(" nodes ").nth(1).unwrap_or("0").split(' ');
        words.next().and_then(|word| word.parse().ok()).unwrap_or(0)
    };
    let loses = |line: &str| !line.contains(" multipv 1 ") && line.contains(" mate -1 ");
    assert!(lines.iter().any(|line| loses(line)), "{lines:?}");
    assert!(lines.iter().map(|line| nodes(line)).max() >= Some(30_000), "{lines:?}");
}

#[test]
fn an_immediate_stop_is_answered() {
    let client = Client::new();
    for _ in 0..10 {
        client.send("go infinite\nstop\n");
        assert!(best_move(client.until("bestmove").last().unwrap()).is_some());
    }
    client.tell("stop\nstop");
}

#[test]
fn a_replaced_search_answers_first() {
    let client = Client::new();
    client.send("teinewgame 4\ngo infinite\nposition startpos moves a1\ngo infinite\n");
    client.send(
        "position tps x5/x5/x5/x5/x5 1 1\ngo infinite\ngo infinite\nteinewgame 3\ngo depth 1\n",
    );
    for tps in [
        "x4/x4/x4/x4 1 1",
        "x4/x4/x4/2,x3 2 1",
        "x5/x5/x5/x5/x5 1 1",
        "x5/x5/x5/x5/x5 1 1",
        "x3/x3/x3 1 1",
    ] {
        let lines = client.until("bestmove");
        assert!(lines.len() > 1, "{lines:?}");
        assert_legal(best_move(lines.last().unwrap()), tps);
    }
    client.tell("");
}

#[test]
fn a_refused_position_ends_the_search_too() {
    let client = Client::new();
    client.send("go infinite\nposition startpos moves a9\nisready\n");
    let lines = client.until("readyok");
    assert!(lines[lines.len() - 3].starts_with("bestmove "), "{lines:?}");
    assert!(lines[lines.len() - 2].starts_with("info string error "), "{lines:?}");
}

#[test]
fn a_finished_game_has_no_move() {
    let client = Client::new();
    for tps in ["1,1,1/2,2,x/x3 2 3", "1,2,1/2,1,2/2,1,1 2 5"] {
        for go in ["go infinite", "go depth 4", "go wtime 10 btime 10", "go"] {
            assert_eq!(client.ask(&format!("position tps {tps}\n{go}")), ["bestmove --"]);
        }
    }
}

#[test]
fn a_new_game_repeats_the_same_search() {
    let client = Client::new();
    let think = |client: &Client, size: usize| -> Vec<String> {
        client.tell(&format!("teinewgame {size}\nposition startpos moves a1 c3"));
        client.send_timeless("go nodes 20000");
        client.until("bestmove").iter().map(|line| without_times(line)).collect()
    };
    let first: Vec<_> = [5, 6, 7, 5].map(|size| think(&client, size)).into();
    assert_eq!(first[0], first[3]);
    let fresh = Client::new();
    assert_eq!(first[2], think(&fresh, 7));
    assert_eq!(think(&client, 5), first[0]);
}

/// A line without the keys that depend on the speed of the machine.
fn without_times(line: &str) -> String {
    let mut words = line.split(' ');
    let mut kept = vec![];
    while let Some(word) = words.next() {
        if matches!(word, "nps" | "time") {
            words.next();
        } else {
            kept.push(word);
        }
    }
    kept.join(" ")
}

#[test]
fn counting_can_be_stopped() {
    let client = Client::new();
    client.send("go perft 12\nisready\n");
    client.anything_until("readyok");
    client.send("stop\n");
    client.anything_until("stopped");
    assert_eq!(client.perft(2), 36 * 35);
    client.send("bench\nstop\n");
    client.anything_until("stopped");
    client.send("go perft 12\ngo depth 1\n");
    assert!(client.anything_until("bestmove").len() > 1);
}
