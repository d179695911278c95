//! Requests of pages: `facts`, `game`, `ptn` and `annotate`.

use super::client::Client;
use serde_json::Value;

/// The answer to a request.
fn ask(client: &Client, request: &str) -> Value {
    let lines = client.ask(request);
    let [line] = &lines[..] else { panic!("{lines:?}") };
    let (word, json) = line.split_once(' ').unwrap();
    assert!(request.starts_with(word), "{line}");
    serde_json::from_str(json).unwrap()
}

#[test]
fn facts_belong_to_the_request_and_change_nothing() {
    let client = Client::new();
    client.tell("teinewgame size 5 halfkomi 5\nposition startpos moves a1");
    let before = client.tps();
    let facts = ask(&client, "facts startpos moves a1 e5 c3");
    assert_eq!(facts["tps"], "x4,1/x5/x2,1,x2/x5/2,x4 2 2");
    assert_eq!((&facts["komi"], &facts["half_komi"]), (&Value::from("2.5"), &Value::from(5)));
    assert_eq!(facts["last"]["squares"], serde_json::json!(["c3"]));
    assert_eq!(facts["black"]["stones"], 20);
    // Another board, for this request only.
    assert_eq!(ask(&client, "facts tps x3/x3/x3 1 1")["placements"].as_array().unwrap().len(), 9);
    assert_eq!(client.tps(), before);
}

#[test]
fn facts_have_all_moves() {
    let client = Client::new();
    for tps in [
        "x,212,x2/2,1,1,x/x,1,2,2/x,1,x2 2 7",
        "2,x,2,111S,2,12/2,122S,2122,1S,x,1/x,111,1,11S,x2/21122112C,x,212S,2S,2,1212S/1,112S,21221S,2S,x2/21,222,x,12S,x2 2 30",
    ] {
        client.tell(&format!("position tps {tps}"));
        let facts = ask(&client, &format!("facts tps {tps}"));
        let count = |key: &str| facts[key].as_array().unwrap().len() as u64;
        assert_eq!(count("placements") + count("spreads"), client.perft(1), "{tps}");
        for spread in facts["spreads"].as_array().unwrap() {
            assert_eq!(
                spread["to"].as_array().unwrap().len(),
                spread["drops"].as_array().unwrap().len()
            );
        }
    }
}

#[test]
fn requests_are_answered_during_a_search() {
    let client = Client::new();
    client.send("teinewgame size 6\nposition startpos moves a1 f6\ngo infinite");
    client.until("info");
    client.send("facts startpos\ngame {\"text\":\"[Size \\\"5\\\"] 1. a1\"}\nptn {\"lines\":[]}");
    for word in ["facts", "game", "ptn"] {
        let lines = client.anything_until(word);
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    }
    client.send("stop");
    client.until("bestmove");
}

#[test]
fn every_request_is_answered_with_its_id() {
    let client = Client::new();
    let long = format!("game #8 {{\"text\":\"{}\"}}", "\u{fffd}".repeat(700_000));
    for request in [
        "facts",
        "facts startpos moves a9",
        "facts #1 startpos moves a1 a1",
        "facts tps x3/x3 1 1",
        "game",
        "game #2 {\"text\":\"\"}",
        "game {\"text\":\"hello\"}",
        "game {\"text\":\"[Size \\\"5\\\"] 1. a1\",\"index\":1}",
        "ptn #3 {\"lines\":[{\"moves\":[{\"ptn\":\"z\"}]}]}",
        "ptn [1,2]",
        "annotate #4 {\"text\":\"hello\"}",
        "annotate #5 {",
        "weather #6 today",
        &long,
    ] {
        let [line] = &client.ask(request)[..] else { panic!("expected one line to {request}") };
        let (prefix, json) = line.split_at(line.find(" {").unwrap());
        assert!(request.starts_with(prefix), "{request}: {line}");
        assert_eq!(request.contains('#'), prefix.contains('#'), "{line}");
        let answer: Value = serde_json::from_str(json).unwrap();
        assert!(answer["error"].as_str().is_some_and(|error| error.len() > 10), "{answer}");
    }
    let moves = " a1".repeat(1 << 20);
    let told = client.refused(&format!("position startpos moves{moves}"));
    assert!(told.contains("expected a line of at most 2097152 bytes"), "{told}");
    client.send("annotate #9 {\"text\":\"[Size \\\"3\\\"] 1. a1 b1\",\"nodes\":100}");
    let mut lines = vec![];
    while lines.last().is_none_or(|line: &String| line.contains("\"done\"")) {
        lines.push(client.line());
    }
    assert!(lines.len() > 2 && lines.iter().all(|line| line.starts_with("annotate #9 {")));
}

