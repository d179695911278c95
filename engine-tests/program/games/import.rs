//! `stonefall games add`.

use super::{VERSIONS, count, database, new_database, playtak, random_row, record};
#[cfg(unix)]
use crate::program::interrupt;
use crate::program::{assert_documented, assert_has, file, json, outputs, run, start};
use rusqlite::Connection;
use std::fs;
#[cfg(unix)]
use std::{thread, time::Duration};
use stonefall_engine::PtnGame;
use stonefall_engine::notation::decode;

fn rows(range: std::ops::Range<i64>) -> Vec<super::Row> {
    range.map(random_row).collect()
}

#[test]
fn every_version_of_playtaks_table_is_read() {
    for version in 0..VERSIONS.len() {
        let source = playtak(&format!("version{version}.db"), version, &rows(1..40));
        let database = new_database(&format!("of-version{version}"));
        let summary = json(&["games", "add", &database, &source, "--json"]);
        assert_eq!((&summary["added"], &summary["illegal"]), (&39.into(), &0.into()));
        assert_documented(&[&summary]);
        let game = json(&["games", "show", &database, "7", "--json"]);
        let row = random_row(7);
        assert_eq!(game["number"], 7);
        assert_eq!(game["white"]["name"], row.players[0]);
        assert_eq!(game["result"].as_str().unwrap().replace('*', "0-0"), row.result);
        assert_eq!(game["moves"].as_array().unwrap().len(), row.moves.len());
        let has = |least| version >= least;
        assert_eq!(game["white"]["rating"].as_i64(), has(1).then_some(row.ratings[0]));
        assert_eq!(game["tournament"].as_bool().unwrap(), has(1) && row.tournament);
        assert_eq!(game["half_komi"], if has(2) { row.half_komi } else { 0 });
    }
}

#[test]
fn nothing_is_added_twice() {
    let database = new_database("twice");
    let table = playtak("twice-source.db", 2, &rows(1..30));
    let ptn = file(
        "twice.ptn",
        "[Size \"5\"]\n[Player1 \"Ann\"]\n1. a1 e5 2. c3 *\n\n[Size \"5\"]\n1. a1 e1 1/2\n",
    );
    let records: Vec<u8> = (0..5).flat_map(|seed| record(seed).to_bytes()).collect();
    let records = file("twice.takg", records);
    let add = || json(&["games", "add", &database, &table, &ptn, &records, &table, "--json"]);
    let first = add();
    assert_eq!((&first["added"], &first["known"]), (&36.into(), &29.into()));
    let second = add();
    assert_eq!((&second["added"], &second["known"]), (&0.into(), &65.into()));
    assert_eq!(count(&database), 36);
    // A growing file adds the new games only.
    let table = playtak("twice-source.db", 2, &rows(1..35));
    assert_eq!(json(&["games", "add", &database, &table, "--json"])["added"], 5);
}

#[test]
fn illegal_games_are_named_and_counted() {
    let mut rows = rows(1..10);
    let moves = &mut rows[3].moves;
    moves[1] = moves[0];
    rows[5].moves.clear();
    let table = playtak("illegal-source.db", 2, &rows);
    let connection = Connection::open(&table).unwrap();
    let change = "UPDATE games SET notation = 'P A1,Q 9' WHERE id = 8";
    connection.execute(change, []).unwrap();
    connection.execute("UPDATE games SET size = 'large' WHERE id = 9", []).unwrap();
    drop(connection);
    let ptn = file(
        "illegal.ptn",
        "[Size \"5\"]\n[Player1 \"Ann\"]\n[Player2 \"Ben\"]\n\n1. a1 a1\n\n[Size \"5\"]\n\n1. a1 e5\n\n[Player1 \"Cid\"]\n1. a1\n",
    );
    let database = new_database("illegal");
    let (output, errors) = outputs(&["games", "add", &database, &table, &ptn]);
    assert_eq!(output, "6 games added, 1 without moves, 5 illegal\n");
    let [white, black] = rows[3].players;
    assert_has(
        &errors,
        &[
            &format!("illegal-source.db: game 4 ({white} - {black}): move 2"),
            "game 8",
            "\"Q 9\"",
            "game 9",
            "illegal.ptn: game 1 (Ann - Ben): line 5",
            "game 3 (Cid - ): line",
        ],
    );
}

