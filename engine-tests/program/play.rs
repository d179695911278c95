//! The command `stonefall play`, with moves from a script.

use crate::program::{assert_has, command, complaint, text};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Output};

/// A folder for each test: games are saved in the current folder.
fn folder(name: &str) -> PathBuf {
    crate::program::folder(&format!("play-{name}"))
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    let arguments = [&["play"], arguments, &["--hash", "1", "--seed", "1"]].concat();
    command(&arguments).current_dir(folder).spawn().unwrap()
}

fn played(folder: &Path, arguments: &[&str], script: &str) -> Output {
    let mut child = start(folder, arguments);
    let _ = child.stdin.take().unwrap().write_all(script.as_bytes());
    child.wait_with_output().unwrap()
}

fn play(folder: &Path, arguments: &[&str], script: &str) -> String {
    text(&played(folder, arguments, script))
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// White to move completes a road on c2.
const ROAD: &str = "x3/1,1,x/2,x,2 1 4";

#[test]
fn a_game_is_won_and_saved() {
    let folder = folder("won");
    let printed = play(&folder, &[ROAD, "--save", "won.ptn"], "c2\nmoves\nquit\n");
    assert!(printed.contains("You play White against Stonefall, at level 3 of 18."), "{printed}");
    assert!(printed.contains("White wins by a road (R-0). You have won!"), "{printed}");
    assert!(
        printed.contains("Score 16 for White: 9 for the board and 7 pieces left."),
        "{printed}"
    );
    assert!(printed.contains("The game is in won.ptn"), "{printed}");
    let printed = play(&folder, &[ROAD, "--scoring", "ten-for-the-board"], "c2\nquit\n");
    assert!(printed.contains("Score 17 for White: 10 for the board"), "{printed}");
    let game = read(&folder, "won.ptn");
    assert!(game.contains("[Player1 \"Human\"]\r\n[Player2 \"Stonefall (level 3)\"]"), "{game}");
    assert!(game.contains("[Result \"R-0\"]") && game.ends_with("4. c2 R-0\r\n"), "{game}");
    // The other color loses.
    let printed = play(&folder, &[ROAD, "--color", "black", "--level", "7"], "quit\n");
    assert!(printed.contains("Stonefall plays 4. c2"), "{printed}");
    assert!(printed.contains("White wins by a road (R-0). Stonefall has won."), "{printed}");
}

#[test]
fn wrong_input_changes_nothing() {
    let folder = folder("wrong");
    let script = "c9\nSa1\nhepl\n3a1>\nlevel 99\nundo 0\n\n\u{7}\u{1b}[2J\nd1\nhint now\ntps\n";
    let printed = play(&folder, &["--size", "3"], script);
    assert_has(
        &printed,
        &[
            "c9: expected a rank from 1 to 8 in column 2, found '9'.",
            "Sa1: each player's first move must place a flat.",
            "hepl: expected a rank from 1 to 8 in column 2, found 'e'; or a command (help lists them).",
            "expected a level from 1 to 18, found 99",
            "expected undo, or undo and the number of your moves, found 0",
            "d1: d1 is not on a 3x3 board.",
            "hint now: expected a rank from 1 to 8 in column 2, found 'i'; or a command",
            "   x3/x3/x3 1 1\n",
        ],
    );
    assert!(!printed.contains('\u{1b}') && !printed.contains("plays 1"), "{printed}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing to save");
}

#[test]
fn the_file_has_the_last_level() {
    let folder = folder("level");
    let printed =
        play(&folder, &["--size", "4", "--level", "1", "--save", "game.ptn"], "level 3\n");
    assert!(printed.contains("Stonefall plays at level 3 of 18."), "{printed}");
    let game = read(&folder, "game.ptn");
    assert!(game.contains("[Player2 \"Stonefall (level 3)\"]"), "{game}");
}

#[test]
fn undo_also_changes_the_file() {
    let folder = folder("undo");
    let script = "undo\na1\nb2\nsave game.ptn\nundo 9\ntps\nc3\nback\nresign\nundo\nc1\n";
    let printed = play(&folder, &["--size", "4", "--level", "7"], script);
    assert_has(
        &printed,
        &[
            "There is no move of yours to take back.",
            "Saved to game.ptn",
            "Took back 2 of your moves.",
            "   x4/x4/x4/x4 1 1\n",
            "Took back your move.",
            "White resigns: Black wins. Stonefall has won.",
            "The game continues.",
        ],
    );
    let game = read(&folder, "game.ptn");
    assert!(!game.contains("Result") && game.contains("\r\n1. c1 "), "{game}");
    // An existing file stays as it is.
    let printed = play(&folder, &["--size", "4"], "save game.ptn\n");
    assert!(printed.contains("game.ptn exists; name another file."), "{printed}");
    let refused = played(&folder, &["--save", "game.ptn"], "");
    assert!(complaint(&refused, 2).contains("stonefall play game.ptn --save game.ptn"));
    assert_eq!(read(&folder, "game.ptn"), game);
}

#[test]
fn tak_is_announced_without_street_rules() {
    let folder = folder("tak");
    // White has b1 and b2: b3 is tak.
    let position = "x4/x4/x,1,x2/2,1,x,2 1 3";
    for (more, says) in [(&[][..], true), (&["--street"], false)] {
        let arguments = [&[position, "--level", "7", "--save", "tak.ptn"], more].concat();
        let printed = play(&folder, &arguments, "b3\n");
        assert_eq!(printed.contains("You play 3. b3 Tak!"), says, "{printed}");
        let game = read(&folder, "tak.ptn");
        assert_eq!(game.contains("3. b3' "), says, "{game}");
        fs::remove_file(folder.join("tak.ptn")).unwrap();
    }
}

#[test]
fn courtly_players_may_reconsider() {
    let folder = folder("court");
    // Black threatens a road on c4; White may place there.
    let position = "x2,x,x/x2,2,1/1,x,2,x/1,x,2,x 1 5";
    let script = "a3\nd1\nundo\na3\n\n";
    let printed =
        play(&folder, &[position, "--courtly", "--level", "7", "--save", "court.ptn"], script);
    assert_has(
        &printed,
        &[
            "You play 5. a3 Tak!",
            "That leaves Stonefall a road with c4. Take it back (undo), or keep it (Enter).",
            "First: undo takes your last move back, Enter keeps it.",
            "Took back your move.",
            "Stonefall plays 5... c4",
            "Black wins by a road (0-R). Stonefall has won.",
        ],
    );
    // The engine answers a defense, and a move without --courtly, at once.
    for (arguments, script) in [(&[position, "--courtly"][..], "c4\n"), (&[position], "a3\n")] {
        let printed = play(&folder, arguments, script);
        assert!(
            !printed.contains("Take it back") && printed.contains("Stonefall plays 5..."),
            "{printed}"
        );
    }
    // White has b and c: after every reply, b4 or c4 is a road.
    let printed = play(&folder, &["x4/x,1,x2/2,1,1,2/2,1,1,2 1 5", "--courtly"], "c3\n");
    assert!(printed.contains("You play 5. c3 Tinue!"), "{printed}");
    let refused = played(&folder, &["--courtly", "--street"], "");
    assert!(complaint(&refused, 2).contains("--street"));
}

#[test]
fn aturan_places_two_random_stones() {
    let folder = folder("atur");
    let arguments = ["--aturan", "--size", "4", "--level", "7", "--save", "atur.ptn"];
    let printed = play(&folder, &arguments, "undo\ntps\n");
    assert!(printed.contains("Random first stones: 1. "), "{printed}");
    assert!(printed.contains("There is no move of yours to take back."), "{printed}");
    assert!(printed.contains("Move 2, White to move"), "{printed}");
    let again = play(&folder, &["--aturan", "--size", "4", "--level", "7"], "tps\n");
    let tps =
        |printed: &str| printed.lines().find(|line| line.ends_with(" 1 2")).map(str::to_owned);
    assert_eq!(tps(&printed), tps(&again));
    let own = play(&folder, &["--aturan", "--rules", "modegan", "--size", "4"], "tps\n");
    assert!(own.contains("komi 2.5") && own.contains("14 stones and 1 capstone left"), "{own}");
    for more in [&["x3/1,1,x/2,x,2 1 4"][..], &["--opening", "double-black-stack"]] {
        let refused = played(&folder, &[&["--aturan"], more].concat(), "");
        assert!(complaint(&refused, 2).contains("the empty board"), "{refused:?}");
    }
}

#[test]
fn named_rules_are_in_the_file() {
    let folder = folder("rules");
    let arguments = ["--rules", "Modegan", "--size", "4", "--level", "7", "--save", "own.ptn"];
    let printed = play(&folder, &arguments, "a1\ntps\n");
    // White places an own flat first.
    assert!(printed.contains("/1,") && printed.contains("komi 2.5"), "{printed}");
    assert!(printed.contains("White places a white flat now."), "{printed}");
    let game = read(&folder, "own.ptn");
    assert_has(&game, &["[Komi \"2.5\"]", "[Opening \"no-swap\"]", "[Caps \"1\"]"]);
    let printed = play(&folder, &["--rules", "ademre24"], "quit\n");
    assert!(printed.contains("24 stones left") && printed.contains(" 5 "), "{printed}");
    assert_has(&printed, &["komi 2", "White places a black flat now."]);
    for (arguments, part) in [
        (&["--rules", "modegan", "--size", "7"][..], "from 4x4 to 6x6 for the rules Modegan"),
        (&["--rules", "modegan", "--opening", "swap"], "expected no-swap as the opening"),
        (&["own.ptn", "--rules", "ademre22"], "whose tags state its rules"),
        (&["--rules", "chess"], "expected one of Standard, Modegan"),
    ] {
        let refused = played(&folder, arguments, "");
        let code = refused.status.code().unwrap();
        assert!(complaint(&refused, code).contains(part), "{refused:?}");
    }
}

#[test]
fn a_game_is_continued() {
    let folder = folder("resume");
    let game = "[Size \"4\"]\n[Player1 \"Stonefall (level 2)\"]\n[Player2 \"Ben\"]\n[Komi \"2\"]\n\n\
        {before} 1. a1 d4 {first}\n2. b2\n\n{1b1}\n1. -- c4 {other}\n\n{2w1}\n2. c2\n";
    fs::write(folder.join("old.ptn"), game).unwrap();
    let arguments = ["old.ptn", "--save", "old.ptn", "--name", "Ben"];
    let printed = play(&folder, &arguments, "b3\n");
    assert!(printed.contains("You play Black against Stonefall, at level 2 of 18."), "{printed}");
    assert!(printed.contains("komi 2") && printed.contains("You play 2... b3"), "{printed}");
    let now = read(&folder, "old.ptn");
    assert_has(
        &now,
        &["{before}", "1. a1 d4 {first}\r\n2. b2 b3", "{1b1}", "{other}", "{2w1}", "\"Ben\""],
    );
    // From an earlier ply, as the other player, into another file.
    let arguments = ["old.ptn", "--ply", "2", "--color", "white", "--save", "new.ptn"];
    let printed = play(&folder, &arguments, "c3\n");
    assert!(printed.contains("You play 2. c3"), "{printed}");
    let new = read(&folder, "new.ptn");
    assert!(new.contains("1. a1 d4 {first}\r\n2. c3 ") && new.contains("{2w1}"), "{new}");
    assert_eq!(read(&folder, "old.ptn"), now);
    // Files with several games are not overwritten. Other text stays.
    let held = format!("{game}\n[Size \"5\"]\n1. a1\n");
    fs::write(folder.join("two.ptn"), &held).unwrap();
    let refused = played(&folder, &["two.ptn", "--save", "two.ptn"], "quit\n");
    assert!(complaint(&refused, 2).contains("holds 2 games"), "{refused:?}");
    play(&folder, &["two.ptn", "--level", "7"], "quit\n");
    assert_eq!(read(&folder, "two.ptn"), held);
    fs::write(folder.join("odd.ptn"), format!("{game}\nzz\n")).unwrap();
    play(&folder, &["odd.ptn", "--save", "odd.ptn", "--level", "7"], "c1\nquit\n");
    assert!(read(&folder, "odd.ptn").contains(" zz\r\n"));
    let refused = played(&folder, &["old.ptn", "--opening", "no-swap"], "");
    assert!(complaint(&refused, 2).contains("--opening"));
}

#[test]
fn an_unfinished_game_is_saved() {
    let folder = folder("left");
    let printed = play(&folder, &["--size", "5", "--opening", "double-black-stack"], "a1\nb2");
    assert_has(
        &printed,
        &[
            "White places two black flats on one square now.",
            "You play 1. 2a1 (two black flats on one square)",
            " (a white flat)",
            "The game is in stonefall-",
        ],
    );
    let files: Vec<_> = fs::read_dir(&folder).unwrap().collect();
    assert_eq!(files.len(), 1);
    let game = fs::read_to_string(files[0].as_ref().unwrap().path()).unwrap();
    assert!(game.contains("[Opening \"double black stack\"]"), "{game}");
    assert!(game.contains("1. 2a1 ") && game.contains("\r\n2. b2 "), "{game}");
}

#[test]
fn help_hints_levels_and_sides() {
    let folder = folder("rest");
    let script = "HELP\nhint\nscore\nlevel 7\nlevel\nshow\ndraw\nswitch\nq\n";
    let arguments = ["x3/1,1,x/2,x,2 1 4", "--movetime", "1s", "--ascii"];
    let printed = play(&folder, &arguments, script);
    assert_has(
        &printed,
        &[
            "takes your last move back",
            "White to move wins at once by a road with c2. (c2)",
            "your chance is 100 %",
            "You play White against Stonefall, at full strength, 1 s per move.",
            "Stonefall plays at level 7 of 18, 1 s per move.",
            "Stonefall declines: it is too early for a draw.",
            "You play Black now.",
            "Stonefall plays 4. c2",
        ],
    );
    assert!(printed.is_ascii(), "{printed}");
    let tossed: Vec<_> = ["1", "1", "2", "3", "4", "5", "6"]
        .iter()
        .map(|seed| {
            let arguments = ["play", "--size", "3", "--color", "random", "--hash", "1"];
            let arguments = [&arguments[..], &["--level", "1", "--seed", seed]].concat();
            let output = command(&arguments).current_dir(&folder).output().unwrap();
            text(&output).contains("You play White")
        })
        .collect();
    assert_eq!(tossed[0], tossed[1]);
    assert!(tossed.contains(&true) && tossed.contains(&false), "{tossed:?}");
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = folder("refused");
    for (arguments, code, part) in [
        (&["--level", "19"][..], 2, "from 1 to 18, found 19"),
        (&["--level", "-1"], 2, "from 1 to 18, found -1 (--level)"),
        (&["--movetime", "-5s"], 2, "such as 5s, from 0, found -5s (--movetime)"),
        (&["--color", "red"], 2, "red"),
        (&["nowhere.ptn"], 1, "nowhere.ptn"),
        (&["--size", "9"], 2, "3 to 8"),
    ] {
        let printed = complaint(&played(&folder, arguments, "quit\n"), code);
        assert!(printed.contains(part), "{part}: {printed}");
    }
    // Before the first move, not after the last.
    let printed = played(&folder, &["--size", "4", "--save", "no/such/game.ptn"], "a1\nquit\n");
    assert_eq!(printed.status.code(), Some(1), "{printed:?}");
}

/// Ctrl-C while the engine thinks makes it move; at the prompt it takes two to leave.
#[cfg(unix)]
#[test]
fn ctrl_c_makes_it_move() {
    use crate::program::interrupt;

    let folder = folder("interrupt");
    let mut child = start(&folder, &["--size", "5", "--movetime", "1h", "--save", "kept.ptn"]);
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    input.write_all(b"a1\n").unwrap();
    // The move is in the file before the engine thinks; a Ctrl-C that comes before waits for that.
    while !fs::read_to_string(folder.join("kept.ptn")).is_ok_and(|text| text.contains("1. a1")) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    interrupt(&child);
    assert!(lines.any(|line| line.unwrap().contains("Stonefall plays 1... ")));
    assert!(lines.any(|line| line.unwrap().contains("Move 2, White to move")));
    interrupt(&child);
    assert!(lines.any(|line| line.unwrap().contains("Press Ctrl-C again to leave")));
    interrupt(&child);
    assert!(lines.any(|line| line.unwrap().contains("The game is in kept.ptn")));
    assert!(child.wait().unwrap().success());
    drop(input);
    assert!(read(&folder, "kept.ptn").contains("1. a1 "));
}
