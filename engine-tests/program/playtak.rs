//! The commands about PlayTak that need no server.

use crate::program::{assert_documented, assert_has, folder, json, outputs, rejected, run};

const GAMES: &str = "[Size \"5\"]\n[Level1 \"3\"]\n[Rating2 \"1000\"]\n\n1. a1 e5 R-0\n\n\
    [Size \"5\"]\n[Level2 \"3\"]\n[Rating1 \"1000\"]\n\n1. a1 e5 R-0\n\n\
    [Size \"6\"]\n[Level1 \"full\"]\n\n1. a1 f6 1-0\n";

#[test]
fn a_report_counts_the_games_of_an_archive() {
    let folder = folder("playtak-report");
    let archive = folder.to_str().unwrap();
    assert_has(&run(&["playtak", "report", archive]), &["No finished games"]);
    std::fs::write(folder.join("2026-11.ptn"), GAMES).unwrap();
    std::fs::write(folder.join("2026-11-annotated.ptn"), GAMES).unwrap();
    let table = run(&["playtak", "report", archive]);
    let row = |level: &str| table.lines().find(|line| line.contains(level)).unwrap();
    let words: Vec<_> = row("1000 ").split_whitespace().filter(|word| *word != "│").collect();
    assert_eq!(words[..7], ["3", "2", "1", "0", "1", "50.0", "%"], "{table}");
    assert_has(row("full"), &["100.0 %", " - "]);
    let report = json(&["playtak", "report", archive, "--size", "5", "--json"]);
    let levels = report.as_array().unwrap();
    assert_eq!(levels.len(), 1);
    assert_eq!((&levels[0]["level"], &levels[0]["rated"]), (&"3".into(), &2.into()));
    assert_documented(&[&levels[0]]);
    let missing = folder.join("missing");
    assert_has(&rejected(&["playtak", "report", missing.to_str().unwrap()], 1), &["missing"]);
}

#[test]
fn wrong_settings_are_reported_before_anything_is_sent() {
    let folder = folder("playtak-settings");
    let file = folder.join("bot.toml");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "levels = 3\n").unwrap();
    let (_, error) = outputs(&["playtak", path]);
    assert_has(&error, &["bot.toml", "line 1, column 1", "unknown field `levels`"]);
    for (text, parts) in [
        ("level = \"11\"\n", ["expected full, auto, or a level from 1 to 10", "(level)"]),
        ("rest = [\"night\"]\n", ["expected hours such as 22:00-06:00", "(rest)"]),
        ("accept = [\"all\"]\nserver = \"ftp://x\"\n", ["expected an address", "ftp://x"]),
        ("guest = \"abcdefghijklmnopqrst\"\n", ["expected a game to seek", "found none"]),
    ] {
        std::fs::write(&file, text).unwrap();
        assert_has(&rejected(&["playtak", path], 2), &parts);
    }
    std::fs::write(&file, "accept = [\"all\"]\nguest = \"abcdefghijklmnopqrst\"\n").unwrap();
    let archive = folder.join("archive");
    std::fs::create_dir_all(&archive).unwrap();
    std::fs::write(archive.join("players.json"), "{\"Alice\": 3}").unwrap();
    let error = rejected(&["playtak", path, "--archive", archive.to_str().unwrap()], 2);
    assert_has(&error, &["expected the players that the bot has stored", "players.json"]);
}
