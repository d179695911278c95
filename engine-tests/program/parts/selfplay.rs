//! Self-play and new scores in parts.

use super::{compute, make, part_file, pool};
use crate::program::{assert_has, folder, path, stonefall};
use std::fs;

const GAMES: &str = "selfplay --size 4 --nodes 50 --games 7 --half-komi -1..3 --threads 2";

#[test]
fn merged_parts_equal_one_process() {
    let (parts, whole, merged) =
        (folder("sp-parts"), path("sp-whole.takg"), path("sp-merged.takg"));
    make(GAMES, &["--out", whole.to_str().unwrap()]);
    compute(GAMES, &parts, &[3, 1, 2], 3);
    let (told, complaints) = pool(&parts, &merged);
    assert_has(&told, &["7 games from 3 parts"]);
    assert_eq!(complaints, "");
    assert!(fs::read(&merged).unwrap() == fs::read(&whole).unwrap());

    // More parts than games, and files named in any order.
    let many = folder("sp-many");
    compute(GAMES, &many, &[1, 2, 3, 4, 5, 6, 7, 8, 9], 9);
    let mut files: Vec<_> =
        fs::read_dir(&many).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.reverse();
    let files: Vec<_> = files.iter().map(|file| file.to_str().unwrap()).collect();
    make("parts pool", &[&files[..], &["--out", merged.to_str().unwrap()]].concat());
    assert!(fs::read(&merged).unwrap() == fs::read(&whole).unwrap());
}

#[test]
fn new_scores_are_computed_in_parts() {
    let (old, whole) = (path("rl-old.takg"), path("rl-whole.takg"));
    let (parts, merged) = (folder("rl-parts"), path("rl-merged.takg"));
    make("selfplay --size 4 --nodes 30 --games 7", &["--out", old.to_str().unwrap()]);
    let command = format!("selfplay --relabel {} --nodes 100", old.display());
    make(&command, &["--out", whole.to_str().unwrap()]);
    compute(&command, &parts, &[2, 1], 2);
    pool(&parts, &merged);
    assert!(fs::read(&merged).unwrap() == fs::read(&whole).unwrap());
}

#[test]
fn a_unit_in_two_parts_counts_once() {
    let (parts, other) = (folder("sp-twice"), folder("sp-twice-other"));
    let (one, two) = (path("sp-once.takg"), path("sp-twice.takg"));
    compute(GAMES, &parts, &[1, 2], 2);
    pool(&parts, &one);
    fs::copy(part_file(&parts, 1, 2), other.join("copy.part")).unwrap();
    let folders = [&parts, &other, &two].map(|path| path.to_str().unwrap().to_owned());
    let [parts, other, out] = folders.each_ref().map(String::as_str);
    let output = stonefall(&["parts", "pool", parts, other, "--out", out]);
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert_has(&complaints, &["4 units found in several parts, counted once"]);
    assert!(output.status.success() && fs::read(&one).unwrap() == fs::read(&two).unwrap());
}

#[test]
fn torn_and_missing_parts_are_completed() {
    let (parts, whole, merged) = (folder("sp-torn"), path("sp-all.takg"), path("sp-torn.takg"));
    make(GAMES, &["--out", whole.to_str().unwrap()]);
    compute(GAMES, &parts, &[1, 2, 3], 4);
    let torn = part_file(&parts, 2, 4);
    let bytes = fs::read(&torn).unwrap();
    for cut in [1, 40, 130, bytes.len() - 20, bytes.len()] {
        fs::write(&torn, &bytes[..bytes.len() - cut]).unwrap();
        compute(GAMES, &parts, &[2], 4);
        assert_eq!(fs::read(&torn).unwrap().len(), bytes.len());
    }
    fs::write(&torn, &bytes[..bytes.len() - 9]).unwrap();
    let out = merged.to_str().unwrap();
    let output = stonefall(&["parts", "pool", parts.to_str().unwrap(), "--out", out]);
    assert_eq!(output.status.code(), Some(75));
    let complaints = String::from_utf8(output.stderr).unwrap();
    assert_has(
        &complaints,
        &["bytes are incomplete", "expected 7 units, found 5 (parts 2,4 are incomplete)"],
    );
    compute(GAMES, &parts, &[2, 4], 4);
    pool(&parts, &merged);
    assert!(fs::read(&merged).unwrap() == fs::read(&whole).unwrap());
}
