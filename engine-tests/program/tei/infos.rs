//! The `info` lines of a search.

use super::client::{Client, best_move};
use crate::tactics::board;
use std::collections::HashMap;
use stonefall_engine::board::Outcome;
use stonefall_engine::notation::parse_move;
use stonefall_engine::types::Move;

/// The parts of an `info` line.
#[derive(Debug)]
struct Info {
    numbers: HashMap<String, i64>,
    kind: String,
    score: i64,
    bound: bool,
    pv: Vec<Move>,
}

/// Parses a line as strictly as the strictest client.
fn read(line: &str) -> Info {
    let mut words = line.split(' ').peekable();
    assert_eq!(words.next(), Some("info"));
    let mut info =
        Info { numbers: HashMap::new(), kind: String::new(), score: 0, bound: false, pv: vec![] };
    let mut first = true;
    while let Some(key) = words.next() {
        let mut number = || words.next().unwrap().parse::<i64>().expect(line);
        match key {
            "multipv" => {
                assert!(first, "multipv comes first: {line}");
                info.numbers.insert(key.to_owned(), number());
            }
            "depth" | "seldepth" | "nodes" | "nps" | "hashfull" | "time" => {
                assert!(info.numbers.insert(key.to_owned(), number()).is_none(), "{line}");
            }
            "score" => {
                assert!(info.kind.is_empty(), "two scores: {line}");
                info.kind = words.next().unwrap().to_owned();
                if info.kind == "solved" {
                    info.kind = words.next().unwrap().to_owned();
                }
                info.score = words.next().unwrap().parse().expect(line);
                if words.next_if(|word| ["lowerbound", "upperbound"].contains(word)).is_some() {
                    info.bound = true;
                }
            }
            "wdl" => assert_eq!(number() + number() + number(), 1000, "{line}"),
            "pv" => info.pv = words.by_ref().map(|word| parse_move(word).expect(line)).collect(),
            other => panic!("{other} in {line}"),
        }
        first = false;
    }
    assert!(!info.pv.is_empty(), "{line}");
    for key in ["depth", "seldepth", "nodes", "nps", "hashfull", "time"] {
        let number = info.numbers[key];
        assert!((0..1 << 53).contains(&number), "{line}");
    }
    assert!(info.numbers["depth"] <= 65535 && info.numbers["hashfull"] <= 1000);
    info
}

/// Checks the answer to a `go`; returns the last line of the best move.
fn check(tps: &str, lines: &[String], multi_pv: usize) -> Info {
    let (last, infos) = lines.split_last().unwrap();
    let infos: Vec<_> = infos.iter().map(|line| read(line)).collect();
    let rank = |info: &Info| info.numbers.get("multipv").copied().unwrap_or(1);
    for info in &infos {
        assert!(rank(info) <= multi_pv as i64);
        let mut game = board(tps);
        let mover = game.to_move();
        game.play_line(&info.pv).unwrap();
        let winner = match info.kind.as_str() {
            "mate" if info.score > 0 => Some(mover),
            "mate" if info.score < 0 => Some(mover.opponent()),
            "win" => Some(mover),
            "loss" => Some(mover.opponent()),
            "cp" => None,
            _ => panic!("{info:?}"),
        };
        if let (Some(winner), false) = (winner, info.bound) {
            assert_eq!(game.outcome().and_then(Outcome::winner), Some(winner), "{info:?}");
        }
    }
    for key in ["nodes", "time"] {
        assert!(infos.is_sorted_by_key(|info| info.numbers[key]), "{key}: {infos:#?}");
    }
    for line in 1..=multi_pv as i64 {
        let depths = infos.iter().filter(|info| rank(info) == line);
        assert!(depths.is_sorted_by_key(|info| info.numbers["depth"]), "{infos:#?}");
    }
    let best = infos.into_iter().rev().find(|info| rank(info) == 1).unwrap();
    assert_eq!(Some(best.pv[0]), best_move(last));
    best
}

