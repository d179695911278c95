//! The command `stonefall annotate`.

use super::TWO;
use crate::program::{assert_documented, complaint, fed, file, json, stonefall, text};
use std::fs;
use std::path::Path;

const QUICK: [&str; 4] = ["--nodes", "300", "--proof-nodes", "300"];

fn annotate(arguments: &[&str]) -> std::process::Output {
    stonefall(&[&["annotate"], arguments, &QUICK].concat())
}

/// A game in a folder of its own, so that the default names are free.
fn game(name: &str, content: &str) -> String {
    for old in ["", ".annotated"] {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}{old}.ptn"));
        let _ = fs::remove_file(path);
    }
    file(&format!("{name}.ptn"), content)
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap()
}

/// The text of a game without the milliseconds that the searches took.
fn without_times(text: &str) -> String {
    let is_time =
        |word: &&str| word.strip_suffix("ms").is_some_and(|number| number.parse::<u64>().is_ok());
    text.split(' ').filter(|word| !is_time(word)).collect::<Vec<_>>().join(" ")
}

#[test]
fn writes_next_to_the_game() {
    let path = game("annotate-one", &format!("[Player1 \"Ann\"]\n{TWO}7. -- a4 8. b2 b4 0-R\n"));
    let printed = text(&annotate(&[&path]));
    assert!(printed.contains("White (Ann)") && printed.contains("Accuracy"), "{printed}");
    let out = path.replace(".ptn", ".annotated.ptn");
    assert!(printed.contains(&format!("Written to {out}")), "{printed}");
    let written = read(&out);
    assert!(written.contains("7. -- a4''"), "{written}");
    assert!(written.ends_with("0-R\n\n"), "{written}");
    // The second run has nothing to do and changes nothing.
    let again = annotate(&[&path]);
    assert_eq!(text(&again), printed);
    assert_eq!(read(&out), written);
    // Other limits are another annotation.
    let other = stonefall(&["annotate", &path, "--nodes", "301"]);
    assert!(String::from_utf8_lossy(&other.stderr).contains("--restart"), "{other:?}");
    assert_eq!(read(&out), written);
    text(&stonefall(&["annotate", &path, "--nodes", "301", "--restart"]));
    assert!(read(&out).contains("with 301 positions"));
}

#[test]
fn writes_to_standard_output() {
    let content = format!("{TWO}7. -- a4 8. b2 b4 0-R\n");
    let arguments = [&["annotate", "-"], &QUICK[..]].concat();
    let printed = text(&fed(&arguments, &content));
    assert!(
        printed.starts_with("[Size \"4\"]") && printed.contains("name:\"Stonefall"),
        "{printed}"
    );
    let path = game("annotate-out", &content);
    let again = text(&annotate(&[&path, "-o", "-"]));
    assert_eq!(without_times(&again), without_times(&printed));
}

#[test]
fn every_game_of_a_file_is_annotated() {
    let content =
        "[Size \"4\"]\n1. a1 d4 2. b2\n\n[Size \"4\"]\n1. a1 a1\n\n[Size \"3\"]\n1. a1 c3 {x}\n";
    let path = game("annotate-several", content);
    let out = file("annotate-several-out.ptn", "");
    fs::remove_file(&out).unwrap();
    let output = annotate(&[&path, "-o", &out]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(complaints.contains("game 2: line 5, column 7: move a1"), "{complaints}");
    assert!(complaints.contains("1 game could not be annotated"), "{complaints}");
    let written = read(&out);
    assert_eq!(written.matches("Annotated by Stonefall").count(), 2, "{written}");
    assert!(written.contains("1. a1 a1\n") && written.contains("{x}"), "{written}");

    fs::remove_file(&out).unwrap();
    text(&annotate(&[&path, "-o", &out, "--only", "3"]));
    let third = read(&out);
    assert!(third.contains("[Size \"3\"]") && third.matches("[Size").count() == 1, "{third}");
    let other = complaint(&annotate(&[&path, "-o", &out, "--only", "1"]), 1);
    assert!(other.contains("game 1: it is another game") && other.contains("--restart"), "{other}");
    assert_eq!(read(&out), third);
    assert!(complaint(&annotate(&[&path, "--only", "4"]), 2).contains("within 3 games"));
}

/// 1,700 games with comments of 10 KB: 17 MB.
#[test]
fn a_large_file_is_read_to_its_end() {
    let comment = "c".repeat(10_000);
    let content = format!("[Size \"3\"]\n{{{comment}}}\n1. a1 c3\n\n").repeat(1700);
    let path = game("annotate-large", &content);
    text(&annotate(&[&path, "--only", "1699-1700"]));
    let out = path.replace(".ptn", ".annotated-1699-1700.ptn");
    let written = read(&out);
    assert_eq!(written.matches("Annotated by Stonefall").count(), 2);
    assert_eq!(written.matches(&comment).count(), 2);
    for path in [path, out] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn existing_files_are_not_overwritten() {
    let path = game("annotate-own", &format!("{TWO}7. -- a4\n"));
    let own = read(&path);
    assert!(
        complaint(&annotate(&[&path, "-o", &path]), 2)
            .contains("expected another file than the input")
    );
    let other = file("annotate-other.ptn", "[Size \"4\"]\n1. a1 d4\n");
    assert!(complaint(&annotate(&[&path, "-o", &other]), 1).contains("--restart"));
    assert_eq!((read(&path), read(&other)), (own, "[Size \"4\"]\n1. a1 d4\n".into()));
    assert!(complaint(&annotate(&["nowhere.ptn"]), 1).contains("nowhere.ptn"));
    let empty = file("annotate-empty.ptn", "[Size \"4\"]\n");
    assert!(complaint(&annotate(&[&empty]), 1).contains("no move"));
    complaint(&annotate(&[&path, "-o", "/no/such/folder/game.ptn"]), 1);
    complaint(&stonefall(&["annotate", &path, "--nodes", "0"]), 2);
}

#[test]
fn json_is_as_documented() {
    let path = game("annotate-json", &format!("{TWO}7. -- Sa4 8. b4 b2\n"));
    let report = json(&["annotate", &path, "--json", "--nodes", "20000"]);
    let game = &report["games"][0];
    assert_eq!((&game["size"], &game["complete"]), (&4.into(), &true.into()), "{report}");
    let played = &game["moves"][0];
    assert_eq!((&played["move"], &played["judgement"]), (&"Sa4".into(), &"??".into()), "{report}");
    assert_eq!(played["best"], "a4");
    assert_eq!(game["start"]["score"]["winner"], "black");
    assert_eq!(game["players"][1]["blunders"], 1);
    assert!(!Path::new(&path.replace(".ptn", ".annotated.ptn")).exists());
    assert_documented(&[&report, game, played, &game["start"], &game["players"][0]]);
}

/// Ctrl-C writes the results so far; the same command resumes.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_results() {
    let path = game("annotate-halt", include_str!("../../data/ptn/playtak.ptn"));
    let out = path.replace(".ptn", ".annotated.ptn");
    let arguments = ["annotate", &path, "--movetime", "500ms", "--proof-nodes", "0"];
    let evaluations = || {
        let child = crate::program::start(&arguments);
        std::thread::sleep(std::time::Duration::from_secs(2));
        crate::program::interrupt(&child);
        let output = child.wait_with_output().unwrap();
        let printed = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(75), "{printed}");
        assert!(printed.contains("run the same command to resume"), "{printed}");
        read(&out).matches("name:\"Stonefall").count()
    };
    let kept = evaluations();
    assert!(kept > 0 && evaluations() > kept);
}
