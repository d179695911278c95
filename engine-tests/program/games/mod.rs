//! `stonefall games`: databases of games, as users make and ask them.

mod explore;
mod files;
mod hostile;
mod import;
mod report;
mod service;

use crate::common::{Random, random};
use crate::program::{json, path, run};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rusqlite::{Connection, params};
use stonefall_engine::{Game, Move, Rules, outcome_words};
use stonefall_learn::records::{GameRecord, Ply};
use stonefall_playtak::protocol::write_move;

/// A game in PlayTak's table.
#[derive(Clone, Debug)]
pub struct Row {
    pub id: i64,
    pub size: usize,
    pub players: [&'static str; 2],
    pub ratings: [i64; 2],
    /// Days since 1970.
    pub day: i64,
    pub half_komi: i64,
    pub tournament: bool,
    pub result: &'static str,
    pub moves: Vec<Move>,
}

impl Row {
    pub fn notation(&self) -> String {
        self.moves.iter().map(|&mv| write_move(mv)).collect::<Vec<_>>().join(",")
    }
}

/// The versions of PlayTak's table: each has more columns than the one before.
pub const VERSIONS: [&str; 3] = [
    "CREATE TABLE games (id INTEGER PRIMARY KEY, date INT, size INT, player_white VARCHAR(20), \
     player_black VARCHAR(20), notation TEXT, result VARCHAR(10))",
    "CREATE TABLE games (id INTEGER PRIMARY KEY, date INT, size INT, player_white VARCHAR(20), \
     player_black VARCHAR(20), notation TEXT, result VARCHAR(10), timertime INT DEFAULT 0, \
     timerinc INT DEFAULT 0, rating_white INT DEFAULT 1000, rating_black INT DEFAULT 1000, \
     unrated INT DEFAULT 0, tournament INT DEFAULT 0)",
    "CREATE TABLE games (id INTEGER PRIMARY KEY, date INT, size INT, player_white VARCHAR(20), \
     player_black VARCHAR(20), notation TEXT, result VARCHAR(10), timertime INT DEFAULT 0, \
     timerinc INT DEFAULT 0, rating_white INT DEFAULT 1000, rating_black INT DEFAULT 1000, \
     unrated INT DEFAULT 0, tournament INT DEFAULT 0, komi INT DEFAULT 0, pieces INT DEFAULT -1, \
     capstones INT DEFAULT -1, rating_change_white INT DEFAULT 0, \
     rating_change_black INT DEFAULT 0, extra_time_amount INT DEFAULT 0, \
     extra_time_trigger INT DEFAULT 0)",
];

/// Writes PlayTak's database in one of its versions.
pub fn playtak(name: &str, version: usize, rows: &[Row]) -> String {
    let path = path(name);
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch(VERSIONS[version]).unwrap();
    connection.execute_batch("BEGIN").unwrap();
    for row in rows {
        let insert = "INSERT INTO games (id, date, size, player_white, player_black, notation, \
             result) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let [white, black] = row.players;
        let date = row.day * 86_400_000;
        let values =
            params![row.id, date, row.size as i64, white, black, row.notation(), row.result];
        connection.execute(insert, values).unwrap();
        if version > 0 {
            let update = "UPDATE games SET timertime = 600, timerinc = 20, rating_white = ?2, \
                 rating_black = ?3, tournament = ?4 WHERE id = ?1";
            let [white, black] = row.ratings;
            connection.execute(update, params![row.id, white, black, row.tournament]).unwrap();
        }
        if version > 1 {
            let update = "UPDATE games SET komi = ?2, pieces = ?3 WHERE id = ?1";
            // Equal pieces in two spellings.
            let pieces = if row.id % 2 == 0 { -1 } else { standard_flats(row.size) };
            connection.execute(update, params![row.id, row.half_komi, pieces]).unwrap();
        }
    }
    connection.execute_batch("COMMIT").unwrap();
    path.to_str().unwrap().to_owned()
}

fn standard_flats(size: usize) -> i64 {
    Rules::standard(size).pieces.0[0].stones.into()
}

pub const NAMES: [&str; 4] = ["Ann", "Ben", "Cid", "TakBot"];

/// A random game: the first moves come from few, so that games share positions.
pub fn random_row(id: i64) -> Row {
    let random = &mut random(id as u64);
    let size = if id % 5 == 0 { 6 } else { 5 };
    let game = random_game(random, size, 30);
    let players = [0, 1].map(|_| *NAMES.choose(random).unwrap());
    let result = match game.outcome() {
        Some(_) => outcome_code(&game),
        None => *["1-0", "0-1", "1/2-1/2", "0-0"].choose(random).unwrap(),
    };
    Row {
        id,
        size,
        players,
        ratings: [0, 1].map(|_| random.random_range(1000..2000)),
        day: random.random_range(17_000..20_000),
        half_komi: *[0, 4].choose(random).unwrap(),
        tournament: id % 7 == 0,
        result,
        moves: game.played().collect(),
    }
}

fn outcome_code(game: &Game) -> &'static str {
    let outcome = game.outcome().unwrap();
    assert!(!outcome_words(outcome).is_empty());
    stonefall_engine::notation::ptn_file::GameResult::from(outcome).code()
}

pub fn random_game(random: &mut Random, size: usize, plies: usize) -> Game {
    let mut game = Game::start(size, Rules::standard(size)).unwrap();
    for ply in 0..plies {
        let moves = game.moves();
        // A corner, its neighbor, and the center, of every image of the board.
        let few: Vec<_> = moves.iter().copied().filter(|mv| mv.is_placement()).take(6).collect();
        let choices = if ply < 5 && !few.is_empty() { &few } else { &moves };
        let Some(&mv) = choices.choose(random) else { break };
        game.play(mv).unwrap();
    }
    game
}

/// A database with these rows.
pub fn database(name: &str, rows: &[Row]) -> String {
    let database = new_database(name);
    let source = playtak(&format!("{name}-source.db"), 2, rows);
    run(&["games", "add", &database, &source]);
    database
}

/// The name of a database that does not exist.
pub fn new_database(name: &str) -> String {
    path(&format!("{name}.db")).to_str().unwrap().to_owned()
}

/// Number of games of a database.
pub fn count(database: &str) -> u64 {
    json(&["games", "find", database, "--json"])["count"].as_u64().unwrap()
}

/// A self-play record.
pub fn record(seed: u64) -> GameRecord {
    let game = random_game(&mut random(seed), 5, 20);
    GameRecord {
        plies: game.played().map(|mv| Ply { mv, score: None }).collect(),
        outcome: game.outcome(),
        ..GameRecord::new(5, *game.rules())
    }
}
