//! Play below full strength.

use super::client::Client;

const WEAK: &str = "setoption name LimitStrength value true\nsetoption name Level value 2";

fn depth(line: &str) -> Option<u32> {
    line.split_once(" depth ")?.1.split(' ').next()?.parse().ok()
}

/// The moves of `line`'s `pv`.
fn first_move(line: &str) -> &str {
    line.split_once(" pv ").unwrap().1.split(' ').next().unwrap()
}

#[test]
fn a_level_answers_with_one_line_and_its_move() {
    let client = Client::new();
    client.tell(&format!("{WEAK}\nteinewgame size 5\nposition startpos moves a1 e5 c3 c2"));
    for go in ["go movetime 10000", "go wtime 60000 btime 60000", "go depth 20"] {
        let lines = client.go(go);
        let [info, best] = &lines[..] else { panic!("{lines:?}") };
        assert!(depth(info).unwrap() <= 2 && !info.contains("multipv"), "{info}");
        assert_eq!(best, &format!("bestmove {}", first_move(info)));
    }
}

#[test]
fn analysis_is_at_full_strength() {
    let client = Client::new();
    client.tell(&format!("{WEAK}\nteinewgame size 5\nposition startpos moves a1 e5 c3 c2"));
    client.send("go infinite\n");
    while depth(&client.line()).is_none_or(|depth| depth < 5) {}
    client.send("stop\n");
    client.until("bestmove");
    let lines = client.go("go searchmoves a2 depth 5");
    assert_eq!(depth(&lines[lines.len() - 2]), Some(5));
    client.tell("setoption name MultiPV value 2");
    assert!(client.go("go depth 5").iter().any(|line| line.contains("multipv 2 depth 5 ")));
}
