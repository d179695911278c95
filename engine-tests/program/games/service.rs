//! The opening explorer of `stonefall serve --games`, as PTN Ninja and our page ask it.

use super::{NAMES, Row, database, new_database, random_row};
use crate::program::{file, path, rejected, run};
use crate::serve::command::Program;
use crate::serve::raw;
use crate::serve::server::{Served, serve};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;
use stonefall::transport::server::Explorer;
use stonefall_engine::board::Symmetry;
use stonefall_engine::{Color, Game, Rules};

/// A server with a database of these games.
fn served(name: &str, rows: &[Row]) -> Served {
    let database = database(name, rows);
    serve(|setup| setup.explorer = Some(Explorer::open(Path::new(&database)).unwrap()))
}

/// An answer: status, head and body.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: Value,
}

impl Answer {
    fn good(self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        self.body
    }

    /// The message of an error.
    fn message(&self, status: u16) -> &str {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.body["status"], status, "{self:?}");
        self.body["message"].as_str().unwrap()
    }

    fn header(&self, name: &str) -> Option<&str> {
        Some(raw::header(&self.head, name)).filter(|value| !value.is_empty())
    }
}

fn say(served: &Served, request: &str) -> Answer {
    let (head, body) = raw::get(served, request);
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let body = if body.is_empty() { Value::Null } else { serde_json::from_slice(&body).unwrap() };
    Answer { status, head, body }
}

fn get(served: &Served, path: &str) -> Answer {
    say(served, &format!("GET /api/v1{path} HTTP/1.1\r\nHost: localhost\r\n\r\n"))
}

/// A request with a body, from a page.
fn post(served: &Served, path: &str, origin: &str, body: &str) -> Answer {
    let length = body.len();
    say(
        served,
        &format!(
            "POST /api/v1{path} HTTP/1.1\r\nHost: localhost\r\nOrigin: {origin}\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        ),
    )
}

const PTN_NINJA: &str = "https://ptn.ninja";

/// As `encodeURIComponent`.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' => encoded.push(byte.into()),
            _ => write!(encoded, "%{byte:02X}").unwrap(),
        }
        encoded
    })
}

/// The path of a position; the databases have the sizes from 3 on.
fn opening(position: &Game) -> String {
    format!("/opening/{}/{}", position.size() - 3, encoded(&position.tps().to_string()))
}

/// The settings that PTN Ninja sends without a choice of its user.
fn any() -> Value {
    json!({
        "include_bot_games": true, "tournament": null, "white": null, "black": null,
        "min_date": null, "max_date": null, "min_rating": 0, "komi": null,
        "max_suggested_moves": 20,
    })
}

fn explore(served: &Served, position: &Game, settings: &Value) -> Value {
    post(served, &opening(position), PTN_NINJA, &settings.to_string()).good()
}

fn start(size: usize) -> Game {
    Game::start(size, Rules::standard(size)).unwrap()
}

fn rows() -> Vec<Row> {
    (1..60).map(random_row).collect()
}

/// Number of games of these results.
fn games(answer: &Value) -> u64 {
    ["white", "black", "draw"].iter().map(|field| answer[field].as_u64().unwrap()).sum()
}

