//! `stonefall games evaluate`: the engine's scores of positions.

use super::{Row, database, random_row};
use crate::program::{assert_documented, assert_has, json, path, rejected, run, start};
use rusqlite::Connection;
use serde_json::Value;
use std::thread::yield_now;
use stonefall_engine::board::Symmetry;
use stonefall_engine::{Color, Game, Rules};

const FEW: [&str; 4] = ["--visits", "6", "--threads", "2"];

fn rows() -> Vec<Row> {
    (1..150).map(random_row).collect()
}

fn evaluate(database: &str, flags: &[&str]) -> Value {
    let nodes: &[&str] = if flags.contains(&"--nodes") { &[] } else { &["--nodes", "150"] };
    json(&[&["games", "evaluate", database, "--json"], &FEW[..], nodes, flags].concat())
}

fn count(database: &str) -> u64 {
    let database = Connection::open(database).unwrap();
    database.query_row("SELECT count(*) FROM scores", [], |row| row.get(0)).unwrap()
}

fn explore(database: &str, position: &Game) -> Value {
    let tps = position.tps().to_string();
    json(&["games", "explore", database, &tps, "--half-komi", "0", "--json"])
}

/// A score as a number for the player to move.
fn number(answer: &Value, mover: Color) -> Option<i64> {
    let score = answer.get("score").filter(|score| !score.is_null())?;
    let white = match score["kind"].as_str().unwrap() {
        "estimate" => score["centi_flats"].as_i64().unwrap(),
        _ => {
            let far = 100_000 - score["moves"].as_i64().unwrap();
            if score["winner"] == "white" { far } else { -far }
        }
    };
    Some(if mover == Color::White { white } else { -white })
}

/// Checks the scores of a position and of the positions after it. Returns how many positions have moves with scores.
fn check(database: &str, position: &Game) -> usize {
    let answer = explore(database, position);
    let mover = position.to_move();
    let Some(score) = number(&answer, mover) else { return 0 };
    let moves = answer["moves"].as_array().unwrap();
    let Some(best) = moves.iter().filter_map(|it| number(it, mover)).max() else { return 0 };
    assert!(score >= best, "{}: {score} below {best}", position.tps());
    let mut checked = 1;
    for choice in moves.iter().filter(|it| !it["score"].is_null()) {
        let after =
            position.after(position.read_move(choice["move"].as_str().unwrap()).unwrap()).unwrap();
        let below = explore(database, &after);
        assert_eq!(below["score"], choice["score"]);
        assert_eq!(below["depth"].as_u64().unwrap() + 1, choice["depth"].as_u64().unwrap());
        checked += check(database, &after);
    }
    checked
}

#[test]
fn scores_go_backward_and_images_share_them() {
    let database = database("scored", &rows());
    let first = Game::start(5, Rules::standard(5)).unwrap();
    let none = explore(&database, &first);
    assert!(none["score"].is_null() && none["score_half_komi"].is_null());
    let done = evaluate(&database, &[]);
    assert_documented(&[&done]);
    assert!(done["visits"].as_u64().unwrap() >= 6);
    assert_eq!(done["searched"], count(&database));
    assert!(check(&database, &first) > 2);
    let answer = explore(&database, &first);
    assert_documented(&[&answer, &answer["moves"][0], &answer["score"]]);
    assert_eq!(answer["score_half_komi"], 0);

    let moved = first.after(first.read_move("a1").unwrap()).unwrap();
    let score = explore(&database, &moved)["score"].clone();
    assert!(!score.is_null());
    for symmetry in Symmetry::ALL {
        assert_eq!(explore(&database, &moved.image(symmetry).unwrap())["score"], score);
    }
    let text = run(&["games", "explore", &database, "--size", "5", "--half-komi", "4"]);
    assert_has(&text, &["The engine's score at komi 2: ", "Score", " ("]);
    // Without a komi, the scores are those of the komi with more games.
    let games = |komi| {
        let found =
            json(&["games", "explore", &database, "--size", "5", "--half-komi", komi, "--json"]);
        found["total"]["games"].as_u64().unwrap()
    };
    let usual = if games("0") >= games("4") { 0 } else { 4 };
    let found = json(&["games", "explore", &database, "--size", "5", "--json"]);
    assert_eq!(found["score_half_komi"], usual);
}

#[test]
fn the_most_visited_positions_come_first_and_a_finished_run_has_nothing_left() {
    let database = database("resumed", &rows());
    let three = evaluate(&database, &["--positions", "3", "--size", "5"]);
    assert_eq!((&three["searched"], count(&database)), (&3.into(), 3));
    let games = |sql: &str| -> Vec<i64> {
        let database = Connection::open(&database).unwrap();
        let mut statement = database.prepare(sql).unwrap();
        let games = statement.query_map([], |row| row.get(0)).unwrap();
        games.map(Result::unwrap).collect()
    };
    let first = games("SELECT games FROM scores ORDER BY games DESC");
    let rest = evaluate(&database, &["--size", "5"]);
    assert_eq!(rest["known"], 3);
    assert_eq!(games("SELECT games FROM scores ORDER BY games DESC LIMIT 3"), first);
    let lines = games("SELECT line_score FROM scores ORDER BY position, half_komi");
    let again = evaluate(&database, &["--size", "5"]);
    assert_eq!((&again["searched"], &again["known"]), (&0.into(), &count(&database).into()));
    assert_eq!(games("SELECT line_score FROM scores ORDER BY position, half_komi"), lines);
    // A larger effort searches again, a smaller one does not.
    assert_eq!(
        evaluate(&database, &["--size", "5", "--positions", "2", "--nodes", "300"])["searched"],
        2
    );
    assert_eq!(evaluate(&database, &["--size", "5", "--positions", "2"])["searched"], 0);
    assert!(evaluate(&database, &["--size", "6"])["searched"].as_u64().unwrap() > 0);
}

#[test]
fn a_killed_run_keeps_its_scores() {
    let database = database("killed", &rows());
    let mut child = start(&["games", "evaluate", &database, "--visits", "2", "--nodes", "30000"]);
    let has_scores = || {
        let database = Connection::open(&database).unwrap();
        database.query_row("SELECT count(*) FROM scores", [], |row| row.get(0)).unwrap_or(0) > 3
    };
    while !has_scores() && child.try_wait().unwrap().is_none() {
        yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let kept = count(&database);
    let done = json(&["games", "evaluate", &database, "--visits", "6", "--nodes", "100", "--json"]);
    let (searched, known) = (done["searched"].as_u64().unwrap(), done["known"].as_u64().unwrap());
    assert!(known > 3 && count(&database) == kept + searched, "{done} {kept}");
    assert!(check(&database, &Game::start(5, Rules::standard(5)).unwrap()) > 2);
}

#[test]
fn databases_without_the_table_are_read_and_completed() {
    let database = database("before-scores", &rows());
    Connection::open(&database).unwrap().execute_batch("DROP TABLE scores").unwrap();
    assert_has(&run(&["games", "explore", &database, "--size", "5"]), &["Results"]);
    assert!(evaluate(&database, &["--positions", "1"])["searched"] == 1);
    let missing = path("no-such.db");
    let error = rejected(&["games", "evaluate", missing.to_str().unwrap()], 1);
    assert_has(&error, &["no-such.db: expected a file that can be opened, found none"]);
    assert!(!missing.exists());
}