/// Every game of a file is added, known, illegal or without moves: as many as the reader of all commands finds.
#[test]
fn every_game_of_a_file_counts() {
    let long = format!("[Size \"5\"]\n\n1. a1 {{{}}} e5 2. c3 *\n", "x".repeat(3 << 20));
    let utf16: Vec<u8> = "\u{feff}[Size \"5\"]\n[Player1 \"J\u{f6}rg\"]\n\n1. a1 e1 *\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let mixed = "[Size \"5\"]\n1. a1 e5 *\n\n[Size \"5\"]\n*\n\n[Size \"5\"]\n1. a1 a1 *\n\n[Size \"9\"]\n1. a1\n\n\
         [Player1 \"A\"]\n\n[Player1 \"B\"]\n[Size \"5\"]\n1. zz\n";
    let cases: [(&str, Vec<u8>, [u64; 3]); 12] = [
        (
            "order mark",
            b"\xef\xbb\xbf[Size \"5\"]\n[Player1 \"A\"]\n\n1. a1 e1 2. c3 1-0".into(),
            [1, 0, 0],
        ),
        ("one line", b"[Size \"5\"] 1. a1 e1 1-0\n[Size \"6\"] 1. a1 f6 0-1".into(), [2, 0, 0]),
        (
            "returns",
            b"[Size \"5\"]\r\r1. a1 e1 *\r\r[Size \"6\"]\r\r1. a1 f6 *\r".into(),
            [2, 0, 0],
        ),
        (
            "behind a result",
            b"[Size \"5\"]\n1. a1 e1 1-0 [Size \"6\"]\n1. a1 f6 *".into(),
            [2, 0, 0],
        ),
        ("long", long.into(), [1, 0, 0]),
        (
            "long comments",
            format!("{0}{0}", "[Size \"5\"] {[Size \"6\"]} 1. a1 e1 *\n").into(),
            [2, 0, 0],
        ),
        ("UTF-16", utf16, [1, 0, 0]),
        ("Latin-1", b"[Size \"5\"]\n[Player1 \"J\xf6rg\"]\n1. a1 e1 *\n".into(), [1, 0, 0]),
        (
            "joined",
            b"[Size \"5\"] 1. a1 e1 *\n\xef\xbb\xbf[Size \"5\"] 1. a1 e2 *\n".into(),
            [2, 0, 0],
        ),
        ("mixed", mixed.into(), [1, 1, 4]),
        ("empty", b"".into(), [0, 0, 0]),
        ("space", b" \r\n\n\xef\xbb\xbf".into(), [0, 0, 0]),
    ];
    for (name, bytes, expected) in cases {
        let database = new_database("every-game");
        let _ = fs::remove_file(&database);
        let source = file("every-game.ptn", bytes.clone());
        let add = || json(&["games", "add", &database, &source, "--json"]);
        let counts = |summary: &serde_json::Value, fields: [&str; 3]| {
            fields.map(|field| summary[field].as_u64().unwrap())
        };
        assert_eq!(counts(&add(), ["added", "empty", "illegal"]), expected, "{name}");
        let found = PtnGame::read_all(&decode(bytes)).count() as u64;
        assert_eq!(expected.iter().sum::<u64>(), found, "{name}");
        assert_eq!(counts(&add(), ["known", "empty", "illegal"]), expected, "{name}");
    }
}

#[test]
fn the_number_of_plies_belongs_to_the_database() {
    let database = new_database("plies");
    let table = playtak("plies-source.db", 2, &rows(1..5));
    run(&["games", "add", &database, &table, "--plies", "3"]);
    let total = |moves: &str| {
        let explore = ["games", "explore", &database, "--size", "5", "--moves", moves, "--json"];
        json(&explore)["total"]["games"].as_u64().unwrap()
    };
    let line = random_row(1).moves.iter().take(3).map(ToString::to_string).collect::<Vec<_>>();
    assert!(total(&line[..2].join(" ")) > 0);
    assert_eq!(total(&line.join(" ")), 0);
    let (_, errors) = outputs(&["games", "add", &database, &table, "--plies", "40"]);
    assert_has(&errors, &["expected --plies 3, which this database has, found 40"]);
}

/// The import is killed as soon as it has written anything, again and again.
#[cfg(unix)]
#[test]
fn a_killed_import_resumes() {
    let rows = rows(1..400);
    let sources: Vec<_> = rows
        .chunks(100)
        .enumerate()
        .map(|(index, rows)| playtak(&format!("killed{index}.db"), 2, rows))
        .collect();
    let database = new_database("killed");
    let arguments: Vec<_> =
        ["games", "add", &database].into_iter().chain(sources.iter().map(String::as_str)).collect();
    for _ in 0..6 {
        let mut child = start(&arguments);
        let before = fs::metadata(&database).map_or(0, |data| data.len());
        while child.try_wait().unwrap().is_none() {
            if fs::metadata(&database).map_or(0, |data| data.len()) != before {
                // SIGKILL: the program cannot tidy up.
                child.kill().unwrap();
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
    run(&arguments);
    let whole = new_database("unbroken");
    run(&["games", "add", &whole, &playtak("unbroken-source.db", 2, &rows)]);
    assert_eq!(count(&database), 399);
    for moves in ["", "a1", "a1 b1 c1"] {
        let explore = |database: &str| {
            let explore = ["games", "explore", database, "--size", "5", "--moves", moves, "--json"];
            let mut found = json(&explore);
            found["best_games"] = "in another order".into();
            found
        };
        assert_eq!(explore(&database), explore(&whole), "{moves}");
    }
    let check = Connection::open(&database).unwrap();
    let check: String = check.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
}

/// Ctrl-C may come at any time after the start: the games so far are kept, or all are there.
#[cfg(unix)]
#[test]
fn an_interrupted_import_resumes() {
    let sources: Vec<_> = (0..6)
        .map(|file| {
            let first = 100 * file + 1;
            playtak(&format!("interrupted{file}.db"), 2, &rows(first..first + 100))
        })
        .collect();
    let database = new_database("interrupted");
    let arguments: Vec<_> =
        ["games", "add", &database].into_iter().chain(sources.iter().map(String::as_str)).collect();
    let mut child = start(&arguments);
    while fs::metadata(&database).map_or(0, |data| data.len()) == 0
        && child.try_wait().unwrap().is_none()
    {
        thread::sleep(Duration::from_millis(1));
    }
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    let is_done = output.status.success() && text.is_empty();
    assert!(is_done || text.contains("interrupted; run the same command to resume"), "{text}");
    run(&arguments);
    assert_eq!(count(&database), 600);
}

#[test]
fn two_imports_at_once_add_every_game_once() {
    let database = new_database("writers");
    let [one, two] = [1..300, 150..450]
        .map(|range| playtak(&format!("writers{}.db", range.start), 2, &rows(range)));
    let children = [&one, &two, &one].map(|source| start(&["games", "add", &database, source]));
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    assert_eq!(count(&database), 449);
}

/// A copy of the file and its journal in the middle of a transaction is what a killed import leaves.
#[test]
fn an_unfinished_transaction_is_undone_by_a_reader() {
    let database = database("unfinished", &rows(1..200));
    let writer = Connection::open(&database).unwrap();
    // Changed pages go to the file before the transaction ends.
    writer.execute_batch("PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN").unwrap();
    writer.execute_batch("UPDATE games SET moves = 'a1'").unwrap();
    let copy = new_database("killed-copy");
    fs::copy(&database, &copy).unwrap();
    fs::copy(format!("{database}-journal"), format!("{copy}-journal")).unwrap();
    drop(writer);
    assert_ne!(fs::read(&database).unwrap(), fs::read(&copy).unwrap());
    assert_eq!(count(&copy), 199);
    assert_eq!(fs::read(&database).unwrap(), fs::read(&copy).unwrap());
}

#[test]
fn a_locked_database_is_reported() {
    let database = new_database("locked");
    let source = playtak("locked-source.db", 2, &rows(1..5));
    run(&["games", "add", &database, &source]);
    let writer = Connection::open(&database).unwrap();
    writer.execute_batch("BEGIN EXCLUSIVE").unwrap();
    for arguments in [&["games", "add", &database, &source][..], &["games", "explore", &database]] {
        let (_, errors) = outputs(arguments);
        assert_has(&errors, &["expected a file that no other program is changing"]);
    }
}
