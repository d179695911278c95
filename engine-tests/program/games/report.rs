//! `stonefall games report`: what the games of a player show.

use super::{Row, database, new_database, random_row};
use crate::program::{assert_documented, assert_has, file, json, outputs, path, rejected, run};
#[cfg(unix)]
use crate::program::{interrupt, start};
use rusqlite::Connection;
use serde_json::Value;
use std::fs;
use stonefall_tools::puzzles::{Kind, read_puzzles};

fn rows() -> Vec<Row> {
    (1..80).map(random_row).collect()
}

/// A quick report.
fn quick<'a>(database: &'a str, player: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let arguments = ["games", "report", database, player, "--nodes", "100", "--json"];
    arguments.iter().chain(more).copied().collect()
}

/// Games, wins, draws and losses of Ann among these rows.
fn results<'a>(rows: impl Iterator<Item = &'a Row>) -> [u64; 4] {
    let mut counts = [0; 4];
    for row in rows.filter(|row| (row.players[0] == "Ann") != (row.players[1] == "Ann")) {
        let own = usize::from(row.players[1] == "Ann");
        let place = match row.result {
            "0-0" => continue,
            "1/2-1/2" => 2,
            result => {
                let winner = usize::from(result.starts_with('0'));
                if winner == own { 1 } else { 3 }
            }
        };
        counts[0] += 1;
        counts[place] += 1;
    }
    counts
}

fn counts(score: &Value) -> [u64; 4] {
    ["games", "won", "drawn", "lost"].map(|field| score[field].as_u64().unwrap())
}

#[test]
fn results_are_counted_by_size_color_komi_and_year() {
    let rows = rows();
    let database = database("report-results", &rows);
    let report = json(&quick(&database, "ann", &["--judge", "0", "--compare", "0"]));
    assert_documented(&[&report, &report["total"], &report["own"]["forced"]]);
    assert_eq!(counts(&report["total"]), results(rows.iter()));
    assert_eq!(report["own"]["games"], 0);
    let row = |group: &str, name: &str| {
        let rows = report["results"][group].as_array().unwrap();
        counts(rows.iter().find(|row| row["name"] == name).unwrap())
    };
    assert_eq!(row("size", "6x6"), results(rows.iter().filter(|row| row.size == 6)));
    assert_eq!(row("komi", "2"), results(rows.iter().filter(|row| row.half_komi == 4)));
    assert_eq!(row("color", "black"), results(rows.iter().filter(|row| row.players[1] == "Ann")));
    // 18,262 days are 1 January 2020.
    let year = |row: &&Row| (18_262..18_628).contains(&row.day);
    assert_eq!(row("year", "2020"), results(rows.iter().filter(year)));
    let page = path("report-results.html");
    let html = ["--judge", "0", "--compare", "0", "--html", page.to_str().unwrap()];
    json(&quick(&database, "Ann", &html));
    let page = fs::read_to_string(page).unwrap();
    assert_has(&page, &["<td>size 5x5</td>", "<td class=\"bar\" style=\"--share: "]);
    let of_size = quick(&database, "Ann", &["--judge", "0", "--compare", "0", "--size", "5"]);
    assert_eq!(counts(&json(&of_size)["total"]), results(rows.iter().filter(|row| row.size == 5)));
}

#[test]
fn games_are_judged_once() {
    let database = database("report-judged", &rows());
    let arguments = quick(&database, "Ann", &["--judge", "8", "--compare", "4"]);
    let first = json(&arguments);
    assert_eq!(first["own"]["games"], 8);
    assert!(first["own"]["all"]["moves"].as_u64().unwrap() > 50, "{first}");
    assert!(first["similar"]["games"].as_u64().unwrap() >= 4, "{first}");
    assert_documented(&[&first["similar"], &first["own"]["phases"][0]]);
    let forced = |field: &str| first["own"]["forced"][field].as_u64().unwrap();
    assert!(forced("roads") > 0 && forced("missed_roads") <= forced("roads"), "{first}");

    let count = || {
        let connection = Connection::open(&database).unwrap();
        let count = "SELECT count(DISTINCT game), count(*) FROM judgements";
        connection
            .query_row(count, [], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))
            .unwrap()
    };
    let before = count();
    assert_eq!(before.0, 12);
    assert_eq!(json(&arguments), first);
    assert_eq!(count(), before);
    // Other numbers of positions are other judgements.
    let other = ["games", "report", &database, "Ann", "--nodes", "150", "--judge", "0", "--json"];
    assert_eq!(json(&other)["own"]["games"], 0);
}

