//! The tables of a database. docs/games.md describes them.

use super::DatabaseError;
use rusqlite::Connection;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Plies that are indexed unless the user asks for another number.
pub const DEFAULT_PLIES: usize = 40;

/// `Stak`, in the header of the file.
const APPLICATION: i64 = 0x5374_616b;
/// Version of the tables, in the header of the file.
const VERSION: i64 = 3;

const TABLES: [(&str, &str); 10] = [
    ("settings", "CREATE TABLE settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT"),
    (
        "players",
        "CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT UNIQUE, is_bot INTEGER NOT NULL, \
         forgotten INTEGER UNIQUE) STRICT",
    ),
    // Filters name players in any case.
    ("players_name", "CREATE INDEX players_name ON players (name COLLATE NOCASE)"),
    ("players_bots", "CREATE INDEX players_bots ON players (is_bot) WHERE is_bot"),
    (
        "sources",
        "CREATE TABLE sources (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, \
         UNIQUE (kind, name)) STRICT",
    ),
    (
        "variants",
        "CREATE TABLE variants (id INTEGER PRIMARY KEY, size INTEGER NOT NULL, \
         half_komi INTEGER NOT NULL, opening TEXT NOT NULL, white_flats INTEGER NOT NULL, \
         white_capstones INTEGER NOT NULL, black_flats INTEGER NOT NULL, \
         black_capstones INTEGER NOT NULL, reversible_plies INTEGER NOT NULL, UNIQUE (size, \
         half_komi, opening, white_flats, white_capstones, black_flats, black_capstones, \
         reversible_plies)) STRICT",
    ),
    (
        "games",
        "CREATE TABLE games (id INTEGER PRIMARY KEY, fingerprint INTEGER NOT NULL, \
         source INTEGER NOT NULL, number INTEGER NOT NULL, variant INTEGER NOT NULL, \
         white INTEGER, black INTEGER, white_rating INTEGER, black_rating INTEGER, date INTEGER, \
         time INTEGER, increment INTEGER, unrated INTEGER NOT NULL, tournament INTEGER NOT NULL, \
         event TEXT, start TEXT, result TEXT NOT NULL, moves BLOB NOT NULL) STRICT",
    ),
    // Its length counts in every game; so it has no other column. Few games have equal numbers.
    ("games_number", "CREATE INDEX games_number ON games (number)"),
    (
        "segments",
        "CREATE TABLE segments (first_game INTEGER PRIMARY KEY, games INTEGER NOT NULL, \
         prefix_bits INTEGER NOT NULL, bucket_bits INTEGER NOT NULL, classes BLOB NOT NULL, \
         ratings BLOB NOT NULL, days BLOB NOT NULL, komi BLOB NOT NULL, clocks BLOB NOT NULL, \
         players BLOB NOT NULL) STRICT",
    ),
    ("positions", "CREATE TABLE positions (id INTEGER PRIMARY KEY, entries BLOB NOT NULL) STRICT"),
];

/// Tables that older databases of this version do not have. A writer adds them; a reader takes them for empty.
const LATER_TABLES: [(&str, &str); 1] = [(
    "judgements",
    "CREATE TABLE judgements (game INTEGER NOT NULL, engine TEXT NOT NULL, \
         nodes INTEGER NOT NULL, positions BLOB NOT NULL, PRIMARY KEY (game, engine, nodes)) \
         STRICT, WITHOUT ROWID",
)];

/// Creates the tables in an empty file, in a transaction of the caller.
pub(super) fn create(connection: &Connection, plies: usize) -> Result<(), DatabaseError> {
    for (_, sql) in TABLES {
        connection.execute_batch(sql)?;
    }
    complete(connection)?;
    connection.execute("INSERT INTO settings VALUES ('plies', ?1)", [plies])?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.pragma_update(None, "user_version", VERSION)?;
    Ok(())
}

/// Adds the tables that an older database does not have.
pub(super) fn complete(connection: &Connection) -> Result<(), DatabaseError> {
    for (name, sql) in LATER_TABLES {
        if !has_table(connection, name)? {
            connection.execute_batch(sql)?;
        }
    }
    Ok(())
}

/// Whether a database has a table of a later version.
pub(super) fn has_table(connection: &Connection, name: &str) -> Result<bool, DatabaseError> {
    let count = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1";
    Ok(connection.query_row(count, [name], |row| row.get::<_, i64>(0))? > 0)
}

/// Whether the header of a file names this program, without SQLite.
pub(super) fn is_ours(path: &Path) -> bool {
    // The header of SQLite's files has the number at byte 68.
    let mut header = [0; 72];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut header));
    read.is_ok() && header.last_chunk() == Some(&(APPLICATION as u32).to_be_bytes())
}

/// Whether a file has no content yet.
pub(super) fn is_empty(connection: &Connection) -> Result<bool, DatabaseError> {
    let count = "SELECT count(*) FROM sqlite_schema";
    Ok(connection.query_row(count, [], |row| row.get::<_, i64>(0))? == 0)
}

/// Checks that a file has the tables of this version and nothing that SQLite would execute, and returns the number of
/// indexed plies.
pub(super) fn check(connection: &Connection) -> Result<usize, DatabaseError> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if pragma("application_id")? != APPLICATION {
        let column = "SELECT count(*) FROM pragma_table_info('games') WHERE name = 'notation'";
        let is_playtak: bool = connection.query_row(column, [], |row| row.get(0))?;
        return Err(if is_playtak { DatabaseError::PlayTak } else { DatabaseError::NotGames });
    }
    let found = pragma("user_version")?;
    if found != VERSION {
        return Err(DatabaseError::Version { expected: VERSION, found });
    }
    let schema = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL";
    let mut statement = connection.prepare(schema)?;
    let mut rows = statement.query([])?;
    let mut tables = 0;
    while let Some(row) = rows.next()? {
        let name: String = row.get(0)?;
        if name == "sqlite_stat1" {
            continue;
        }
        let sql: String = row.get(1)?;
        if TABLES.contains(&(name.as_str(), sql.as_str())) {
            tables += 1;
        } else if !LATER_TABLES.contains(&(name.as_str(), sql.as_str())) {
            return Err(DatabaseError::NotGames);
        }
    }
    if tables != TABLES.len() {
        return Err(DatabaseError::NotGames);
    }
    let plies = "SELECT value FROM settings WHERE name = 'plies'";
    let plies: i64 = connection.query_row(plies, [], |row| row.get(0))?;
    usize::try_from(plies).map_err(|_| DatabaseError::Damaged("a number of plies"))
}
