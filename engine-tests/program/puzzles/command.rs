//! `stonefall puzzles` as a newcomer runs it.

use crate::program::{path, stonefall};
use serde_json::Value;
use std::process::Output;

fn run(arguments: &[&str]) -> Output {
    stonefall(&[&["puzzles"], arguments].concat())
}

fn text(arguments: &[&str]) -> String {
    crate::program::text(&run(arguments))
}

#[test]
fn all_are_drawn_solved_and_explained() {
    let page = text(&[]);
    assert!(page.contains("reconstructions"));
    assert!(page.contains("Solved 11 of 11 on one thread"));
    for number in 1..=11 {
        assert!(page.contains(&format!("Puzzle {number}: Black wins in ")));
    }
    assert_eq!(page.matches("found and proved in").count(), 11);
    assert_eq!(page.matches("and all lose at once").count(), 7);
    assert!(page.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn one_can_be_chosen_and_says_what_was_computed() {
    let page = text(&["--puzzle", "5", "--ascii"]);
    assert!(page.is_ascii());
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for statement in [
        "Puzzle 5: Black wins in 2 moves",
        "c4- threatens roads on b3 and c2.",
        "Only 2b4-11 stops both threats, but then a3 or a2+ wins on a3.",
        "All 31 replies were played, and all lose at once.",
        "No other of the 27 legal moves wins in two.",
    ] {
        assert!(words.contains(statement), "{statement} in {page}");
    }
    assert!(!page.contains("Puzzle 6"));
    assert_eq!(run(&["--puzzle", "12"]).status.code(), Some(2));
}

#[test]
fn programs_read_json() {
    let entries: Value = serde_json::from_str(&text(&["--json"])).unwrap();
    let entries = entries.as_array().unwrap();
    assert_eq!(entries.len(), 11);
    for entry in entries {
        assert_eq!(entry["solved"], true);
        assert_eq!(entry["position"], "reconstruction");
        assert_eq!(entry["found"], entry["key_move"]);
        assert_eq!(entry["found_plies_to_win"], entry["plies_to_win"]);
    }
    assert_eq!(entries[8]["defenses"][1]["lose_to"][0], "4a2>22");
    assert_eq!(entries[8]["opponent_threats"][0]["squares"][0], "c3");
}

/// The page in the browser has them as a file. What is written here by mistake can be put right with
/// the file that the message names.
#[test]
fn the_board_has_the_same() {
    let entries: Value = serde_json::from_str(&text(&["--json"])).unwrap();
    let chosen = |entry: &Value| {
        serde_json::json!({
            "number": entry["puzzle"],
            "tps": entry["tps"],
            "key": entry["key_move"],
            "moves": entry["moves_to_win"],
            "plies": entry["plies_to_win"],
            "legal": entry["legal_moves"],
            "explanation": entry["explanation"],
            "answers": entry["answers"],
            "book": entry["book"],
        })
    };
    let all: Vec<_> = entries.as_array().unwrap().iter().map(chosen).collect();
    let wanted = serde_json::to_string_pretty(&all).unwrap() + "\n";
    let path = path("puzzles.json");
    std::fs::write(&path, &wanted).unwrap();
    let page = include_str!("../../../web/page/puzzles.json");
    assert!(page == wanted, "web/page/puzzles.json is not what {} is", path.display());
}
