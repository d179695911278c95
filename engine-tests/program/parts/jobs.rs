//! Parts as batch jobs: signals, deadlines, kills, full disks, two processes.

use super::{make, part_file, pool, words};
use crate::program::{STONEFALL, assert_has, command, folder, path, stonefall};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

/// Work that takes longer than a test.
const LONG: &str = "selfplay --size 5 --nodes 3000 --games 100000 --threads 2";
/// The same work as far as a test needs it.
const SHORT: &str = "selfplay --size 4 --nodes 400 --games 12 --threads 2";

fn start(command_line: &str, folder: &Path) -> Child {
    let mut words = words(command_line);
    words.extend(["--part", "1/1", "--out", folder.to_str().unwrap()]);
    command(&words).spawn().unwrap()
}

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
}

/// Waits until the part has units.
fn wait_for_units(folder: &Path, count: usize) -> PathBuf {
    let path = part_file(folder, 1, 1);
    while units(&path) < count {
        std::thread::sleep(Duration::from_millis(5));
    }
    path
}

/// Number of units of a part.
fn units(path: &Path) -> usize {
    let bytes = fs::read(path).unwrap_or_default();
    bytes.windows(6).filter(|window| window == b"\nunit ").count()
}

#[test]
fn a_signal_saves_the_part_and_the_same_command_resumes() {
    let parts = folder("job-signal");
    let child = start(LONG, &parts);
    let path = wait_for_units(&parts, 2);
    signal(&child, "-TERM");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(75), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_has(&error, &["interrupted after ", "run the same command to resume"]);
    let before = fs::read(&path).unwrap();
    let found = units(&path);

    let child = start(LONG, &parts);
    wait_for_units(&parts, found + 1);
    signal(&child, "-TERM");
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_has(&error, &[&format!("resuming after {found} games")]);
    assert!(fs::read(&path).unwrap().starts_with(&before));
}

#[test]
fn a_deadline_ends_like_a_signal() {
    let parts = folder("job-deadline");
    let out = parts.to_str().unwrap();
    let more = ["--deadline", "1ms", "--part", "1/1", "--out", out];
    let output = stonefall(&[&words(LONG), &more[..]].concat());
    assert_eq!(output.status.code(), Some(75), "{output:?}");
    // Without a part.
    let file = path("job-deadline.takg");
    let more = ["--deadline", "1ms", "--out", file.to_str().unwrap()];
    assert_eq!(stonefall(&[&words(LONG), &more[..]].concat()).status.code(), Some(75));
}

#[test]
fn a_killed_part_loses_only_games_in_progress() {
    let (parts, whole, merged) =
        (folder("job-kill"), path("job-kill.takg"), path("job-merged.takg"));
    make(SHORT, &["--out", whole.to_str().unwrap()]);
    for count in [1, 4, 7] {
        let mut child = start(SHORT, &parts);
        let path = wait_for_units(&parts, count);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(units(&path) >= count);
    }
    start(SHORT, &parts).wait().unwrap();
    pool(&parts, &merged);
    assert!(fs::read(&merged).unwrap() == fs::read(&whole).unwrap());
}

#[test]
fn a_second_process_on_the_same_part_ends() {
    let parts = folder("job-second");
    let mut first = start(LONG, &parts);
    wait_for_units(&parts, 1);
    let second = start(LONG, &parts).wait_with_output().unwrap();
    assert_eq!(second.status.code(), Some(1));
    let error = String::from_utf8(second.stderr).unwrap();
    assert_has(
        &error,
        &["1-of-1.part: expected a file that no other process writes, found one in use"],
    );
    let name = parts.to_str().unwrap();
    let status = crate::program::json(&["parts", "status", name, "--json"]);
    assert_eq!((&status["parts"][0]["state"], &status["array"]), (&"running".into(), &"".into()));
    first.kill().unwrap();
    first.wait().unwrap();
    let status = crate::program::json(&["parts", "status", name, "--json"]);
    assert_eq!(status["parts"][0]["state"], "stopped");
}

/// A renamed folder stands for a file system that is gone: what the program writes into the open file is out of sight.
#[test]
fn a_vanished_folder_is_an_error_and_loses_nothing() {
    let (parts, away) = (folder("job-gone"), folder("job-gone-away"));
    let child = start(LONG, &parts);
    wait_for_units(&parts, 2);
    fs::rename(&parts, &away).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_has(
        &error,
        &[
            "1-of-1.part: expected the file that this process writes, found it removed or its file system gone",
        ],
    );
    fs::rename(&away, &parts).unwrap();
    let found = units(&part_file(&parts, 1, 1));
    let child = start(LONG, &parts);
    wait_for_units(&parts, found + 1);
    signal(&child, "-TERM");
    let error = String::from_utf8(child.wait_with_output().unwrap().stderr).unwrap();
    assert_has(&error, &[&format!("resuming after {found} games")]);
}

/// A limit of the file size stands for a full disk.
#[test]
fn a_full_disk_is_an_error_and_loses_nothing() {
    let (parts, whole, merged) =
        (folder("job-full"), path("job-full.takg"), path("job-filled.takg"));
    make(SHORT, &["--out", whole.to_str().unwrap()]);
    let limited = format!(
        "trap '' XFSZ; ulimit -f 2; exec '{STONEFALL}' {SHORT} --part 1/1 --out '{}'",
        parts.display()
    );
    let output = Command::new("bash").args(["-c", &limited]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_has(&error, &["1-of-1.part: ", "os error"]);
    let found = units(&part_file(&parts, 1, 1));
    assert!((1..12).contains(&found), "{found}");
    let output = start(SHORT, &parts).wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_has(
        &error,
        &[&format!("resuming after {} games", found - usize::from(error.contains("removed")))],
    );
    pool(&parts, &merged);
    assert!(fs::read(&merged).unwrap() == fs::read(&whole).unwrap());
}
