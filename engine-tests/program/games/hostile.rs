//! SQLite files of strangers: a message, never a crash, and nothing in them is executed.

use super::{VERSIONS, database, new_database, playtak, random_row};
use crate::program::{file, path, rejected, run, stonefall};
use rusqlite::Connection;
use std::fs;

fn sqlite(name: &str, sql: &str) -> String {
    let path = path(name);
    Connection::open(&path).unwrap().execute_batch(sql).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn foreign_tables_are_refused_with_a_message() {
    let database = new_database("foreign");
    for (name, sql, expected) in [
        ("no-table", "CREATE TABLE other (x)", "found no such table"),
        ("empty-table", "CREATE TABLE games (id)", "without the column size"),
        (
            "view",
            "CREATE VIEW games AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) \
             SELECT x AS id, 5 AS size, '' AS player_white, '' AS player_black, '' AS notation, \
             '' AS result FROM n",
            "found a view",
        ),
        (
            "computed",
            "CREATE TABLE games (id INTEGER PRIMARY KEY, size INT, player_white, player_black, \
             result, notation AS (hex(zeroblob(100000000))))",
            "without the column notation",
        ),
        (
            "no-rowid",
            "CREATE TABLE games (id INTEGER PRIMARY KEY, size, player_white, player_black, \
             notation, result) WITHOUT ROWID",
            "rowid",
        ),
    ] {
        let source = sqlite(&format!("foreign-{name}.db"), sql);
        let error = rejected(&["games", "add", &database, &source], 1);
        assert!(error.contains(expected), "{name}: {error}");
    }
}

#[test]
fn databases_of_other_versions_are_refused_with_advice() {
    let database = database("version", &[random_row(1)]);
    Connection::open(&database).unwrap().pragma_update(None, "user_version", 4).unwrap();
    let source = playtak("version-new.db", 2, &[random_row(2)]);
    for arguments in [vec!["games", "find", &database], vec!["games", "add", &database, &source]] {
        let error = rejected(&arguments, 1);
        let expected = "version 5, found version 4 (add its games to a new one)";
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn odd_values_are_skipped_and_huge_ones_refused() {
    let source = playtak("odd-source.db", 2, &[random_row(1), random_row(2)]);
    let connection = Connection::open(&source).unwrap();
    connection
        .execute_batch(
            "CREATE TRIGGER t AFTER INSERT ON games BEGIN SELECT 1; END;
             INSERT INTO games (id, size, notation) VALUES (10, 5.5, 7), (11, 'x', x'ff00'),
                 (12, -5, NULL), (13, 9223372036854775807, 'P A1'), (14, 5, 'P A1,,P B1');
             UPDATE games SET date = 'never', rating_white = -5, komi = '4', tournament = 'yes'
                 WHERE id = 14;",
        )
        .unwrap();
    let database = new_database("odd");
    let output = run(&["games", "add", &database, &source]);
    assert_eq!(output, "3 games added, 4 illegal\n");
    connection
        .execute_batch("UPDATE games SET notation = zeroblob(5000000) WHERE id = 12")
        .unwrap();
    let error = rejected(&["games", "add", &database, &source], 1);
    assert!(error.contains("expected short fields"), "{error}");
}

#[test]
fn other_encodings_are_read() {
    let path = path("utf16.db");
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch("PRAGMA encoding = 'UTF-16le'").unwrap();
    connection.execute_batch(VERSIONS[0]).unwrap();
    let insert = "INSERT INTO games VALUES (1, 0, 5, 'J\u{f6}rg', 'Ben', 'P A1,P E5', '1-0')";
    connection.execute_batch(insert).unwrap();
    let database = new_database("from-utf16");
    run(&["games", "add", &database, path.to_str().unwrap()]);
    assert!(run(&["games", "find", &database]).contains("J\u{f6}rg"));
}

/// Damaged files in every place: both PlayTak's and our own.
#[test]
fn damaged_files_are_never_a_crash() {
    let rows: Vec<_> = (1..40).map(random_row).collect();
    let good = database("damaged", &rows);
    let source = fs::read(playtak("damaged-source.db", 2, &rows)).unwrap();
    let own = fs::read(&good).unwrap();
    let ends_well = |arguments: &[&str]| {
        let output = stonefall(arguments);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}: {output:?}");
    };
    for step in 0..24 {
        let place = |bytes: &[u8]| (step * 997 + step * step * 131) % bytes.len();
        let mut cut = source.clone();
        cut.truncate(place(&source));
        let mut changed = source.clone();
        for offset in 0..64 {
            let place = (place(&source) + offset) % source.len();
            changed[place] = changed[place].wrapping_mul(31).wrapping_add(offset as u8);
        }
        for bytes in [cut, changed] {
            let target = new_database("from-damaged");
            ends_well(&["games", "add", &target, &file("damaged-copy.db", bytes)]);
        }
        let mut changed = own.clone();
        for offset in 0..64 {
            let place = (place(&own) + 100 + offset) % own.len();
            changed[place] ^= 0x5a;
        }
        let changed = file("damaged-own.db", changed);
        ends_well(&["games", "explore", &changed, "--size", "5"]);
        ends_well(&["games", "find", &changed, "--min-rating", "1200"]);
        ends_well(&["games", "show", &changed, "5"]);
    }
}

#[test]
fn other_files_are_no_databases() {
    let text = file("not-a-database.db", "hello");
    let error = rejected(&["games", "explore", &text], 1);
    let found = "expected a game database, found another format (stonefall games add";
    assert!(error.contains(found), "{error}");
    let error = rejected(&["games", "explore", env!("CARGO_TARGET_TMPDIR")], 1);
    assert!(error.contains("expected a file, found a folder"), "{error}");
    let error = rejected(&["games", "explore", "missing.db"], 1);
    assert!(error.contains("missing.db"), "{error}");
    let playtak = playtak("explored-source.db", 2, &[random_row(1)]);
    let before = fs::read(&playtak).unwrap();
    for arguments in [
        &["games", "explore", &playtak][..],
        &["games", "add", &playtak, &text],
        &["games", "forget", &playtak, "Ann"],
        &["serve", "--port", "0", "--games", &playtak],
    ] {
        let error = rejected(arguments, 1);
        let found = "expected a game database, found PlayTak's file (stonefall games add";
        assert!(error.contains(found), "{error}");
    }
    assert_eq!(fs::read(&playtak).unwrap(), before);
    // Our tables with something to execute.
    let own = database("with-trigger", &[random_row(1)]);
    let add = "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM players; END";
    Connection::open(&own).unwrap().execute_batch(add).unwrap();
    let error = rejected(&["games", "explore", &own], 1);
    assert!(error.contains("expected a game database"), "{error}");
}
