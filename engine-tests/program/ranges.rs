//! Ranges of games: their outputs, one after the other, are that of one process, also after signals, kills and full disks.

use crate::program::{
    STONEFALL, assert_has, command, complaint, file, folder, outputs, path, run, stonefall,
};
use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;

/// The words of a command with its output.
fn words<'a>(line: &'a str, out: &'a Path) -> Vec<&'a str> {
    line.split_whitespace().chain(["--out", out.to_str().unwrap()]).collect()
}

/// Runs a command in one process and in ranges; returns both files of each ending, the second one concatenated.
fn whole_and_ranges(
    name: &str,
    line: &str,
    ranges: &[&str],
    endings: &[&str],
) -> Vec<[Vec<u8>; 2]> {
    let folder = folder(name);
    let whole = folder.join("whole");
    let output = stonefall(&words(line, &whole));
    let code = output.status.code();
    for range in ranges {
        let out = folder.join(range);
        let ranged = stonefall(&[&words(line, &out), &["--only", range][..]].concat());
        assert!([Some(0), code].contains(&ranged.status.code()), "{ranged:?}");
    }
    let read =
        |name: &str, ending: &&str| fs::read(folder.join(format!("{name}{ending}"))).unwrap();
    let both = |ending| {
        let parts = ranges.iter().flat_map(|range| read(range, ending)).collect();
        [read("whole", ending), parts]
    };
    endings.iter().map(both).collect()
}

