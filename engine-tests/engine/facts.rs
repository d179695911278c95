//! Positions and games as JSON.

use serde_json::{Value, json};
use stonefall_engine::facts::{GameRequest, PtnRequest, facts, read_game, write_game};
use stonefall_engine::notation::{parse_ply, parse_tps};
use stonefall_engine::types::Rules;

fn read(text: &str) -> Result<Value, String> {
    let asked = GameRequest { text: text.to_owned(), index: 0 };
    read_game(&asked).map(|game| json!(game)).map_err(|error| error.to_string())
}

#[test]
fn reads_games() {
    let game = read("[Size \"5\"][Komi \"2\"] 1. a1 e5 2. Fc3' {good} c2 R-0").unwrap();
    let numbers = ["size", "half_komi", "games"].map(|key| game[key].as_u64().unwrap());
    assert_eq!(numbers, [5, 4, 1]);
    assert_eq!(game["moves"], json!(["a1", "e5", "c3", "c2"]));
    assert_eq!(game["ptn"], json!(["a1", "e5", "c3'", "c2"]));
    assert_eq!((&game["result"], game.get("start")), (&json!("R-0"), None));
    let two = "[Size \"3\"] 1. a1 b1 [Size \"4\"] 1. a4";
    let second = json!(read_game(&GameRequest { text: two.to_owned(), index: 1 }).unwrap());
    assert_eq!((&second["games"], &second["moves"]), (&json!(2), &json!(["a4"])));
}

#[test]
fn positions_are_games_without_moves() {
    let game = read(" x3/x,1,x/2,x2 1 2 ").unwrap();
    assert_eq!((&game["start"], &game["moves"]), (&json!("x3/x,1,x/2,x2 1 2"), &json!([])));
    assert!(game["text"].as_str().unwrap().contains("[TPS"));
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

#[test]
fn writing_keeps_comments() {
    let text = "[Size \"5\"]\n1. a1 e5 {good} 2. c3 c4".to_owned();
    let asked = PtnRequest {
        text,
        tags: vec![("Player1".to_owned(), "Ann".to_owned())],
        kept: 3,
        moves: vec!["d4'".to_owned()],
        result: Some("0-1".to_owned()),
    };
    let written = "[Size \"5\"]\r\n[Player1 \"Ann\"]\r\n\r\n1. a1 e5 {good}\r\n2. c3 d4' 0-1\r\n";
    assert_eq!(write_game(&asked).unwrap(), written);
    let wrong = PtnRequest { result: Some("won".to_owned()), ..asked.clone() };
    assert!(write_game(&wrong).is_err());
    let wrong = PtnRequest { moves: vec!["z9".to_owned()], ..asked };
    assert!(write_game(&wrong).unwrap_err().to_string().starts_with("move z9: "));
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
