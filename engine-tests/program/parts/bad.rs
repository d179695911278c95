//! Bad input gets an error that names it, and changes nothing.

use super::{compute, part_file, words};
use crate::program::{assert_has, complaint, folder, path, rejected, stonefall};
use std::fs;
use std::path::Path;

const GAMES: &str = "selfplay --size 3 --nodes 20 --games 4";

fn refused(folder: &Path, command: &str, part: &str) -> String {
    let out = folder.to_str().unwrap();
    complaint(&stonefall(&[&words(command), &["--part", part, "--out", out][..]].concat()), 1)
}

#[test]
fn wrong_parts_are_refused() {
    for (part, reason) in [
        ("0/4", "expected a part from 1/4 to 4/4, found 0/4 (--part)"),
        ("5/4", "expected a part from 1/4 to 4/4, found 5/4 (--part)"),
        ("3", "expected a part such as 17/400, found 3 (--part)"),
    ] {
        let error = rejected(&["selfplay", "--part", part, "--out", "x"], 2);
        assert!(error.contains(reason), "{error}");
    }
    let error = rejected(&["selfplay", "--part", "1/4"], 2);
    assert!(error.contains("expected --out"), "{error}");
    let file = crate::program::file("no-folder", "text");
    let error = refused(Path::new(&file), GAMES, "1/2");
    assert!(error.contains("expected a folder for the parts, found a file"), "{error}");
}

#[test]
fn other_settings_and_other_content_stay_unchanged() {
    let parts = folder("bad-resume");
    compute(GAMES, &parts, &[1], 2);
    let file = part_file(&parts, 1, 2);
    let bytes = fs::read(&file).unwrap();
    let other_bench = String::from_utf8_lossy(&bytes).replacen(" nodes)", "0 nodes)", 1);
    assert_has(&other_bench, &["0 nodes)"]);
    for (command, reason) in [
        ("selfplay --size 3 --nodes 21 --games 4", "expected nodes 21, found 20"),
        ("selfplay --size 3 --nodes 20 --games 4 --seed 2", "expected seed 2, found 1"),
        ("selfplay --size 3 --nodes 20 --games 5", "expected units 5, found 4"),
    ] {
        let error = refused(&parts, command, "1/2");
        assert_has(&error, &[reason, "--restart replaces it", "1-of-2.part"]);
        assert_eq!(fs::read(&file).unwrap(), bytes);
    }
    for (content, reason) in [
        ("1. a1 b2\n", "expected a part of this program in line 1"),
        ("{\"stonefall_part\":9}\n", "expected a part file of revision 1, found 9"),
        ("{\"stonefall_part\":1,\"part\":1}\n", "expected a part of this program in line 1"),
    ] {
        fs::write(&file, content).unwrap();
        let error = refused(&parts, GAMES, "1/2");
        assert!(error.contains(reason), "{error}");
        assert_eq!(fs::read_to_string(&file).unwrap(), content);
    }
    // Another engine.
    let binary = bytes.windows(8).position(|it| it == b" nodes)\"").unwrap();
    let mut other = bytes.clone();
    other.insert(binary, b'0');
    fs::write(&file, other).unwrap();
    let error = refused(&parts, GAMES, "1/2");
    assert_has(&error, &["expected bench", "nodes)"]);
}

#[test]
fn parts_of_other_work_are_not_merged() {
    let (parts, other) = (folder("bad-pool"), folder("bad-other"));
    compute(GAMES, &parts, &[1, 2], 2);
    compute("selfplay --size 3 --nodes 30 --games 4", &other, &[1], 2);
    let [one, two] = [1, 2].map(|number| part_file(&parts, number, 2).display().to_string());
    let strange = part_file(&other, 1, 2).display().to_string();
    let out = path("bad.takg").display().to_string();
    let pool = |files: &[&str]| {
        let words = [&["parts", "pool", "--out", &out][..], files].concat();
        complaint(&stonefall(&words), 1)
    };
    let error = pool(&[&one, &strange]);
    assert_has(&error, &["bad-other", "expected nodes 20, found 30 (as in ", "bad-pool"]);
    assert_has(&pool(&[&one, &two, &one]), &["expected every file once, found it twice"]);
    assert_has(&pool(&[parts.to_str().unwrap(), &two]), &["found it twice"]);
    assert_has(&pool(&["no/such.part"]), &["no/such.part: "]);
    let empty = folder("bad-empty");
    assert_has(&pool(&[empty.to_str().unwrap()]), &["expected parts, found none in "]);
    let text = crate::program::file("bad-text.part", "1. a1 b2\n");
    assert_has(&pool(&[&text]), &["expected a part of this program in line 1"]);
    let half = crate::program::file("bad-half.part", "{\"stonefall_part\"");
    assert_has(&pool(&[&half]), &["expected the first line of a part, found an incomplete one"]);
    assert!(!Path::new(&out).exists(), "nothing was written");
    let error = rejected(&["parts", "pool", &one], 2);
    assert!(error.contains("expected --out"), "{error}");
}

#[test]
fn damaged_units_are_replaced() {
    let parts = folder("bad-damage");
    compute(GAMES, &parts, &[1], 1);
    let file = part_file(&parts, 1, 1);
    let bytes = fs::read(&file).unwrap();
    let mut damaged = bytes.clone();
    let last = damaged.len() - 30;
    damaged[last] ^= 1;
    fs::write(&file, &damaged).unwrap();
    let status = crate::program::json(&["parts", "status", parts.to_str().unwrap(), "--json"]);
    assert_eq!((&status["parts"][0]["state"], &status["array"]), (&"broken".into(), &"1".into()));
    compute(GAMES, &parts, &[1], 1);
    assert_eq!(fs::read(&file).unwrap().len(), bytes.len());
}
