//! The command `stonefall match`.

use super::BOOK;
use crate::program::{self, assert_has, file, text};
use crate::stub::Stub;
use serde_json::Value;
use std::process::Output;

/// Path of a file that does not exist.
fn path(name: &str) -> String {
    program::path(name).to_str().unwrap().to_owned()
}

fn run(arguments: &[&str]) -> Output {
    program::stonefall(&[&["match"], arguments].concat())
}

/// The words of a command line; `{}` stands for a file.
fn words<'a>(line: &'a str, files: &[&'a str]) -> Vec<&'a str> {
    let mut files = files.iter().copied();
    line.split_whitespace()
        .map(|word| if word == "{}" { files.next().unwrap() } else { word })
        .collect()
}

/// The book in a file of one test, because tests run at the same time.
fn book(test: &str) -> String {
    file(&format!("book-{test}.txt"), BOOK)
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&text(output)).unwrap()
}

fn complaint(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    text.lines().last().unwrap().to_owned()
}

#[test]
fn a_match_of_three_has_a_table() {
    let book = book("three");
    let output = run(&words(
        "--engine self,name=Ann,nodes=200 --engine self,name=Bob --engine self --each \
         nodes=50,option.Hash=1 --size 4 --games 1 --book {} --resign score=900 --draw \
         default --ascii",
        &[&book],
    ));
    let text = text(&output);
    assert_has(
        &text,
        &["6 games on 4x4, komi 2", "Ann - Bob: +", "Bob - Stonefall ", "Elo ", "White won "],
    );
}

#[test]
fn a_decided_test_ends_and_resumes_from_its_file() {
    let (book, out) = (book("sprt"), path("sprt.ptn"));
    let arguments = words(
        "--engine self,name=strong,nodes=2000 --engine self,name=weak,nodes=1 --each \
         option.Hash=1 --size 4 --half-komi 1 --book {} --repeat-openings --sprt \
         elo0=0,elo1=100,model=logistic --json --out {}",
        &[&book, &out],
    );
    let first = json(&run(&arguments));
    assert_eq!(first["sprt"]["decision"], "passed");
    assert_eq!((&first["complete"], &first["games_planned"]), (&true.into(), &3000.into()));
    assert!(first["games"].as_u64().unwrap() < 200, "{first}");
    assert_eq!(first["engines"][0]["name"], "strong");
    assert!(first["pairings"][0]["wins"].as_u64() > first["pairings"][0]["losses"].as_u64());
    // A second run plays nothing.
    assert_eq!(json(&run(&arguments)), first);
}

#[test]
fn errors_appear_before_the_first_game() {
    let two = ["--engine", "self", "--engine", "self", "--each", "nodes=50"];
    let with = |more: &[&str]| complaint(&run(&[&two[..], more].concat()));
    let dead = Stub { start: "echo 'no weights' >&2; exit 3", ..Stub::default() }.script("dead");
    let dead = format!("sh,arg={}", dead.display());
    for (found, expected) in [
        (complaint(&run(&two[2..])), "stonefall: expected at least two engines"),
        (complaint(&run(&two[..4])), "stonefall: expected tc, movetime, nodes or depth for "),
        (with(&["--size", "9"]), "stonefall: expected 3 to 8, found 9 (--size)"),
        (with(&["--book", "/nowhere"]), "stonefall: /nowhere: "),
        (
            with(&["--engine", "self", "--sprt", "default"]),
            "stonefall: expected two engines for --sprt, found 3",
        ),
        (with(&["--sprt", "elo0=9,elo1=3"]), "found 9 and 3 (--sprt elo0=9,elo1=3)"),
        (with(&["--engine", "color=red"]), "found 'color=red' (--engine)"),
        (
            with(&["--engine", "/nowhere/engine", "--engine", &dead]),
            "stonefall: /nowhere/engine: cannot start /nowhere/engine: ",
        ),
        (
            with(&["--engine", &dead]),
            "died (exit code 3), expected teiok; last error output: no weights",
        ),
        (with(&["--engine", "self,option.Color=red"]), "does not support an option Color"),
        (
            with(&["--engine", "self,option.Threads=0"]),
            "does not support option Threads: expected a number from 1 to 256, found '0'",
        ),
        (
            with(&["--engine", "self,option.EvalFile=missing.net"]),
            "refused an option: 'info string error EvalFile 'missing.net': ",
        ),
        (with(&["--half-komi", "17"]), "does not support half-komi 17 on size 6"),
    ] {
        assert!(found.contains(expected), "{expected}: {found}");
    }
}

#[test]
fn games_are_not_counted_twice() {
    let book = book("twice");
    let with = |more: &[&str]| {
        let two = ["--engine", "self,name=A", "--engine", "self,name=B", "--each"];
        let rest = ["nodes=20,option.Hash=1", "--size", "4", "--book", &book, "--json"];
        run(&[&two[..], &rest, more].concat())
    };
    // The book has four openings.
    let error = complaint(&with(&["--games", "10"]));
    assert!(error.contains("at most 8 games") && error.contains("--repeat-openings"), "{error}");
    assert_eq!(json(&with(&["--games", "8"]))["games"], 8);
    assert_eq!(json(&with(&["--games", "10", "--repeat-openings"]))["games"], 10);
    assert_eq!(json(&with(&["--sprt", "default"]))["games_planned"], 8);
}
