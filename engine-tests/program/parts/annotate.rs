//! Annotation in parts.

use super::{compute, make, part_file, pool, timeless};
use crate::program::{assert_has, file, folder, path, stonefall};
use std::fs;

const LIMITS: &str = "--nodes 300 --proof-nodes 0 --variations all --hash 1";

/// Three games, one of them with an illegal move, and empty lines after the last.
const GAMES: &str = "[Size \"4\"]\n[Player1 \"Ann\"]\n\n1. a1 d4 2. b2 c3 3. c2 b3\n\n\
    [Size \"4\"]\n\n1. a1 a1 2. b2\n\n[Size \"3\"]\n\n1. a1 c3 2. b2 b1 *\n\n\n";

#[test]
fn merged_parts_equal_one_file() {
    let games = file("pa-games.ptn", GAMES);
    let command = format!("annotate {games} {LIMITS}");
    let (parts, whole, merged) = (folder("pa-parts"), path("pa-whole.ptn"), path("pa-merged.ptn"));
    let words: Vec<_> = command.split(' ').chain(["-o", whole.to_str().unwrap()]).collect();
    assert_eq!(stonefall(&words).status.code(), Some(1), "one game is illegal");
    compute(&command, &parts, &[3, 1], 3);
    let out = parts.to_str().unwrap();
    let words: Vec<_> = command.split(' ').chain(["--part", "2/3", "-o", out]).collect();
    let refused = stonefall(&words);
    assert_has(&String::from_utf8(refused.stderr).unwrap(), &["game 2: ", "1 game could not be"]);
    pool(&parts, &merged);
    let text = timeless(&whole);
    assert!(text.contains("Stonefall") && text.contains("b1 {name"), "{text:?}");
    assert_eq!(timeless(&merged), text);

    // A torn part resumes.
    let torn = part_file(&parts, 1, 3);
    let bytes = fs::read(&torn).unwrap();
    fs::write(&torn, &bytes[..bytes.len() - 3]).unwrap();
    make(&command, &["--part", "1/3", "--out", out]);
    pool(&parts, &merged);
    assert_eq!(timeless(&merged), text);
}

#[test]
fn a_deadline_ends_a_part_between_games() {
    let games = file("pa-deadline.ptn", GAMES);
    let out = folder("pa-deadline").to_str().unwrap().to_owned();
    let line = format!("annotate {games} --movetime 1h --part 1/1 --deadline 1ms -o {out}");
    let output = stonefall(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(75), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_has(&error, &["interrupted after 0 of 3 games"]);
}
