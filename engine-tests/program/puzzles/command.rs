//! The command `stonefall puzzles`.

use crate::program::{complaint, json, stonefall};

fn text(arguments: &[&str]) -> String {
    crate::program::text(&stonefall(&[&["puzzles"], arguments].concat()))
}

#[test]
fn all_puzzles_are_drawn_solved_and_explained() {
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
fn one_puzzle_is_explained() {
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
    complaint(&stonefall(&["puzzles", "--puzzle", "12"]), 2);
}

#[test]
fn json_has_every_puzzle() {
    let entries = json(&["puzzles", "--json"]);
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