#[test]
fn ptn_ninja_gets_what_it_asks_for() {
    let rows = rows();
    let served = served("service", &rows);
    let databases = get(&served, "/databases").good();
    let sizes: Vec<_> =
        databases.as_array().unwrap().iter().map(|it| it["size"].as_u64().unwrap()).collect();
    assert_eq!(sizes, [3, 4, 5, 6, 7, 8]);
    assert_eq!(databases[2], json!({ "include_bot_games": true, "min_rating": 0, "size": 5 }));
    assert_eq!(get(&served, "").good(), json!({ "games": rows.len() }));
    let players = get(&served, "/players").good();
    assert_eq!(players, json!({ "white": NAMES, "black": NAMES }));

    let found = explore(&served, &start(5), &any());
    assert_eq!(found["settings"]["max_suggested_moves"], 20);
    assert_eq!(found["settings"]["min_rating"], 0);
    let of_size = |row: &&Row| row.size == 5;
    assert_eq!(found["total"]["games"], rows.iter().filter(of_size).count());
    let moves = found["moves"].as_array().unwrap();
    let counts: Vec<_> = moves.iter().map(|it| it["games"].as_u64().unwrap()).collect();
    assert!(counts.is_sorted_by(|one, next| one >= next) && counts.len() > 1, "{counts:?}");
    assert_eq!(moves.iter().map(games).sum::<u64>(), games(&found["total"]));
    // The opening book has a score for every first move.
    assert!(
        moves.iter().all(|it| it["score"].as_str().unwrap().starts_with(['+', '-'])),
        "{found}"
    );

    let listed = found["games"].as_array().unwrap();
    assert_eq!(listed.len(), 10);
    for game in listed {
        let number = game["playtak_id"].as_i64().unwrap();
        let row = &rows[number as usize - 1];
        assert_eq!(game["white"], json!({ "name": row.players[0], "rating": row.ratings[0] }));
        assert_eq!(game["black"], json!({ "name": row.players[1], "rating": row.ratings[1] }));
        assert_eq!(game["date"], row.day * 86_400_000);
        assert_eq!(game["komi"], row.half_komi as f64 / 2.0);
        assert_eq!(game["tournament"], row.tournament);
        assert_eq!(game["result"], row.result.replace("0-0", ""));
        assert!(start(5).read_move(game["next_move"].as_str().unwrap()).is_ok());
        let ptn = get(&served, &format!("/game/{number}")).good();
        let same = get(&served, &format!("/game/{}", game["id"])).good();
        assert!(ptn["ptn"].as_str().unwrap().contains("[Size \"5\"]") && ptn == same, "{ptn}");
    }
}

#[test]
fn settings_select_games() {
    let rows = rows();
    let served = served("service-settings", &rows);
    let count = |field: &str, value: Value, expected: &dyn Fn(&Row) -> bool| {
        let mut settings = any();
        settings[field] = value;
        let found = explore(&served, &start(5), &settings);
        let expected = rows.iter().filter(|row| row.size == 5 && expected(row)).count();
        assert_eq!(found["total"]["games"], expected, "{settings}");
        assert!((1..48).contains(&expected), "{settings}: {expected}");
    };
    let is_bot = |row: &Row| row.players.contains(&NAMES[3]);
    count("include_bot_games", json!(false), &|row| !is_bot(row));
    count("tournament", json!(true), &|row| row.tournament);
    count("tournament", json!(false), &|row| !row.tournament);
    count("white", json!(["Ann", "ben"]), &|row| ["Ann", "Ben"].contains(&row.players[0]));
    count("black", json!(["Cid"]), &|row| row.players[1] == "Cid");
    count("white", json!("Cid"), &|row| row.players[0] == "Cid");
    count("player", json!("Ann"), &|row| row.players.contains(&"Ann"));
    count("min_rating", json!(1300), &|row| row.ratings.iter().all(|&it| it >= 1300));
    count("komi", json!(2), &|row| row.half_komi == 4);
    count("komi", json!(0.0), &|row| row.half_komi == 0);
    // 18,262 days are 1 January 2020: in UTC, east of it, and west of it.
    for date in ["2020-01-01", "2019-12-31T22:00:00.000Z", "2020-01-01T05:00:00.000Z"] {
        count("min_date", json!(date), &|row| row.day >= 18_262);
        count("max_date", json!(date), &|row| row.day <= 18_262);
    }
    let mut few = any();
    few["max_suggested_moves"] = json!(1);
    assert_eq!(explore(&served, &start(5), &few)["moves"].as_array().unwrap().len(), 1);
    // Missing settings permit everything.
    let all = explore(&served, &start(5), &any());
    let found = post(&served, &opening(&start(5)), PTN_NINJA, "").good();
    assert_eq!(found["total"], all["total"]);
    let settings = &found["settings"];
    assert_eq!(
        (&settings["include_bot_games"], &settings["min_rating"]),
        (&true.into(), &0.into())
    );
}