/// A text without comments of tables, dates and measured times.
fn timeless(bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let times =
        Regex::new(r#"\[(Date|Time) "[^"]*"\]|\d+(\.\d+)?m?s\b|(?m)^#.*\n|(?m)^size\t.*\n"#);
    times.unwrap().replace_all(&text, "").into_owned()
}

const GAMES: &str = "selfplay --size 4 --nodes 50 --games 7 --half-komi -1..3 --threads 2";

#[test]
fn ranges_of_records_equal_one_process_byte_for_byte() {
    for [whole, ranges] in whole_and_ranges("range-play", GAMES, &["1-3", "4", "5-7"], &[""]) {
        assert!(whole == ranges && whole.len() > 300);
    }
    let old = path("range-old.takg");
    run(&words("selfplay --size 4 --nodes 30 --games 7", &old));
    let line = format!("selfplay --relabel {} --nodes 100", old.display());
    for [whole, ranges] in whole_and_ranges("range-labels", &line, &["1-2", "3-7"], &[""]) {
        assert!(whole == ranges && whole.len() > 300);
    }
}

#[test]
fn ranges_of_annotated_games_and_puzzles_equal_one_process() {
    let games = "[Size \"4\"]\n[Player1 \"Ann\"]\n\n1. a1 d4 2. b2 c3 3. c2 b3\n\n[Size \"4\"]\n\n\
        1. a1 a1 2. b2\n\n[Size \"3\"]\n\n1. a1 c3 2. b2 b1 *\n\n\n";
    let games = file("range-games.ptn", games);
    let line = format!("annotate {games} --nodes 300 --proof-nodes 0 --variations all --hash 1");
    for both in whole_and_ranges("range-annotate", &line, &["1", "2-3"], &[""]) {
        let [whole, ranges] = both.map(|text| timeless(&text));
        assert_has(&whole, &["Annotated by Stonefall", "1. a1 a1", "2. b2"]);
        assert_eq!(whole, ranges);
    }
    let games = path("range-puzzles.takg");
    run(&words("selfplay --size 4 --nodes 60 --games 14 --seed 3", &games));
    let line = format!("puzzles --from {} --nodes 2000 --max-moves 3", games.display());
    let ranges = ["1-5", "6-6", "7-14"];
    for both in whole_and_ranges("range-puzzles", &line, &ranges, &[".tsv", ".ptn"]) {
        let [whole, ranges] = both.map(|text| timeless(&text));
        assert!(whole.len() > 100, "puzzles were found");
        assert_eq!(whole, ranges);
    }
}

const MATCH: &str = "match --engine self,name=Ann,nodes=200 --engine self,name=Bob,nodes=50 --each \
    option.Hash=1 --size 4 --games 10";

#[cfg(unix)]
#[test]
fn ranges_of_a_match_have_the_same_games_and_results() {
    let book = "a1 d4 b2 c3\na1 d4 c3 b2\na1 d1 b3 c2\nb1 c4 a2 d3\nb1 c4 a3 d2\n";
    let book = file("range-match.book", book);
    let line = format!("{MATCH} --book {book}");
    for both in whole_and_ranges("range-match", &line, &["1-3", "4-10"], &[""]) {
        let [whole, ranges] = both.map(|text| timeless(&text));
        assert_eq!(whole, ranges);
    }
    let folder = folder("range-match").with_file_name("range-match");
    for range in ["1-3", "4-10"] {
        run(&[&words(&line, &folder.join(range)), &["--only", range][..]].concat());
    }
    let [one, other] = ["1-3", "4-10"].map(|range| folder.join(range).display().to_string());
    let tally = ["match", "--tally", &one, &other];
    // Both games of the second opening are in different files.
    let table = run(&[&tally[..], &["--sprt", "elo0=0,elo1=20"]].concat());
    assert_has(&table, &["10 games on 4x4", "Ann - Bob: ", "SPRT [0, 20]"]);
    let json = crate::program::json(&[&tally[..], &["--json"]].concat());
    let pairs = json["pairings"][0]["pairs"].as_array().unwrap();
    assert_eq!(pairs.iter().map(|count| count.as_u64().unwrap()).sum::<u64>(), 5);
    for (files, reason) in [
        (&["--tally", &one, &one][..], "game 1: expected every game once, found it twice"),
        (&["--tally", "no such file"], "no such file: "),
        (&["--tally", &book], "game 1: expected a result, found none"),
    ] {
        assert_has(&complaint(&stonefall(&[&["match"], files].concat()), 1), &[reason]);
    }
    let other = line.replace("nodes=50", "nodes=51");
    let other = [&words(&other, Path::new(&one)), &["--only", "1-3"][..]].concat();
    assert_has(&complaint(&stonefall(&other), 1), &["expected a game of this match", "--restart"]);
    let longer = [&words(&line, Path::new(&one)), &["--only", "3-4"][..]].concat();
    assert_has(&complaint(&stonefall(&longer), 1), &["expected games 3 to 4, found game 1"]);
}

#[test]
fn bad_ranges_and_files_of_other_settings_are_refused() {
    let out = path("range-bad.takg");
    for (range, reason) in [
        ("0-5", "expected numbers from 1, found 0-5 (--only)"),
        ("6-3", "expected the smaller number first, found 6-3 (--only)"),
        ("5-8", "expected --only within 7 games, found 5-8"),
        ("all", "expected a range such as 1001-2000, found all (--only)"),
    ] {
        let refused = stonefall(&[&words(GAMES, &out), &["--only", range][..]].concat());
        assert_has(&complaint(&refused, 2), &[reason]);
        assert!(!out.exists());
    }
    run(&[&words(GAMES, &out), &["--only", "2-4"][..]].concat());
    let bytes = fs::read(&out).unwrap();
    for (line, range, reason) in [
        (GAMES.to_owned(), "1-4", "expected game 1, found 2"),
        (GAMES.to_owned(), "2-3", "expected 2 games, found more"),
        (GAMES.replace("50", "51"), "2-4", "expected nodes 51, found 50"),
        (format!("{GAMES} --seed 2"), "2-4", "expected seed 2, found 1"),
    ] {
        let refused = stonefall(&[&words(&line, &out), &["--only", range][..]].concat());
        assert_has(&complaint(&refused, 1), &[reason, "--restart replaces it", "range-bad.takg"]);
        assert!(fs::read(&out).unwrap() == bytes);
    }
    let text = file("range-text.takg", "1. a1 e5 this is my favorite game");
    complaint(&stonefall(&words(GAMES, Path::new(&text))), 1);
    assert_eq!(fs::read(&text).unwrap().len(), 33, "other files stay unchanged");
}

/// Work that takes longer than a test.
const LONG: &str = "selfplay --size 5 --nodes 3000 --games 100000 --only 11-100000 --threads 2";
/// Work that a test finishes.
const SHORT: &str = "selfplay --size 4 --nodes 400 --games 12 --only 3-12 --threads 2";

fn start(line: &str, out: &Path) -> Child {
    command(&words(line, out)).spawn().unwrap()
}

/// Waits until a file has more than this number of bytes.
fn wait_for(file: &Path, bytes: u64) {
    while file.metadata().map_or(0, |data| data.len()) <= bytes {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Sends SIGTERM and returns standard error. The command has to end soon and to say that it can be resumed.
#[cfg(unix)]
fn terminated(mut child: Child, line: &str) -> String {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    // A busy machine needs longer than two seconds.
    for _ in 0..4000 {
        if child.try_wait().unwrap().is_some() {
            let output = child.wait_with_output().unwrap();
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(75), "{line}: {error}");
            assert_has(&error, &["interrupted after ", "run the same command to resume"]);
            return error;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    panic!("{line} does not end");
}

#[cfg(unix)]
#[test]
fn a_signal_saves_the_games_and_the_same_command_resumes() {
    let book = file("range-signal.book", "a1 d4 b2 c3\n");
    let matches = format!("{MATCH}0000 --repeat-openings --book {book}");
    for (name, line) in [("signal.takg", LONG), ("signal.ptn", &matches)] {
        let out = path(name);
        for _ in 0..2 {
            let before = fs::read(&out).unwrap_or_default();
            let child = start(line, &out);
            wait_for(&out, before.len() as u64);
            let error = terminated(child, line);
            assert_eq!(error.contains("resuming after "), !before.is_empty());
            assert!(fs::read(&out).unwrap().starts_with(&before));
        }
    }
}

/// Each of these searches for hours in one game, or plays many moves in it.
#[cfg(unix)]
#[test]
fn a_signal_ends_every_command_within_a_game() {
    let games = path("range-within.takg");
    run(&words("selfplay --size 6 --nodes 20 --games 3", &games));
    let games = games.display().to_string();
    let ptn = file("range-within.ptn", run(&["selfplay", "--dump", &games]));
    let database = path("range-within.db").display().to_string();
    run(&["games", "add", &database, &ptn]);
    let lines = [
        "selfplay --nodes 4000000000 --games 9 --only 2-9 --threads 2 --out {}".to_owned(),
        format!("selfplay --relabel {games} --nodes 4000000000 --out {{}}"),
        "match --engine self --engine self --each nodes=1000000000 --games 2 --out {}".to_owned(),
        "match --engine self --engine self --each movetime=60ms --games 2 --out {}".to_owned(),
        format!("annotate {ptn} --nodes 1000000000000 --out {{}}"),
        format!("annotate {ptn} --nodes 1 --proof-nodes 1000000000000 --out {{}}"),
        format!("puzzles --from {games} --nodes 1000000000000 --out {{}}"),
        format!("games judge {database} --nodes 100000000"),
        "openings --nodes 1000000000000 --out {}".to_owned(),
    ];
    let folder = folder("range-within");
    for (index, line) in lines.iter().enumerate() {
        let out = folder.join(index.to_string());
        let line = line.replace("{}", out.to_str().unwrap());
        let child = command(&line.split(' ').collect::<Vec<_>>()).spawn().unwrap();
        // The file appears after the handler of signals.
        let is_there = || out.exists() || out.with_extension("tsv").exists();
        while line.contains(" --out ") && !is_there() {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(if is_there() { 300 } else { 2000 }));
        terminated(child, &line);
    }
}

#[test]
fn a_deadline_ends_every_command() {
    let games = file("range-late.ptn", "[Size \"4\"]\n\n1. a1 d4 2. b2 c3\n");
    for (name, line) in [
        ("late.takg", LONG.to_owned()),
        ("late.ptn", format!("annotate {games} --movetime 1h")),
        ("late-match.ptn", MATCH.to_owned()),
        ("late-puzzles", format!("puzzles --from {games}")),
    ] {
        let out = folder("range-late").join(name);
        let output = stonefall(&[&words(&line, &out), &["--deadline", "1ms"][..]].concat());
        assert_eq!(output.status.code(), Some(75), "{name}: {output:?}");
    }
}

#[cfg(unix)]
#[test]
fn kills_and_full_disks_lose_only_games_in_progress() {
    let (out, whole) = (path("range-kill.takg"), path("range-kill-whole.takg"));
    run(&words(SHORT, &whole));
    let whole = fs::read(&whole).unwrap();
    let mut bytes = 0;
    for _ in 0..3 {
        let mut child = start(SHORT, &out);
        wait_for(&out, bytes);
        child.kill().unwrap();
        child.wait().unwrap();
        let kept = fs::read(&out).unwrap();
        assert!(whole.starts_with(&kept));
        bytes = (kept.len() as u64).min(whole.len() as u64 - 1);
    }
    // A limit of the file size stands for a full disk.
    let limited =
        format!("trap '' XFSZ; ulimit -f 2; exec '{STONEFALL}' {SHORT} --out '{}'", out.display());
    let output = Command::new("bash").args(["-c", &limited]).output().unwrap();
    if output.status.code() != Some(0) {
        assert_has(&String::from_utf8(output.stderr).unwrap(), &["range-kill.takg: ", "os error"]);
    }
    run(&words(SHORT, &out));
    assert!(fs::read(&out).unwrap() == whole);

    let games = path("range-kill-games.takg");
    run(&words("selfplay --size 4 --nodes 60 --games 14 --seed 3", &games));
    let line = format!("puzzles --from {} --nodes 2000 --max-moves 3", games.display());
    let folder = folder("range-kill-puzzles");
    let [whole, cut] = ["whole", "cut"].map(|name| folder.join(name));
    let list = run(&words(&line, &whole));
    run(&words(&line, &cut));
    for bytes in [600, 100] {
        let table = cut.with_extension("tsv");
        let content = fs::read(&table).unwrap();
        fs::write(&table, &content[..bytes.min(content.len())]).unwrap();
        assert_eq!(run(&words(&line, &cut)), list);
        for ending in ["tsv", "ptn"] {
            let [whole, cut] =
                [&whole, &cut].map(|name| fs::read(name.with_extension(ending)).unwrap());
            assert!(whole == cut, "{bytes} {ending}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_another_process_writes_or_that_is_gone_is_an_error() {
    let (here, away): (PathBuf, _) = (folder("range-gone"), folder("range-gone-away"));
    let out = here.join("games.takg");
    let child = start(LONG, &out);
    wait_for(&out, 0);
    let second = start(LONG, &out).wait_with_output().unwrap();
    assert_has(
        &complaint(&second, 1),
        &["expected a file that no other process writes, found one in use"],
    );
    // A renamed folder stands for a file system that is gone: the open file is out of sight.
    fs::rename(&here, &away).unwrap();
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert_has(&error, &["expected the file that this process writes, found it removed"]);
    let (stats, _) = outputs(&["selfplay", "--stats", away.join("games.takg").to_str().unwrap()]);
    assert_has(&stats, &["5x5\n", " searched, "]);
}
