//! `stonefall games show`, `export` and `forget`.

use super::{count, database, new_database, playtak, random_row};
use crate::program::{assert_documented, assert_has, file, json, outputs, path, rejected, run};
use std::fs;

#[test]
fn a_game_is_shown_as_board_ptn_and_json() {
    let rows: Vec<_> = (1..9).map(random_row).collect();
    let database = database("shown", &rows);
    let game = json(&["games", "show", &database, "3", "--json"]);
    assert_documented(&[&game]);
    let ptn = run(&["games", "show", &database, "3", "--ptn"]);
    assert_eq!(game["ptn"], ptn);
    let [white, black] = rows[2].players;
    assert_has(
        &ptn,
        &[
            &format!("[Player1 \"{white}\"]"),
            &format!("[Player2 \"{black}\"]"),
            "[Clock \"600+20\"]",
        ],
    );
    assert_has(&run(&["games", "show", &database, "3"]), &[white, black, &ptn]);
    let missing = rejected(&["games", "show", &database, "99"], 1);
    assert!(missing.contains("expected a game of the database, found 99"), "{missing}");
}

#[test]
fn exported_games_can_be_added() {
    let rows: Vec<_> = (1..30).map(random_row).collect();
    let database = database("exported", &rows);
    let out = path("exported.ptn").to_str().unwrap().to_owned();
    run(&["games", "export", &database, "--size", "5", "--out", &out]);
    let text = run(&["games", "export", &database, "--size", "5"]);
    assert_eq!(fs::read_to_string(&out).unwrap(), text);
    let copy = new_database("copied");
    let summary = json(&["games", "add", &copy, &out, "--json"]);
    let expected = rows.iter().filter(|row| row.size == 5).count();
    assert_eq!((&summary["added"], &summary["illegal"]), (&expected.into(), &0.into()));
    let explore = |database: &str| {
        let mut found = json(&["games", "explore", database, "--size", "5", "--json"]);
        found["best_games"] = "other numbers".into();
        found
    };
    assert_eq!(explore(&copy), explore(&database));
    let error = rejected(&["games", "export", &database, "--out", &database], 2);
    assert!(error.contains("another file than the database"), "{error}");
}

#[test]
fn a_forgotten_name_is_gone_and_does_not_return() {
    let mut rows: Vec<_> = (1..20).map(random_row).collect();
    rows[0].players = ["Rumpelstiltskin", "Ben"];
    let database = database("forgetful", &rows);
    let has_name = || fs::read(&database).unwrap().windows(11).any(|part| part == b"Rumpelstilt");
    assert!(has_name());
    run(&["games", "forget", &database, "Rumpelstiltskin"]);
    assert!(!has_name());
    let name = || json(&["games", "show", &database, "1", "--json"])["white"]["name"].clone();
    assert_eq!(name(), serde_json::Value::Null);
    // The same games and a new one of this person.
    rows.push(super::Row { id: 99, players: ["Rumpelstiltskin", "Ann"], ..random_row(99) });
    let source = playtak("forgetful-source.db", 2, &rows);
    let summary = json(&["games", "add", &database, &source, "--json"]);
    assert_eq!((&summary["added"], &summary["known"]), (&1.into(), &19.into()));
    assert!(!has_name());
    let unknown = rejected(&["games", "forget", &database, "Rumpelstiltskin"], 1);
    assert!(unknown.contains("expected the name of a player"), "{unknown}");
}

#[test]
fn names_are_data_only() {
    let name = "Robert\"'); DROP TABLE games;--\u{1b}[31m{x}";
    let text = format!(
        "[Size \"5\"]\n[Player1 \"{}\"]\n[Player2 \"\u{7}<b>\"]\n\n1. a1 e5 *\n",
        name.replace('"', "''")
    );
    let database = new_database("names");
    run(&["games", "add", &database, &file("names.ptn", text)]);
    let output = run(&["games", "find", &database]) + &run(&["games", "show", &database, "1"]);
    assert!(output.contains("DROP TABLE"), "{output}");
    let table = run(&["games", "find", &database]);
    assert!(!table.contains('\u{1b}') && !table.contains('\u{7}'), "{table:?}");
    let exported = file("names-exported.ptn", run(&["games", "export", &database]));
    let copy = new_database("names-copy");
    run(&["games", "add", &copy, &exported]);
    let white = |database: &str| json(&["games", "show", database, "1", "--json"])["white"].clone();
    assert_eq!(white(&copy), white(&database));
    assert_eq!(count(&database), 1);
}

