//! Judgements of a database in parts: the database is only read, and gets the merged results.

use super::{compute, make, part_file, words};
use crate::games::{Row, database, random_row};
use crate::program::{assert_has, complaint, folder, json, path, rejected, run, stonefall};
use rusqlite::Connection;
use rusqlite::types::Value;
use std::fs;
use std::path::Path;

fn rows(count: i64) -> Vec<Row> {
    (1..count).map(random_row).collect()
}

/// A copy of a database.
fn copy(database: &str, name: &str) -> String {
    let copy = path(&format!("{name}.db"));
    fs::copy(database, &copy).unwrap();
    copy.to_str().unwrap().to_owned()
}

/// All rows of a table.
fn table(database: &str, name: &str) -> Vec<Vec<Value>> {
    let connection = Connection::open(database).unwrap();
    let mut statement =
        connection.prepare(&format!("SELECT * FROM {name} ORDER BY 1, 2, 3")).unwrap();
    let columns = statement.column_count();
    let read = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
    statement.query_map([], read).unwrap().map(Result::unwrap).collect()
}

fn judge(database: &str) -> String {
    format!("games judge {database} --nodes 100 --player Ann")
}

fn pool(folder: &Path, database: &str) -> String {
    run(&["parts", "pool", folder.to_str().unwrap(), "--out", database])
}

/// Merges parts that must not belong to the database. It stays as it was.
fn refused(folder: &Path, database: &str) -> String {
    let before = fs::read(database).unwrap();
    let arguments = ["parts", "pool", folder.to_str().unwrap(), "--out", database];
    let error = complaint(&stonefall(&arguments), 1);
    assert!(fs::read(database).unwrap() == before);
    error
}

#[test]
fn merged_judgements_equal_one_process_and_serve_reports() {
    let whole = database("pd-judged", &rows(60));
    let merged = copy(&whole, "pd-judged-merged");
    // A report has judged some games before.
    let report = ["games", "report", &merged, "Ann", "--nodes", "100", "--json"];
    let few = [&report[..], &["--judge", "3", "--compare", "0"]].concat();
    run(&few);
    let before = fs::read(&merged).unwrap();
    let parts = folder("pd-judgements");
    compute(&judge(&merged), &parts, &[3, 1, 2], 3);
    assert!(fs::read(&merged).unwrap() == before, "a part only reads the database");
    assert_has(&pool(&parts, &merged), &[" new judged games from 3 parts, 3 known"]);
    let text = make(&judge(&whole), &[]);
    let judgements = table(&whole, "judgements");
    assert_eq!(table(&merged, "judgements"), judgements);
    assert_has(&text, &[&format!("{} games judged", judgements.len())]);
    let again = json(&[&words(&judge(&merged))[..], &["--json"]].concat());
    assert_eq!((&again["judged"], &again["known"]), (&0.into(), &judgements.len().into()));
    // All games of the report are judged: it writes nothing.
    let before = fs::read(&merged).unwrap();
    let report = json(&[&report[..], &["--compare", "0"]].concat());
    assert!(report["own"]["games"].as_u64().unwrap() > 10, "{report}");
    assert!(fs::read(&merged).unwrap() == before);
}

#[test]
fn judgements_belong_to_every_database_with_these_games() {
    let small = database("pd-games", &rows(40));
    let parts = folder("pd-games-parts");
    compute(&judge(&small), &parts, &[1, 2], 2);
    // The same games among others, with other numbers.
    let large = crate::games::new_database("pd-games-more");
    let later: Vec<_> = (40..50).map(random_row).collect();
    for rows in [&later, &rows(40)] {
        let source = crate::games::playtak(&format!("pd-source-{}.db", rows.len()), 2, rows);
        run(&["games", "add", &large, &source]);
    }
    pool(&parts, &large);
    let judged = |database: &str| {
        let connection = Connection::open(database).unwrap();
        let sql =
            "SELECT fingerprint, positions FROM judgements JOIN games ON id = game ORDER BY 1";
        let mut statement = connection.prepare(sql).unwrap();
        let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let rows = statement.query_map([], read).unwrap();
        rows.map(Result::unwrap).collect::<Vec<(i64, Vec<u8>)>>()
    };
    let found = judged(&large);
    assert!(found.len() > 10);
    pool(&parts, &small);
    assert_eq!(judged(&small), found);

    let few = database("pd-games-few", &rows(20));
    let error = refused(&parts, &few);
    assert_has(&error, &["expected a database with the games of the parts, found one without "]);
    let command = judge(&small);
    for (other, reason) in [
        (command.replace("100", "101"), "expected nodes 101, found 100"),
        (judge(&few), "expected units "),
        (command.replace("Ann", "Ben"), "expected games \""),
    ] {
        let out = parts.to_str().unwrap();
        let part = [&words(&other)[..], &["--part", "1/2", "--out", out]].concat();
        assert_has(&complaint(&stonefall(&part), 1), &[reason, "--restart replaces it"]);
    }
}

#[test]
fn bad_input_is_named_and_half_units_are_repeated() {
    let database = database("pd-bad", &rows(60));
    for (part, reason) in [("0/4", "1/4 to 4/4, found 0/4"), ("5/4", "1/4 to 4/4, found 5/4")] {
        let command = judge(&database);
        let part = [&words(&command)[..], &["--part", part, "--out", "x"]].concat();
        assert_has(&rejected(&part, 2), &[reason]);
    }
    for (flags, missing) in [(["--part", "1/4"], "--out"), (["--out", "x"], "--part")] {
        let half = [&["games", "judge", &database][..], &flags].concat();
        assert_has(&rejected(&half, 2), &["expected ", missing]);
    }

    let (name, command) = ("judgements", judge(&database));
    let parts = folder(&format!("pd-bad-{name}"));
    compute(&command, &parts, &[1, 2], 2);
    let file = part_file(&parts, 1, 2);
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 3]).unwrap();
    let out = parts.to_str().unwrap();
    let pooled = stonefall(&["parts", "pool", out, "--out", &database]);
    let error = String::from_utf8(pooled.stderr).unwrap();
    assert_eq!(pooled.status.code(), Some(75));
    assert_has(&error, &["bytes are incomplete and do not count", "parts 1 are incomplete"]);
    compute(&command, &parts, &[1], 2);
    assert_has(&pool(&parts, &database), &["1 new ", " from 2 parts, "]);
    let [one, out] = [file.to_str().unwrap(), out];
    let error = rejected(&["parts", "pool", out, one, "--out", &database], 1);
    assert_has(&error, &["expected every file once, found it twice"]);
    let status = json(&["parts", "status", out, "--json"]);
    assert_eq!(status["states"]["done"], 2);
}

/// A deadline and a second process, before and during the work.
#[test]
fn a_part_stops_at_its_deadline_and_resumes() {
    let database = database("pd-deadline", &rows(60));
    let (command, units) = (judge(&database), "games");
    let parts = folder(&format!("pd-deadline-{units}"));
    let late = ["--part", "1/1", "--deadline", "0s", "--out", parts.to_str().unwrap()];
    let output = stonefall(&[&words(&command)[..], &late].concat());
    let error = complaint(&output, 75);
    assert_has(&error, &["interrupted ", "run the same command to resume"]);
    // Without a part.
    let output = stonefall(&[&words(&command)[..], &["--deadline", "0s"]].concat());
    assert_has(&complaint(&output, 75), &["interrupted", "run the same command to resume"]);
}