#[test]
fn images_have_equal_answers_in_their_own_orientation() {
    let rows = rows();
    let served = served("service-images", &rows);
    let mut position = start(5);
    let row = rows.iter().find(|row| row.size == 5).unwrap();
    for &mv in &row.moves[..3] {
        position.play(mv).unwrap();
    }
    let expected = explore(&served, &position, &any());
    // The position after each move, equal for all images.
    let after = |position: &Game, answer: &Value| {
        let texts = answer["moves"].as_array().unwrap().iter().map(|choice| {
            let mv = position.read_move(choice["ptn"].as_str().unwrap()).unwrap();
            let after = position.after(mv).unwrap();
            let images = Symmetry::ALL.map(|it| after.image(it).unwrap().tps().to_string());
            (images.into_iter().min().unwrap(), games(choice))
        });
        let mut texts: Vec<_> = texts.collect();
        texts.sort();
        texts
    };
    assert!(!expected["moves"].as_array().unwrap().is_empty());
    for symmetry in Symmetry::ALL {
        let image = position.image(symmetry).unwrap();
        let found = explore(&served, &image, &any());
        assert_eq!(found["total"], expected["total"]);
        assert_eq!(after(&image, &found), after(&position, &expected));
        for game in found["games"].as_array().unwrap() {
            if let Some(mv) = game["next_move"].as_str() {
                assert!(image.read_move(mv).is_ok(), "{mv}");
            }
        }
    }
}

#[test]
fn pages_of_other_origins_get_nothing() {
    let served = served("service-origins", &[random_row(1)]);
    let allowed = post(&served, &opening(&start(5)), PTN_NINJA, "{}");
    assert_eq!(allowed.header("access-control-allow-origin"), Some(PTN_NINJA));
    assert_eq!(allowed.header("vary"), Some("Origin"));
    let preflight = |origin: &str| {
        say(
            &served,
            &format!(
                "OPTIONS /api/v1/opening/2/x HTTP/1.1\r\nHost: localhost\r\nOrigin: {origin}\r\n\
                 Access-Control-Request-Method: POST\r\n\
                 Access-Control-Request-Headers: content-type\r\n\r\n"
            ),
        )
    };
    let answer = preflight(PTN_NINJA);
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), Some(PTN_NINJA));
    assert_eq!(answer.header("access-control-allow-headers"), Some("Content-Type"));
    assert!(answer.header("access-control-allow-methods").unwrap().contains("POST"));
    assert_eq!(answer.header("access-control-allow-private-network"), Some("true"));
    for origin in ["https://evil.example", "null", "https://ptn.ninja.evil.example"] {
        for answer in [preflight(origin), post(&served, &opening(&start(5)), origin, "{}")] {
            assert!(answer.message(403).contains("--allow-origin"), "{answer:?}");
            assert_eq!(answer.header("access-control-allow-origin"), None);
        }
    }
    // Errors can be read as well.
    let wrong = post(&served, "/opening/9/x", PTN_NINJA, "{}");
    assert_eq!(wrong.header("access-control-allow-origin"), Some(PTN_NINJA));
    // Another name of this machine.
    let answer = say(&served, "GET /api/v1/players HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    answer.message(403);
    for _ in 0..6 {
        let notice = served.notice();
        assert!(notice.contains("expected PTN Ninja or a page of this machine"), "{notice}");
    }
    assert!(served.notice().contains("host name not allowed: evil.example"));
}

#[test]
fn added_origins_may_ask() {
    let database = database("service-added", &[random_row(1)]);
    let origins = vec!["https://tak.example".parse().unwrap()];
    let served = serve(|setup| {
        setup.explorer = Some(Explorer::open(Path::new(&database)).unwrap());
        setup.origins = origins;
    });
    let answer = post(&served, &opening(&start(5)), "https://tak.example", "{}");
    assert_eq!(answer.header("access-control-allow-origin"), Some("https://tak.example"));
}

#[test]
fn players_are_found_in_any_case_of_every_script() {
    let row = Row { size: 5, players: ["\u{416}\u{443}\u{43a}", "J\u{f6}rg"], ..random_row(1) };
    let served = served("service-scripts", &[row, random_row(2)]);
    for (field, name) in [
        ("white", "\u{436}\u{443}\u{43a}"),
        ("player", "\u{416}\u{423}\u{41a}"),
        ("player", "j\u{d6}rg"),
    ] {
        let mut settings = any();
        settings[field] = name.into();
        assert_eq!(explore(&served, &start(5), &settings)["total"]["games"], 1, "{field} {name}");
    }
}

