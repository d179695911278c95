//! A match in parts.

use super::{compute, make, part_file, timeless, words};
use crate::program::{assert_has, complaint, file, folder, json, path, stonefall, text};
use std::fs;

const BOOK: &str = "a1 d4 b2 c3\na1 d4 c3 b2\na1 d1 b3 c2\nb1 c4 a2 d3\nb1 c4 a3 d2\n";

/// A match of 10 games.
fn command(name: &str) -> String {
    let book = file(&format!("{name}.book"), BOOK);
    format!(
        "match --engine self,name=Ann,nodes=200 --engine self,name=Bob,nodes=50 --each option.Hash=1 \
         --size 4 --games 10 --book {book}"
    )
}

#[test]
fn merged_parts_equal_one_match() {
    let command = command("pm-equal");
    let (parts, whole, merged) = (folder("pm-parts"), path("pm-whole.ptn"), path("pm-merged.ptn"));
    make(&command, &["--out", whole.to_str().unwrap()]);
    compute(&command, &parts, &[2, 3, 1], 3);
    let name = parts.to_str().unwrap();
    let out = merged.to_str().unwrap();
    let report = make("parts pool", &[name, "--out", out, "--sprt", "elo0=0,elo1=20"]);
    assert_has(&report, &["10 games on 4x4", "Ann - Bob: ", "SPRT [0, 20]", "Pooled from 3 parts"]);
    assert_eq!(timeless(&merged), timeless(&whole));
    // Both games of an opening are in one part.
    let part = fs::read_to_string(part_file(&parts, 2, 3)).unwrap();
    assert_has(&part, &["[Round \"3\"]", "[Round \"4\"]", "[Round \"9\"]", "[Round \"10\"]"]);

    let summary = json(&["parts", "pool", name, "--json"]);
    assert_eq!((&summary["games"], &summary["games_planned"]), (&10.into(), &10.into()));
    assert_eq!(
        (&summary["complete"], &summary["engines"][0]["name"]),
        (&true.into(), &"Ann".into())
    );
    assert_eq!(summary["pairings"][0]["pairs"].as_array().unwrap().len(), 5);
}

#[test]
fn a_decided_test_needs_no_further_parts() {
    let command = command("pm-test");
    let parts = folder("pm-test");
    compute(&command, &parts, &[1], 3);
    let name = parts.to_str().unwrap();
    let pool = |test: &str| stonefall(&["parts", "pool", name, "--sprt", test]);
    // Two pairs decide between hypotheses that are far apart.
    let decided = text(&pool("elo0=0,elo1=3000,alpha=0.4,beta=0.4,model=logistic"));
    assert!(decided.contains(": passed") || decided.contains(": failed"), "{decided}");
    let open = pool("elo0=0,elo1=5");
    assert_eq!(open.status.code(), Some(75));
    let error = String::from_utf8(open.stderr).unwrap();
    assert_has(&error, &["expected 10 units, found 4 (parts 2-3 are incomplete)"]);
}

#[test]
fn other_matches_are_refused() {
    let command = command("pm-other");
    let parts = folder("pm-other");
    compute(&command, &parts, &[1], 5);
    let out = parts.to_str().unwrap();
    let other = command.replace("nodes=50", "nodes=51");
    let refused = stonefall(&[&words(&other), &["--part", "1/5", "--out", out][..]].concat());
    assert_has(&complaint(&refused, 1), &["expected limits [", "51 nodes", "50 nodes"]);
    let words = [&words(&command), &["--part", "1/5", "--out", out, "--sprt", "default"][..]];
    assert_has(&complaint(&stonefall(&words.concat()), 2), &["--sprt", "--part"]);
}
