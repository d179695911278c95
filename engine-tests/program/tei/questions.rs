//! What pages ask: `facts`, `game` and `ptn`.

use super::client::Client;
use serde_json::Value;

/// The answer to a question.
fn ask(client: &Client, question: &str) -> Value {
    let lines = client.ask(question);
    let [line] = &lines[..] else { panic!("{lines:?}") };
    let (word, json) = line.split_once(' ').unwrap();
    assert!(question.starts_with(word), "{line}");
    serde_json::from_str(json).unwrap()
}

#[test]
fn facts_are_those_of_the_question_and_change_nothing() {
    let client = Client::new();
    client.tell("teinewgame size 5 halfkomi 5\nposition startpos moves a1");
    let before = client.tps();
    let facts = ask(&client, "facts startpos moves a1 e5 c3");
    assert_eq!(facts["tps"], "x4,1/x5/x2,1,x2/x5/2,x4 2 2");
    assert_eq!((&facts["komi"], &facts["half_komi"]), (&Value::from("2.5"), &Value::from(5)));
    assert_eq!(facts["last"]["squares"], serde_json::json!(["c3"]));
    assert_eq!(facts["black"]["stones"], 20);
    // Another board, for this question only.
    assert_eq!(ask(&client, "facts tps x3/x3/x3 1 1")["placements"].as_array().unwrap().len(), 9);
    assert_eq!(client.tps(), before);
}

#[test]
fn the_moves_are_all_that_there_are() {
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
fn questions_are_answered_while_a_search_runs() {
    let client = Client::new();
    client.send("teinewgame size 6\nposition startpos moves a1 f6\ngo infinite");
    client.until("info");
    client.send("facts startpos\ngame {\"text\":\"[Size \\\"5\\\"] 1. a1\"}\nptn {\"moves\":[]}");
    for word in ["facts", "game", "ptn"] {
        let lines = client.anything_until(word);
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    }
    client.send("stop");
    client.until("bestmove");
}

#[test]
fn bad_questions_are_answered_too() {
    let client = Client::new();
    for question in [
        "facts",
        "facts startpos moves a9",
        "facts startpos moves a1 a1",
        "facts tps x3/x3 1 1",
        "game",
        "game {\"text\":\"\"}",
        "game {\"text\":\"hello\"}",
        "game {\"text\":\"[Size \\\"5\\\"] 1. a1\",\"index\":1}",
        "ptn {\"moves\":[\"z\"]}",
        "ptn [1,2]",
    ] {
        let answer = ask(&client, question);
        assert!(answer["error"].as_str().is_some_and(|error| error.len() > 10), "{answer}");
    }
}

#[test]
fn a_game_goes_there_and_back() {
    let client = Client::new();
    let text = "[Size \"5\"]\r\n[Komi \"2\"]\r\n\r\n1. a1 e5 {good}\r\n2. c3 c2 1-0\r\n";
    let read = ask(&client, &format!("game {}", serde_json::json!({ "text": text })));
    assert_eq!((&read["size"], &read["result"]), (&Value::from(5), &Value::from("1-0")));
    assert_eq!(read["pieces"], serde_json::json!([[21, 1], [21, 1]]));
    let asked = serde_json::json!({ "text": text, "kept": 4, "moves": [], "result": "1-0" });
    assert_eq!(ask(&client, &format!("ptn {asked}"))["text"], text);
}