#[test]
fn wrong_requests_are_explained() {
    let served = served("service-wrong", &[random_row(1)]);
    let place = opening(&start(5));
    for (body, expected) in [
        ("{", "expected settings as JSON"),
        ("[1]", "expected settings as JSON"),
        ("\u{1}", "expected settings as JSON"),
        (r#"{"komi": "2"}"#, "invalid type: string \"2\", expected f64 at line 1 column 12"),
        (r#"{"komi": 0.3}"#, "(komi)"),
        (r#"{"komi": 1e300}"#, "(komi)"),
        (r#"{"min_rating": -1}"#, "integer `-1`, expected u16"),
        (r#"{"min_rating": 1e9}"#, "expected u16"),
        (r#"{"max_suggested_moves": 0}"#, "expected a nonzero usize"),
        (r#"{"include_bot_games": 1}"#, "expected a boolean"),
        (r#"{"tournament": "yes"}"#, "expected a boolean"),
        (r#"{"min_date": "soon"}"#, "found soon"),
        (r#"{"max_date": 5}"#, "expected a string"),
        (r#"{"white": [1]}"#, "expected a name or a list of names"),
        (r#"{"black": {}}"#, "expected a name or a list of names"),
        (r#"{"player": "Zoe"}"#, "found \"Zoe\""),
        (r#"{"white": ["' OR 1=1 --"]}"#, "found \"' OR 1=1 --\""),
        (r#"{"opening": "sicilian"}"#, "found sicilian"),
        (r#"{"pieces": [[1]]}"#, "expected an array of length 2"),
        (r#"{"pieces": [[99, 9], [99, 9]]}"#, "expected"),
    ] {
        let answer = post(&served, &place, PTN_NINJA, body);
        assert!(answer.message(400).contains(expected), "{body}: {answer:?}");
    }
    let deep = "[".repeat(10_000);
    post(&served, &place, PTN_NINJA, &deep).message(400);
    let names = json!({ "white": vec!["Ann"; 101] }).to_string();
    post(&served, &place, PTN_NINJA, &names).message(400);
    let long = "x".repeat(20_000);
    let answer = post(&served, &place, PTN_NINJA, &long);
    assert!(answer.message(413).contains("at most 16384 bytes"), "{answer:?}");
    for (path, status, expected) in [
        ("/opening/2/nonsense", 400, "(TPS)"),
        ("/opening/2/%ff", 400, "UTF-8"),
        ("/opening/3/x5%2Fx5%2Fx5%2Fx5%2Fx5%201%201", 400, "expected a board of size 6"),
        ("/opening/6/x", 404, "expected a database"),
        ("/opening/two/x", 404, "expected a database"),
        ("/opening/2", 404, "expected databases, players"),
        ("/nothing", 404, "expected databases, players"),
        ("/databases/2", 404, "expected databases, players"),
    ] {
        let answer = post(&served, path, PTN_NINJA, "{}");
        assert!(answer.message(status).contains(expected), "{path}: {answer:?}");
    }
    let answer = post(&served, &format!("/opening/2/{}", "1".repeat(4000)), PTN_NINJA, "{}");
    assert!(answer.message(400).contains("at most 1000"), "{answer:?}");
    let position = "/opening/2/x5%2Fx5%2Fx5%2Fx5%2Fx5%201%201";
    get(&served, position).message(405);
    post(&served, "/players", PTN_NINJA, "{}").message(405);
    for path in ["/game/x", "/game/-1", "/game/99999999999999999999"] {
        get(&served, path).message(400);
    }
    for number in ["2", "0", "1000000000002", "9223372036854775807"] {
        assert!(get(&served, &format!("/game/{number}")).message(404).contains("found"));
    }
    // A body in pieces.
    let request = format!(
        "POST /api/v1{place} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n\
         2\r\n{{}}\r\n0\r\n\r\n"
    );
    say(&served, &request).good();
    // The path of the service is not the start of others.
    let (_, head) = raw::say(&served, "GET /api/v1x HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(head.contains("404") && head.contains("text/plain"), "{head}");
    // The server still answers.
    explore(&served, &start(5), &any());
}

#[test]
fn a_server_without_a_database_says_so() {
    let served = serve(|_| {});
    assert_eq!(get(&served, "").good(), json!({ "games": null }));
    for path in ["/databases", "/players", "/game/1"] {
        let answer = get(&served, path);
        assert!(answer.message(404).contains("--games DATABASE"), "{answer:?}");
    }
    post(&served, &opening(&start(5)), PTN_NINJA, "{}").message(404);
}

#[test]
fn other_positions_and_rules_count_apart() {
    let rows = rows();
    let served = served("service-rules", &rows);
    let mut settings = any();
    settings["opening"] = json!("no-swap");
    assert_eq!(explore(&served, &start(5), &settings)["total"]["games"], 0);
    settings["opening"] = json!("swap");
    settings["pieces"] = json!([[21, 1], [21, 1]]);
    let standard = explore(&served, &start(5), &any());
    assert_eq!(explore(&served, &start(5), &settings)["total"], standard["total"]);
    settings["pieces"] = json!([[20, 1], [21, 1]]);
    assert_eq!(explore(&served, &start(5), &settings)["total"]["games"], 0);
    // A finished game has no moves.
    let end = stonefall_engine::parse_tps("1,1,1,1,1/x5/2,2,2,2,x/x5/x5 2 6").unwrap();
    let end = Game::from_tps(&end, Rules::standard(5)).unwrap();
    assert_eq!(end.to_move(), Color::Black);
    assert_eq!(explore(&served, &end, &any())["moves"], json!([]));
}

#[test]
fn games_of_an_import_appear_at_once() {
    let database = database("service-grows", &[random_row(1)]);
    let served =
        serve(|setup| setup.explorer = Some(Explorer::open(Path::new(&database)).unwrap()));
    assert_eq!(get(&served, "").good()["games"], 1);
    let ptn =
        file("service-grows.ptn", "[Size \"5\"]\n[Player1 \"<b>Eve</b>\"]\n\n1. a1 e5 2. c3 *\n");
    run(&["games", "add", &database, &ptn]);
    assert_eq!(get(&served, "").good()["games"], 2);
    let found = explore(&served, &start(5), &json!({ "white": "<b>Eve</b>" }));
    let game = &found["games"][0];
    // A game that is not PlayTak's has a number that PlayTak does not have.
    assert_eq!(game["playtak_id"], game["id"]);
    assert_eq!(game["white"], json!({ "name": "<b>Eve</b>", "rating": null }));
    assert!(game["date"].is_null());
    let ptn = get(&served, &format!("/game/{}", game["playtak_id"])).good();
    assert!(ptn["ptn"].as_str().unwrap().contains("2. c3"), "{ptn}");
}

/// The first question waits for a program that changes the file. SQLite would wait ten seconds; the question has one.
#[test]
fn a_late_question_leaves_the_explorer_to_the_next_one() {
    let database = database("service-late", &[random_row(1)]);
    let served = serve(|setup| {
        setup.explorer = Some(Explorer::open(Path::new(&database)).unwrap());
        setup.timeouts.question = Duration::from_secs(1);
    });
    let writer = Connection::open(&database).unwrap();
    writer.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let answer = get(&served, "/players");
    assert!([500, 503].contains(&answer.status), "{answer:?}");
    // The next question does not need the file.
    assert_eq!(get(&served, "/databases").good().as_array().unwrap().len(), 6);
    writer.execute_batch("ROLLBACK").unwrap();
    assert_eq!(get(&served, "").good()["games"], 1);
}

#[test]
fn the_command_opens_its_database() {
    let missing = path("service-missing.db");
    let missing = missing.to_str().unwrap();
    let text = rejected(&["serve", "--port", "0", "--games", missing], 1);
    assert!(text.contains("service-missing.db: expected a file that can be opened"), "{text}");
    let database = new_database("service-command");
    let ptn = file("service-command.ptn", "[Size \"5\"]\n\n1. a1 e5 2. c3 *\n");
    run(&["games", "add", &database, &ptn]);
    let (_program, address) = Program::start(&["--games", &database]);
    let address = address.to_string();
    let address = address.trim_start_matches("ws://").trim_end_matches('/');
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(b"GET /api/v1 HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.ends_with("{\"games\":1}"), "{answer}");
}