#[test]
fn a_game_is_read_and_written_unchanged() {
    let client = Client::new();
    let text = "[Size \"5\"]\r\n[Komi \"2\"]\r\n\r\n1. a1 e5 {good}\r\n2. c3 c2 1-0\r\n\r\n{2w1}\r\n2. d3?\r\n";
    let read = ask(&client, &format!("game {}", serde_json::json!({ "text": text })));
    assert_eq!((&read["size"], &read["result"]), (&Value::from(5), &Value::from("1-0")));
    assert_eq!(read["pieces"], serde_json::json!([[21, 1], [21, 1]]));
    let asked = serde_json::json!({ "tags": read["tags"], "lines": read["lines"] });
    assert_eq!(ask(&client, &format!("ptn {asked}"))["text"], text);
}

/// A puzzle of the book: Black could force a road in two moves with a4, plays b4 and loses.
const MISSED_WIN: &str =
    "[Size \"4\"]\n[TPS \"x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7\"]\n\n7. -- b4 8. a4 R-0\n";

/// The next line about an annotation.
fn last_line(client: &Client) -> String {
    client.anything_until("annotate").pop().unwrap()
}

/// The answer to `annotate`, and the number of lines before it.
fn annotated(client: &Client, asked: &Value) -> (Value, usize) {
    client.send(&format!("annotate {asked}"));
    for told in 0.. {
        let line = last_line(client);
        let json = line.split_once(' ').unwrap().1;
        let answer: Value = serde_json::from_str(json).unwrap();
        if answer.get("done").is_none() {
            return (answer, told);
        }
        assert_eq!(answer["done"], told + 1, "{answer}");
        assert!(answer["position"]["white_chance"].is_number(), "{answer}");
    }
    unreachable!()
}

#[test]
fn a_game_is_annotated() {
    let client = Client::new();
    client.tell("teinewgame size 5\nposition startpos moves a1 e5");
    let before = client.tps();
    let asked = serde_json::json!({ "text": MISSED_WIN, "nodes": 2000 });
    let (answer, told) = annotated(&client, &asked);
    assert_eq!((told, &answer["complete"]), (3, &Value::from(true)), "{answer}");
    assert_eq!(answer["start"]["score"]["winner"], "black");
    let [first, second] = &answer["moves"].as_array().unwrap()[..] else { panic!("{answer}") };
    assert_eq!((&first["move"], &first["best"]), (&Value::from("b4"), &Value::from("a4")));
    assert_eq!(
        (&first["judgement"], &second["color"]),
        (&Value::from("??"), &Value::from("white"))
    );
    assert!(answer["text"].as_str().unwrap().contains("b4'??"), "{answer}");
    // The session's position is unchanged.
    assert_eq!(client.tps(), before);
}

#[test]
fn an_annotation_can_be_stopped() {
    let client = Client::new();
    let asked = serde_json::json!({ "text": "[Size \"6\"]\n1. a1 f6 2. c3 d4 3. c4 d3", "movetime": 600_000 });
    for end in ["stop", "position startpos moves a1"] {
        client.send(&format!("annotate {asked}\nisready"));
        client.until("readyok");
        client.send(end);
        let answer = last_line(&client);
        assert!(answer.contains("\"complete\":false"), "{answer}");
    }
    // It ends a search, which answers first.
    client.send("go infinite");
    client.until("info");
    client.send("annotate {}");
    client.until("bestmove");
    assert!(last_line(&client).contains("\"error\":\"expected a JSON object"));
    assert_eq!(
        ask(&client, "annotate {\"text\":\"hello\"}")["error"].as_str().map(str::is_empty),
        Some(false)
    );
    let (unplayable, _) =
        annotated(&client, &serde_json::json!({ "text": "[Size \"5\"] 1. a1 a1" }));
    assert!(unplayable["error"].as_str().unwrap().contains("a1 is not empty"), "{unplayable}");
}