#[test]
fn names_are_found_in_any_case_of_every_script() {
    let game = |name: &str, moves: &str| {
        format!("[Size \"5\"]\n[Player1 \"{name}\"]\n[Player2 \"Ben\"]\n\n1. {moves} 1-0\n\n")
    };
    let text = game("\u{416}\u{443}\u{43a}", "a1 e5") + &game("J\u{f6}rg", "a1 e4");
    let database = new_database("scripts");
    run(&["games", "add", &database, &file("scripts.ptn", text)]);
    for name in ["\u{436}\u{443}\u{43a}", "\u{416}\u{423}\u{41a}", "j\u{d6}rg"] {
        let found = json(&["games", "find", &database, "--player", name, "--json"]);
        assert_eq!(found["count"], 1, "{name}");
        let report =
            json(&["games", "report", &database, name, "--judge", "0", "--compare", "0", "--json"]);
        assert_eq!((&report["games"], &report["total"]["won"]), (&1.into(), &1.into()), "{name}");
    }
}

/// Games that differ in players or rules are different games, and so are equal ones of a file without a time of day.
#[test]
fn different_games_are_not_known() {
    let game = |tags: &str| format!("[Size \"5\"]\n{tags}\n\n1. a1 e5 2. c3 1-0\n\n");
    let tags = [
        "[Player1 \"A\"]\n[Player2 \"B\"]",
        "[Player1 \"A\"]\n[Player2 \"B\"]\n[Opening \"no-swap\"]",
        "[Player1 \"A\"]\n[Player2 \"B\"]\n[Flats \"10\"]",
        "[Player1 \"C\"]\n[Player2 \"D\"]",
        "[Player1 \"C\"]\n[Player2 \"D\"]",
        "[Player1 \"C\"]\n[Player2 \"D\"]\n[Date \"2024.01.01\"]",
        "[Player1 \"C\"]\n[Player2 \"D\"]\n[Date \"2024.01.01\"]",
        "[Player1 \"C\"]\n[Player2 \"D\"]\n[Date \"2024.01.01\"]\n[Time \"17:30\"]",
        "[Player1 \"C\"]\n[Player2 \"D\"]\n[Date \"2024.01.01\"]\n[Time \"17:30:00\"]",
    ];
    let source = file("different.ptn", tags.map(game).concat());
    let database = new_database("different");
    let add = || json(&["games", "add", &database, &source, "--json"]);
    let first = add();
    assert_eq!((&first["added"], &first["known"]), (&8.into(), &1.into()));
    let second = add();
    assert_eq!((&second["added"], &second["known"]), (&0.into(), &9.into()));
}