/// The program is killed whenever a judgement is written.
#[cfg(unix)]
#[test]
fn killed_judging_resumes() {
    let rows = rows();
    let (killed, whole) = (database("report-killed", &rows), database("report-whole", &rows));
    let judged = |database: &str| -> Vec<(i64, String)> {
        let connection = Connection::open(database).unwrap();
        let sql = "SELECT game, group_concat(white_chance || ifnull(best, '')) FROM judgements \
             GROUP BY game";
        let mut statement = connection.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    let more = ["--judge", "6", "--compare", "0", "--threads", "2"];
    for _ in 0..3 {
        let before = judged(&killed).len();
        let mut child = start(&quick(&killed, "Ann", &more));
        while child.try_wait().unwrap().is_none() {
            if judged(&killed).len() > before {
                // SIGKILL: the program cannot tidy up.
                child.kill().unwrap();
            }
        }
        // A finished game is never lost.
        assert!(judged(&killed).len() > before || before == 6);
    }
    let (one, other) = (json(&quick(&killed, "Ann", &more)), json(&quick(&whole, "Ann", &more)));
    assert_eq!(one, other);
    assert_eq!(judged(&killed), judged(&whole));
}

#[test]
fn errors_and_few_games_are_named() {
    let database = database("report-few", &rows()[..12]);
    let error = rejected(&["games", "report", &database, "Nobody"], 1);
    assert_has(&error, &["expected the name of a player of the database, found \"Nobody\""]);
    let text = run(&["games", "report", &database, "Ann", "--judge", "0", "--compare", "0"]);
    assert_has(
        &text,
        &[
            "Ann: ",
            "fewer than 5 games",
            "too few games",
            "No opening with 5 games or more of one color",
        ],
    );

    run(&quick(&database, "Ann", &["--judge", "1", "--compare", "0"]));
    let connection = Connection::open(&database).unwrap();
    connection.execute_batch("DELETE FROM judgements WHERE ply = 3").unwrap();
    let (_, errors) = outputs(&quick(&database, "Ann", &["--judge", "1", "--compare", "0"]));
    assert_has(&errors, &["expected judgements of all positions, found damage in the database"]);
}

/// White can complete the road on the file a with a1 after Black's fourth move, and again after the fifth. White's walls
/// waste the moves, so that the loss is clear to every network.
const MISSED: &str = "[Size \"5\"]\n[Player1 \"<b>Ann\"]\n[Player2 \"Ben&\"]\n[Rating1 \"1400\"]\n\
     [Rating2 \"1500\"]\n[Date \"2024.05.06\"]\n\n1. e5 a5 2. a4 c3 3. a3 b3 4. a2 d2 5. Sc1 d1 6. Sd4 0-1\n";

#[test]
fn missed_wins_become_puzzles_and_boards() {
    let database = new_database("report-missed");
    run(&["games", "add", &database, &file("report-missed.ptn", MISSED)]);
    let [html, puzzles] = ["report-missed.html", "report-missed.tsv"].map(path);
    let [html, puzzles] = [&html, &puzzles].map(|path| path.to_str().unwrap());
    let files = ["--html", html, "--puzzles", puzzles];
    let report = json(&quick(&database, "<b>ann", &files));
    let forced = &report["own"]["forced"];
    // The second miss is a win that was there again.
    assert_eq!((&forced["roads"], &forced["missed_roads"]), (&2.into(), &2.into()), "{forced}");

    let found = read_puzzles(&fs::read_to_string(puzzles).unwrap()).unwrap();
    assert_eq!(found.len(), 2);
    for (puzzle, played) in found.iter().zip(["Sc1", "Sd4"]) {
        assert_eq!((puzzle.aim.kind, puzzle.aim.length), (Kind::Road, 1));
        assert_eq!(puzzle.key().unwrap().to_string(), "a1");
        assert_eq!(puzzle.misses.rating(), Some(1400));
        let source = format!("Game 1 against Ben&, 2024.05.06: you played {played}");
        assert_eq!(puzzle.source, source);
    }
    let page = fs::read_to_string(html).unwrap();
    assert_has(&page, &["Ann: 1 game from 2024.05.06"]);
    assert_has(
        &page,
        &["&lt;b&gt;Ann", "against Ben&amp;, 2024.05.06", "White to move wins at once", "alt="],
    );
    assert!(!page.contains("<b>") && !page.contains("<script") && !page.contains("src=\"http"));

    let before = fs::metadata(puzzles).unwrap().modified().unwrap();
    let (_, errors) =
        outputs(&["games", "report", &database, "ben&", "--nodes", "100", "--puzzles", puzzles]);
    assert_has(&errors, &["no missed win is proved"]);
    assert_eq!(fs::metadata(puzzles).unwrap().modified().unwrap(), before);
    for (other, expected) in [
        (["--html", &database], "expected another file than the database"),
        (["--puzzles", &database], "expected another file than the database"),
    ] {
        let error = rejected(&quick(&database, "Ben&", &other), 2);
        assert_has(&error, &[expected]);
    }
}

/// After Ctrl-C the games that are judged count, and no file is written from a part of them.
#[cfg(unix)]
#[test]
fn an_interrupted_report_writes_no_files() {
    let database = database("report-interrupted", &rows());
    let html = path("report-interrupted.html");
    let more = ["--nodes", "100000000", "--html", html.to_str().unwrap()];
    let arguments = [&["games", "report", &database, "Ann"], &more[..]].concat();
    let connection = Connection::open(&database).unwrap();
    let mut child = start(&arguments);
    // The program listens to Ctrl-C before it adds the judge.
    let count = "SELECT count(*) FROM judges";
    let has_judge = || connection.query_row(count, [], |row| row.get::<_, i64>(0)) == Ok(1);
    while !has_judge() {
        assert!(child.try_wait().unwrap().is_none());
    }
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!html.exists() && errors.contains("interrupted; run the same command"), "{errors}");
}