#[test]
fn every_client_can_read_the_lines() {
    for tps in [
        "x3/x3/x3 1 1",
        "x4/x,2,1,x/x,12,x2/x4 1 4",
        "x5/x,2,x3/x,1S,21C,x2/x2,2,1,x/2,x4 2 9",
        "x6/x2,2,x3/x,1,1C,2,x2/x2,12S,x3/x6/2,x5 1 7",
        "x7/x7/x2,1,2,x3/x7/x7/x7/2,x6 2 3",
        "x8/x8/x8/x3,1,2,x3/x8/x8/x8/2,x7 1 3",
    ] {
        let client = Client::new();
        let lines = client.go(&format!("position tps {tps}\ngo nodes 30000"));
        assert!(lines.len() > 2);
        assert!(lines.iter().all(|line| !line.contains("multipv")));
        check(tps, &lines, 1);
    }
}

#[test]
fn several_lines_are_ranked_and_distinct() {
    let tps = "x5/x,2,x3/x,1,21C,x2/x2,2,1,x/2,x4 2 9";
    let client = Client::new();
    client.tell("setoption name MultiPV value 4");
    let lines = client.go(&format!("position tps {tps}\ngo nodes 60000"));
    check(tps, &lines, 4);
    let infos: Vec<_> = lines[..lines.len() - 1].iter().map(|line| read(line)).collect();
    let last: Vec<_> = infos.iter().rev().take(4).rev().collect();
    let ranks: Vec<_> = last.iter().map(|info| info.numbers["multipv"]).collect();
    assert_eq!(ranks, [1, 2, 3, 4]);
    for (index, info) in last.iter().enumerate() {
        assert!(last[..index].iter().all(|other| other.pv[0] != info.pv[0]), "{last:#?}");
    }
    if last
        .iter()
        .all(|info| info.kind == "cp" && info.numbers["depth"] == last[0].numbers["depth"])
    {
        assert!(last.is_sorted_by_key(|info| -info.score), "{last:#?}");
    }
}

#[test]
fn there_are_no_more_lines_than_moves() {
    // Two squares are empty, and Black has no spread.
    let tps = "1S,1S,1S/1S,2,1S/x,1S,x 2 7";
    let client = Client::new();
    client.tell("setoption name MultiPV value 64");
    let lines = client.go(&format!("position tps {tps}\ngo depth 3"));
    check(tps, &lines, 64);
    let most = lines
        .iter()
        .filter(|line| line.starts_with("info"))
        .map(|line| read(line).numbers.get("multipv").copied().unwrap_or(1));
    assert_eq!(most.max(), Some(4));
}

#[test]
fn scores_are_the_movers_and_wins_are_counted() {
    for (tps, plies, moves) in [
        ("1,1,x/2,2,x/x3 1 3", "win 1", "mate 1"),
        ("2,2,x/1,1,x/x3 2 3", "win 1", "mate 1"),
        // Two threats at once: White gets a road after any move.
        ("1,1,x/2,x2/1,1,x 2 4", "loss 2", "mate -1"),
        ("2,2,x/1,x2/2,2,x 1 5", "loss 2", "mate -1"),
    ] {
        let client = Client::new();
        let lines = client.go(&format!("position tps {tps}\ngo depth 4"));
        check(tps, &lines, 1);
        assert!(lines[lines.len() - 2].contains(&format!(" score {moves} ")), "{lines:?}");
        client.tell("teinewgame size 3");
        let lines = client.go(&format!("position tps {tps}\ngo depth 4"));
        check(tps, &lines, 1);
        assert!(lines[lines.len() - 2].contains(&format!(" score solved {plies} ")), "{lines:?}");
    }
}

#[test]
fn a_search_that_is_cut_short_still_has_a_line() {
    let client = Client::new();
    for go in ["go movetime 0", "go nodes 1", "go wtime 0 btime 0"] {
        check("x6/x6/x6/x6/x6/x6 1 1", &client.go(go), 1);
    }
    // A single move is legal.
    let tps = "1S,1S,1S/1S,2S,1S/1S,1S,x 2 9";
    let lines = client.go(&format!("position tps {tps}\nsetoption name Caps value 0\ngo depth 3"));
    check(tps, &lines, 1);
}
