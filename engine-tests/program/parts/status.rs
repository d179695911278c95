//! The progress of parts.

use super::{compute, part_file};
use crate::program::{assert_documented, assert_has, folder, json, rejected, run};
use std::fs;

const GAMES: &str = "selfplay --size 3 --nodes 20 --games 23";

#[test]
fn status_says_what_is_done_and_what_to_start() {
    let parts = folder("status");
    let name = parts.to_str().unwrap();
    assert_has(&rejected(&["parts", "status", name], 1), &["expected parts, found none in "]);
    compute(GAMES, &parts, &[1, 2, 4, 5, 6], 9);
    let torn = part_file(&parts, 2, 9);
    let bytes = fs::read(&torn).unwrap();
    fs::write(&torn, &bytes[..bytes.len() - 5]).unwrap();
    fs::write(part_file(&parts, 6, 9), "no part\n").unwrap();
    fs::write(parts.join("strange.part"), "no part\n").unwrap();
    fs::write(parts.join("README"), "not looked at").unwrap();
    let text = run(&["parts", "status", name]);
    assert_has(
        &text,
        &[
            "selfplay: 9 parts, 11 of 23 units",
            "done         3   1,4-5",
            "stopped      1   2",
            "broken       1   6",
            "missing      4   3,7-9",
            "part 6: expected a part of this program in line 1",
            "strange.part: expected a part of this program",
        ],
    );
    assert_eq!(run(&["parts", "status", name, "--missing"]), "2-3,6-9\n");
    let status = json(&["parts", "status", name, "--json"]);
    assert_eq!((&status["array"], &status["states"]["done"]), (&"2-3,6-9".into(), &3.into()));
    assert_eq!(status["settings"]["nodes"], 20);
    assert_eq!(status["parts"][1]["units_done"], 2);
    assert_documented(&[&status, &status["parts"][0], &status["other_files"][0]]);

    fs::remove_file(part_file(&parts, 6, 9)).unwrap();
    compute(GAMES, &parts, &[2, 3, 6, 7, 8, 9], 9);
    // With all parts the watch ends.
    assert_has(&run(&["parts", "status", name, "--watch"]), &["23 of 23 units", "1-9"]);
    assert_eq!(run(&["parts", "status", name, "--missing"]), "\n");
}

#[test]
fn only_folders_have_a_status() {
    let file = crate::program::file("status.txt", "text");
    let error = rejected(&["parts", "status", &file], 2);
    assert_has(&error, &["expected a folder of parts, found the file "]);
    assert_has(&rejected(&["parts", "status", "/no/such/folder"], 1), &["/no/such/folder: "]);
}
