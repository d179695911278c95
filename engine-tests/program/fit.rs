//! The fit as a user meets it: from a file of games to a file of weights.

use crate::program::{folder, stonefall};
use std::fs;
use stonefall_engine::eval::weights::FILE;

#[test]
fn games_become_weights() {
    let folder = folder("fit");
    let path = |name: &str| folder.join(name).display().to_string();
    let (games, weights) = (path("games.takg"), path("weights.txt"));
    for old in [&games, &weights] {
        let _ = fs::remove_file(old);
    }
    let made =
        stonefall(&["selfplay", "--size", "4", "--games", "40", "--nodes", "60", "--out", &games]);
    assert!(made.status.success(), "{made:?}");

    let fit = |more: &[&str]| {
        let fixed = ["fit", "--size", "4", &games, "--write", &weights, "--epochs", "5"];
        let fitted = stonefall(&[&fixed[..], more].concat());
        assert!(fitted.status.success(), "{fitted:?}");
        let told = String::from_utf8(fitted.stdout).unwrap();
        (told, fs::read_to_string(&weights).unwrap())
    };
    let (told, written) = fit(&[]);
    // Only the numbers differ from the file in use.
    let columns = |text: &str, is_own: bool| -> Vec<String> {
        let lines = text.lines().skip_while(|line| !line.starts_with("side to move"));
        let cells = lines.flat_map(|line| line.split('|').enumerate());
        cells.filter(|(at, _)| (*at == 2) == is_own).map(|(_, cell)| cell.to_owned()).collect()
    };
    assert_eq!(columns(&written, false), columns(FILE, false));
    assert_ne!(columns(&written, true), columns(FILE, true));
    assert_eq!(fit(&[]), (told.clone(), written));

    let loss = |which: &str| -> [f64; 2] {
        let line = told.lines().find(|line| line.contains(which)).unwrap();
        let numbers: Vec<f64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        numbers.try_into().unwrap()
    };
    let [before, after] = loss("training loss");
    assert!(after < before, "{told}");

    // A pull that nothing withstands leaves the weights as they are.
    let (_, held) = fit(&["--pull", "1e9", "--rate", "0.001"]);
    assert_eq!(columns(&held, true), columns(FILE, true));
}

#[test]
fn what_cannot_be_learned_from_is_named() {
    let folder = folder("fit-refused");
    let path = |name: &str| folder.join(name).display().to_string();
    let (empty, text) = (path("empty.takg"), path("text.takg"));
    fs::write(&empty, "").unwrap();
    fs::write(&text, "1. a1 a2").unwrap();
    for (words, expected) in [
        (vec!["fit", "--size", "5", &empty], "expected training and hold-out positions"),
        (vec!["fit", "--size", "5", &text], "expected game records"),
        (vec!["fit", "--size", "5", "no such file"], "no such file: "),
        (vec!["fit", "--size", "9", &empty], "9"),
        (vec!["fit", "--size", "5", &empty, "--result-share", "2"], "from 0 to 1"),
        (vec!["fit", "--size", "5", &empty, "--batch", "0"], "from 1"),
        (vec!["fit", "--size", "5"], "FILE"),
    ] {
        let output = stonefall(&words);
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && told.contains(expected), "{words:?}: {told}");
    }
}