/// Time controls and ratings in every spelling are kept, filtered and written back.
#[test]
fn time_controls_and_ratings_of_other_programs_are_kept() {
    let cases = [
        ("10:0 +20 @35 +10:0", "600+20 @35 +600", "1523.4567", Some(1523)),
        ("3:0:0 +1n", "10800+1n", "1523?", Some(1523)),
        ("3:0:0 +1n @30 +5:0", "10800+1n @30 +300", "", None),
        ("15:00 +10", "900+10", "?", None),
        ("1+0.02", "1+0.02", " 1600 ", Some(1600)),
    ];
    let database = new_database("clocks");
    let text: String = cases
        .iter()
        .map(|(clock, _, rating, _)| {
            format!("[Size \"5\"]\n[Clock \"{clock}\"]\n[Rating1 \"{rating}\"]\n\n1. a1 e5 *\n\n")
        })
        .collect();
    run(&["games", "add", &database, &file("clocks.ptn", text)]);
    for (number, (clock, written, _, rating)) in (1..).zip(cases) {
        for time in [clock, written] {
            let found = json(&["games", "find", &database, "--time", time, "--json"]);
            assert_eq!(found["count"], 1, "{time}");
            let game = &found["games"][0];
            assert_eq!((&game["id"], &game["white"]["rating"]), (&number.into(), &rating.into()));
        }
        let ptn = run(&["games", "show", &database, &number.to_string(), "--ptn"]);
        assert_has(&ptn, &[&format!("[Clock \"{written}\"]")]);
    }
    let clock = |id: &str| json(&["games", "show", &database, id, "--json"])["clock"].clone();
    let first = clock("1");
    assert_documented(&[&first]);
    assert_eq!((&first["seconds"], &first["increment"]), (&600.into(), &20.into()));
    assert_eq!(first["extra"], serde_json::json!({ "move": 35, "seconds": 600 }));
    assert_eq!(
        (&clock("3")["increment_grows"], &clock("5")["increment"]),
        (&true.into(), &0.02.into())
    );
    let error = rejected(&["games", "find", &database, "--time", "soon"], 2);
    assert_has(&error, &["expected a time control such as 600+20", "found soon"]);

    let source = playtak("extra-time.db", 2, &[random_row(1)]);
    let update = "UPDATE games SET extra_time_trigger = 35, extra_time_amount = 300, rating_white = 1523.4567";
    rusqlite::Connection::open(&source).unwrap().execute_batch(update).unwrap();
    run(&["games", "add", &database, &source]);
    let found = json(&["games", "find", &database, "--time", "10:00 +20 @35 +5:00", "--json"]);
    assert_eq!((&found["count"], &found["games"][0]["white"]["rating"]), (&1.into(), &1523.into()));
}

/// No control character of a file reaches the output, and all HTML, SVG and JSON can be parsed.
#[test]
fn names_of_any_characters_are_harmless() {
    let name = "\u{1b}]0;x\u{7}\u{9b}31m<&'>]]>--{}\u{ffff}\u{fffe}\u{0}&amp;\u{202e}\u{416}";
    let game = format!(
        "[Size \"5\"]\n[Player1 \"{name}\"]\n[Player2 \"B{name}\"]\n[Event \"{name}\"]\n\
         [Rating1 \"1500\"]\n[Rating2 \"1500\"]\n\n"
    );
    let games = format!("{game}1. a1 e5 2. c3 1-0\n\n").repeat(6);
    let source = file("harmless.ptn", games + &game + "1. a1 a1 *\n");
    let database = new_database("harmless");
    let (summary, errors) = outputs(&["games", "add", &database, &source]);
    let white = json(&["games", "show", &database, "1", "--json"])["white"]["name"].clone();
    let white = white.as_str().unwrap();
    assert_has(white, &["<&'>]]>--", "&amp;", "\u{416}"]);
    let page = path("harmless.html");
    let report = |more: &[&str]| {
        let arguments = ["games", "report", &database, white, "--judge", "6", "--compare", "6"];
        run(&[&arguments[..], &["--nodes", "100"], more].concat())
    };
    let explored = ["games", "explore", &database, "--size", "5"];
    let texts = [
        summary,
        errors,
        run(&["games", "find", &database]),
        run(&["games", "show", &database, "1"]),
        run(&["games", "export", &database]),
        run(&explored),
        report(&["--html", page.to_str().unwrap()]),
        fs::read_to_string(&page).unwrap(),
        serde_json::from_str::<serde_json::Value>(&report(&["--json"])).unwrap()["player"]
            .to_string(),
    ];
    for text in texts {
        let noise = text.chars().find(|at| at.is_control() && !matches!(at, '\n' | '\r'));
        assert_eq!(noise, None, "{text}");
    }
    let page = fs::read_to_string(&page).unwrap();
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let tree = roxmltree::Document::parse_with_options(&page, options).unwrap();
    let heading = tree.descendants().find(|node| node.has_tag_name("h1")).unwrap();
    assert_eq!(heading.text(), Some(white));
}
