//! Positions and games as JSON.

use serde_json::{Value, from_value, json};
use stonefall_engine::facts::{GameRequest, PtnRequest, facts, read_game, write_game};
use stonefall_engine::notation::{parse_ply, parse_tps};
use stonefall_engine::types::Rules;

fn read(text: &str) -> Result<Value, String> {
    let asked = GameRequest { text: text.to_owned(), index: 0 };
    read_game(&asked).map(|game| json!(game)).map_err(|error| error.to_string())
}

fn write(request: Value) -> Result<String, String> {
    let asked: PtnRequest = from_value(request).map_err(|error| error.to_string())?;
    write_game(&asked).map_err(|error| error.to_string())
}

/// Moves of a line in TEI.
fn moves(line: &Value) -> Vec<&str> {
    line["moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap()).collect()
}

#[test]
fn reads_games() {
    let game = read("[Size \"5\"][Komi \"2\"] 1. a1 e5 2. Fc3' {good} c2 R-0").unwrap();
    let numbers = ["size", "half_komi", "games"].map(|key| game[key].as_u64().unwrap());
    assert_eq!(numbers, [5, 4, 1]);
    let main = &game["lines"][0];
    assert_eq!(moves(main), ["a1", "e5", "c3", "c2"]);
    assert_eq!(main["moves"][2], json!({ "move": "c3", "ptn": "c3'", "comments": ["good"] }));
    assert_eq!((&game["result"], game.get("start")), (&json!("R-0"), None));
    let two = "[Size \"3\"] 1. a1 b1 [Size \"4\"] 1. a4";
    let second = json!(read_game(&GameRequest { text: two.to_owned(), index: 1 }).unwrap());
    assert_eq!((&second["games"], moves(&second["lines"][0])), (&json!(2), vec!["a4"]));
}

#[test]
fn positions_are_games_without_moves() {
    let game = read(" x3/x,1,x/2,x2 1 2 ").unwrap();
    assert_eq!(game["start"], "x3/x,1,x/2,x2 1 2");
    assert!(moves(&game["lines"][0]).is_empty());
    assert!(game["tags"].to_string().contains("TPS"));
}

#[test]
fn names_the_error() {
    let error = |text: &str| read(text).unwrap_err();
    assert_eq!(error(" "), "expected a game in PTN or a position in TPS, found nothing");
    assert!(error("hello").starts_with("expected a game in PTN or a position in TPS: "));
    assert_eq!(
        error("[Size \"5\"] 1. a1 a1"),
        "line 1, column 18: move a1 (1. of Black): a1 is not empty"
    );
    let found = GameRequest { text: "[Size \"5\"]".to_owned(), index: 1 };
    let error = read_game(&found).unwrap_err().to_string();
    assert_eq!(error, "expected a game from 1 to 1, found 2");
}

/// Two variations, one of them with a variation of its own and a name of the author's.
const TREE: &str = "[Size \"5\"]\r\n\r\n{before} {name:\"Stonefall\" wdl:500,0,500 cp:0}\r\n1. a1 e5 {quiet}\r\n2. c3'? {!} {score:R3 +1.00/1 9 nodes 0ms} c2 R-0\r\n\r\n\
    {2w1}\r\n2. {instead} Cc3 d2\r\n3. d3\r\n\r\n{trap}\r\n2. -- e4\r\n\r\n{2w1/3w1}\r\n3. b3 0-1\r\n";

#[test]
fn the_tree_is_read_and_written() {
    let game = read(TREE).unwrap();
    let lines = game["lines"].as_array().unwrap();
    let places: Vec<_> = lines.iter().map(|line| [&line["parent"], &line["ply"]]).collect();
    assert_eq!(json!(places), json!([[0, 0], [0, 2], [0, 3], [1, 4]]));
    let before = &lines[0]["before"];
    assert_eq!(before["comments"], json!(["before"]));
    assert_eq!(before["evaluations"][0]["white_chance"], 0.5);
    // A mark in a person's comment is no evaluation.
    assert_eq!(lines[0]["moves"][2]["comments"], json!(["!"]));
    // `stonefall match` writes proved results without a name and chances.
    assert_eq!(lines[0]["moves"][2]["evaluations"][0]["text"], "score:R3 +1.00/1 9 nodes 0ms");
    assert_eq!(lines[1]["before"]["comments"], json!(["instead"]));
    assert_eq!((&lines[2]["name"], lines[1].get("name")), (&json!("trap"), None));
    let request = json!({ "tags": game["tags"], "lines": lines });
    assert_eq!(write(request).unwrap(), TREE);
}

#[test]
fn moves_that_cannot_be_played_become_comments() {
    let text = "[Size \"5\"]\n1. a1 e5 2. c3\n\n{2w1}\n2. b3 b3 {no}\n3. c3\n\n{2w1/3w1}\n3. d3 d4\n\n{2w2}\n2. a2 zz a3";
    let game = read(text).unwrap();
    let lines = game["lines"].as_array().unwrap();
    assert_eq!(moves(&lines[1]), ["b3"]);
    assert_eq!(lines[1]["moves"][0]["comments"], json!(["b3 no c3: b3 is not empty"]));
    for (line, [start, end]) in [(2, ["d3 d4: ", "found 3"]), (3, ["a2 a3: ", "(zz)"])] {
        let comment = lines[line]["before"]["comments"][0].as_str().unwrap();
        assert!(moves(&lines[line]).is_empty(), "{comment}");
        assert!(comment.starts_with(start) && comment.contains(end), "{comment}");
    }
}

#[test]
fn wrong_requests_are_refused() {
    let wrong = |lines: Value| write(json!({ "lines": lines })).unwrap_err();
    let main = json!({ "moves": [{ "ptn": "a1" }] });
    assert!(wrong(json!([{ "moves": [{ "ptn": "z9" }] }])).starts_with("move z9: "));
    assert!(wrong(json!([{ "moves": [], "result": "won" }])).contains("found \"won\""));
    for (parent, ply) in [(1, 0), (0, 2)] {
        let line = json!({ "parent": parent, "ply": ply, "moves": [] });
        assert!(wrong(json!([main, line])).starts_with("line 1: expected "));
    }
}

fn after(start: &str, moves: &str) -> Value {
    let tps = parse_tps(start).unwrap();
    let plies: Vec<_> = moves.split_whitespace().map(|mv| parse_ply(mv).unwrap()).collect();
    json!(facts(Some(&tps), &plies, 0, Rules::standard(tps.size)).unwrap())
}

fn count(facts: &Value, key: &str) -> usize {
    facts[key].as_array().unwrap().len()
}

#[test]
fn an_opening() {
    let start = json!(facts(None, &[], 6, Rules::standard(6)).unwrap());
    let counts = ["placements", "spreads", "threats"].map(|key| count(&start, key));
    assert_eq!(counts, [36, 0, 0]);
    assert_eq!((&start["to_move"], &start["places"]), (&json!("white"), &json!("black")));
    assert!(start.get("last").is_none() && start.get("outcome").is_none());
    let first = json!({ "move": "a1", "square": "a1", "piece": "flat" });
    assert_eq!(start["placements"][0], first);
}

#[test]
fn a_spread_that_flattens() {
    let board = "x5/x5/x5/x2,2S,x2/1,x,221C,x2 1 5";
    let last = json!({ "move": "c1+", "ptn": "c1+*", "squares": ["c1", "c2"], "tak": false });
    assert_eq!(after(board, "c1+")["last"], last);
    let facts = after(board, "");
    let spreads = facts["spreads"].as_array().unwrap();
    let wide = ("3c1<12", json!(["b1", "a1"]), json!([1, 2]), false);
    for (mv, to, drops, flattens) in [wide, ("c1+", json!(["c2"]), json!([1]), true)] {
        let spread =
            json!({ "move": mv, "from": "c1", "to": to, "drops": drops, "flattens": flattens });
        assert!(spreads.contains(&spread), "{spreads:?}");
    }
}

#[test]
fn tak_and_the_end() {
    let tak = after("2,x,2/x3/1,x2 1 3", "b1");
    assert_eq!(tak["last"]["tak"], true);
    assert_eq!(tak["threats"], json!([{ "move": "c1", "squares": ["c1"] }]));
    assert_eq!(tak["wins"][0]["move"], "b3");
    let end = after("2,x,2/x3/1,x2 1 3", "b1 b3");
    let outcome = &end["outcome"];
    assert_eq!((&outcome["code"], &outcome["winner"]), (&json!("0-R"), &json!("black")));
    assert_eq!(outcome["words"], "Black wins by a road");
    assert_eq!(outcome["score"], json!([9, 7]));
    assert_eq!(count(outcome, "road"), 3);
    assert_eq!((count(&end, "placements"), &outcome["by_stones"]), (0, &json!(true)));
}

#[test]
fn repetitions_end_a_game_that_goes_on() {
    let round = "a1+ c3- a2- c2+ ";
    let end = after("2,x,2/x3/1,x,1 1 3", &round.repeat(2));
    let outcome = json!({ "code": "1/2-1/2", "words": "Draw: the third repetition", "road": [],
        "by_stones": false });
    assert_eq!(end["outcome"], outcome);
    assert!(count(&end, "spreads") > 0);
}

#[test]
fn wrong_moves_are_refused() {
    let plies = [parse_ply("a1").unwrap(); 2];
    let error = facts(None, &plies, 5, Rules::standard(5)).unwrap_err();
    assert_eq!(error.to_string(), "move 2, a1: a1 is not empty");
}
