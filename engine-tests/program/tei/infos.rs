//! The `info` lines of a search.

use super::client::Client;
use crate::tactics::board;
use stonefall_client::{InfoLine, Score};
use stonefall_engine::board::Outcome;
use stonefall_engine::notation::parse_move;

/// The keys in their order; the first one belongs to answers of several lines.
const KEYS: [&str; 10] =
    ["multipv", "depth", "seldepth", "score", "wdl", "nodes", "nps", "hashfull", "time", "pv"];

/// Parses a line as strictly as the strictest client.
fn read(line: &str) -> InfoLine<'_> {
    let info = InfoLine::read(line).expect(line);
    let (keys, values): (Vec<_>, Vec<_>) = info.parts.iter().cloned().unzip();
    assert!(keys == KEYS || keys == KEYS[1..], "{line}");
    assert!(info.unknown.is_empty() && info.score().is_some(), "{line}");
    for (key, values) in keys.iter().zip(values).filter(|(key, _)| !["score", "pv"].contains(key)) {
        let numbers: Vec<i64> = values.iter().map(|word| word.parse().expect(line)).collect();
        let most = match *key {
            "depth" => 65535,
            "hashfull" | "wdl" => 1000,
            _ => 1 << 53,
        };
        assert!(numbers.iter().all(|number| (0..=most).contains(number)), "{line}");
        assert!(*key != "wdl" || numbers.iter().sum::<i64>() == 1000, "{line}");
    }
    info
}

/// Checks the answer to a `go`.
fn check(tps: &str, lines: &[String], multi_pv: i64) {
    let (last, infos) = lines.split_last().unwrap();
    let infos: Vec<_> = infos.iter().map(|line| read(line)).collect();
    for info in &infos {
        assert!(info.rank() <= multi_pv);
        let mut game = board(tps);
        let mover = game.to_move();
        let pv: Vec<_> = info.pv().iter().map(|word| parse_move(word).expect(info.text)).collect();
        game.play_line(&pv).unwrap();
        let proven = info.score().and_then(Score::proven);
        if let Some(result) = proven.filter(|_| !info.is_bound()) {
            let winner = game.outcome().and_then(Outcome::winner);
            assert!(winner.is_some() && winner == result.winner(mover), "{info:?}");
        }
    }
    for key in ["nodes", "time"] {
        assert!(infos.is_sorted_by_key(|info| info.number::<i64>(key)), "{key}: {infos:#?}");
    }
    for line in 1..=multi_pv {
        let depths = infos.iter().filter(|info| info.rank() == line);
        assert!(depths.is_sorted_by_key(|info| info.number::<i64>("depth")), "{infos:#?}");
    }
    let best = infos.iter().rev().find(|info| info.rank() == 1).unwrap();
    assert_eq!(last, &format!("bestmove {}", best.pv()[0]));
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
    let ranks: Vec<_> = last.iter().map(|info| info.rank()).collect();
    assert_eq!(ranks, [1, 2, 3, 4]);
    for (index, info) in last.iter().enumerate() {
        assert!(last[..index].iter().all(|other| other.pv()[0] != info.pv()[0]), "{last:#?}");
    }
    let is_like_the_first = |info: &&InfoLine<'_>| {
        matches!(info.score(), Some(Score::CentiFlats(_)))
            && info.values("depth") == last[0].values("depth")
    };
    if last.iter().copied().all(|info| is_like_the_first(&info)) {
        assert!(last.is_sorted_by_key(|info| -info.score().unwrap().rank()), "{last:#?}");
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
    let most = lines.iter().filter(|line| line.starts_with("info")).map(|line| read(line).rank());
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
