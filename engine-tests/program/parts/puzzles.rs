//! Puzzles from games in parts.

use super::{compute, make, words};
use crate::program::{assert_has, complaint, folder, path, stonefall};
use std::fs;

#[test]
fn merged_parts_equal_one_search() {
    let games = path("pp-games.takg");
    let name = games.to_str().unwrap();
    make("selfplay --size 4 --nodes 60 --games 14 --seed 3", &["--out", name]);
    let command = format!("puzzles --from {name} --nodes 2000 --max-moves 3");
    let (parts, names) = (folder("pp-parts"), ["pp-whole", "pp-merged"].map(path));
    let [whole, merged] = names.each_ref().map(|name| name.to_str().unwrap());
    let list = make(&command, &["--out", whole]);
    compute(&command, &parts, &[2, 3, 1], 3);
    let folder = parts.to_str().unwrap();
    assert_eq!(make("parts pool", &[folder, "--out", merged]), list);
    for ending in [".ptn", ".tsv"] {
        let [one, other] = [whole, merged].map(|name| fs::read(format!("{name}{ending}")).unwrap());
        assert!(one == other, "{ending}");
        assert!(one.len() > 300, "puzzles were found");
    }

    let late = [&words(&command), &["--part", "1/3", "--out", folder, "--count", "2"][..]];
    assert_has(&complaint(&stonefall(&late.concat()), 2), &["--count", "--part"]);
    let other = command.replace("2000", "3000");
    let other = [&words(&other), &["--part", "1/3", "--out", folder][..]];
    assert_has(&complaint(&stonefall(&other.concat()), 1), &["recipe"]);
}

#[test]
fn a_deadline_ends_a_part_between_games() {
    let games = crate::program::file("pp-one.ptn", "[Size \"4\"]\n\n1. a1 d4 2. b2 c3\n");
    let out = folder("pp-deadline").to_str().unwrap().to_owned();
    let line = format!("puzzles --from {games} --part 1/1 --deadline 0s --out {out}");
    let output = stonefall(&words(&line));
    // The only game may be searched before the deadline takes effect.
    assert!([Some(0), Some(75)].contains(&output.status.code()), "{output:?}");
    assert_eq!(stonefall(&words(&line.replace(" --deadline 0s", ""))).status.code(), Some(0));
}
