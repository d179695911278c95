//! The file of a database: its tables, and how SQLite opens it. Every file may come from a stranger, so nothing in it is
//! executed. docs/games.md describes the tables.

use super::DatabaseError;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags, ffi};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

/// Plies that are indexed unless the user asks for another number.
pub(super) const DEFAULT_PLIES: usize = 40;

/// The longest time to wait for another program's transaction.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// The longest text or blob of a foreign file: PlayTak's longest games have a few kilobytes.
const FOREIGN_FIELD: i32 = 1 << 20;
/// Pages in memory, in KiB.
const CACHE_KIB: i64 = 64 << 10;
/// Bytes of a page: larger ones than usual waste less space.
const PAGE: i64 = 16 << 10;

/// `Stak`, in the header of the file.
const APPLICATION: i64 = 0x5374_616b;
/// Version of the tables, in the header of the file.
const VERSION: i64 = 5;
/// The first bytes of SQLite's files.
const SQLITE: &[u8] = b"SQLite format 3\0";

const TABLES: [(&str, &str); 14] = [
    ("settings", "CREATE TABLE settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT"),
    (
        "players",
        "CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT UNIQUE, lowercase TEXT, \
         is_bot INTEGER NOT NULL, forgotten INTEGER UNIQUE) STRICT",
    ),
    ("players_lowercase", "CREATE INDEX players_lowercase ON players (lowercase)"),
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
         clock TEXT, unrated INTEGER NOT NULL, tournament INTEGER NOT NULL, event TEXT, \
         start TEXT, result TEXT NOT NULL, moves TEXT NOT NULL) STRICT",
    ),
    ("games_fingerprint", "CREATE UNIQUE INDEX games_fingerprint ON games (fingerprint)"),
    ("games_number", "CREATE INDEX games_number ON games (number)"),
    ("games_rating", "CREATE INDEX games_rating ON games (white_rating + black_rating)"),
    (
        "visits",
        "CREATE TABLE visits (position INTEGER NOT NULL, game INTEGER NOT NULL, \
         move INTEGER NOT NULL, PRIMARY KEY (position, game)) STRICT, WITHOUT ROWID",
    ),
    (
        "choices",
        "CREATE TABLE choices (position INTEGER NOT NULL, move INTEGER NOT NULL, \
         games INTEGER NOT NULL, white INTEGER NOT NULL, black INTEGER NOT NULL, \
         draws INTEGER NOT NULL, rating_sum INTEGER NOT NULL, rated INTEGER NOT NULL, \
         PRIMARY KEY (position, move)) STRICT, WITHOUT ROWID",
    ),
    (
        "judges",
        "CREATE TABLE judges (id INTEGER PRIMARY KEY, engine TEXT NOT NULL, \
         nodes INTEGER NOT NULL, UNIQUE (engine, nodes)) STRICT",
    ),
    (
        "judgements",
        "CREATE TABLE judgements (game INTEGER NOT NULL, judge INTEGER NOT NULL, \
         ply INTEGER NOT NULL, white_chance REAL NOT NULL, winner INTEGER, ending TEXT, \
         moves INTEGER, best TEXT, PRIMARY KEY (game, judge, ply)) STRICT, WITHOUT ROWID",
    ),
];

/// A kind of SQLite file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SqliteFile {
    /// A game database.
    Database,
    /// Another file, perhaps PlayTak's.
    Foreign,
}

impl SqliteFile {
    /// The kind of a file by its first bytes; `None` for other files.
    pub fn detect(path: &Path) -> io::Result<Option<Self>> {
        let mut header = Vec::new();
        File::open(path)?.take(72).read_to_end(&mut header)?;
        let kind = match header.last_chunk() {
            Some(id) if *id == (APPLICATION as u32).to_be_bytes() => Self::Database,
            _ => Self::Foreign,
        };
        Ok(header.starts_with(SQLITE).then_some(kind))
    }
}

/// Opens a game database for reading. Returns the number of indexed plies as well.
pub(super) fn to_read(path: &Path) -> Result<(Connection, usize), DatabaseError> {
    let found = read_schema(open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?);
    let connection = match found {
        // A killed import leaves a journal; only a writer can undo its unfinished transaction.
        Err(DatabaseError::Sqlite(error))
            if error.sqlite_extended_error_code() == Some(ffi::SQLITE_READONLY_ROLLBACK)
                && SqliteFile::detect(path)? == Some(SqliteFile::Database) =>
        {
            read_schema(open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?)?;
            read_schema(open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?)?
        }
        found => found?,
    };
    let plies = check(&connection)?;
    Ok((connection, plies))
}

/// Opens a game database for writing.
pub(super) fn to_write(path: &Path) -> Result<Connection, DatabaseError> {
    to_read(path)?;
    writer(path)
}

/// Opens a game database for writing, or creates it. Returns the number of indexed plies as well.
pub(super) fn create(
    path: &Path,
    plies: Option<usize>,
) -> Result<(Connection, usize), DatabaseError> {
    let mut connection = writer(path)?;
    let transaction = connection.transaction_with_behavior(IMMEDIATE)?;
    let count = "SELECT count(*) FROM sqlite_schema";
    if transaction.query_row(count, [], |row| row.get::<_, i64>(0))? == 0 {
        for (_, sql) in TABLES {
            transaction.execute_batch(sql)?;
        }
        let insert = "INSERT INTO settings VALUES ('plies', ?1)";
        transaction.execute(insert, [plies.unwrap_or(DEFAULT_PLIES)])?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    let known = check(&transaction)?;
    transaction.commit()?;
    match plies.filter(|&plies| plies != known) {
        Some(found) => Err(DatabaseError::Plies { expected: known, found }),
        None => Ok((connection, known)),
    }
}

/// A transaction that writes waits for other writers before it reads.
pub(super) const IMMEDIATE: rusqlite::TransactionBehavior =
    rusqlite::TransactionBehavior::Immediate;

fn writer(path: &Path) -> Result<Connection, DatabaseError> {
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
    // It counts for new files only.
    connection.pragma_update(None, "page_size", PAGE)?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    // A forgotten name must not stay in a free page.
    connection.pragma_update(None, "secure_delete", true)?;
    Ok(connection)
}

/// Opens a file of another program for reading, with limits.
pub(super) fn foreign(path: &Path) -> Result<Connection, DatabaseError> {
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    for (limit, most) in [
        (Limit::SQLITE_LIMIT_LENGTH, FOREIGN_FIELD),
        (Limit::SQLITE_LIMIT_ATTACHED, 0),
        (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 1),
        (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
    ] {
        connection.set_limit(limit, most)?;
    }
    read_schema(connection)
}

fn open(path: &Path, flags: OpenFlags) -> Result<Connection, DatabaseError> {
    if path.is_dir() {
        return Err(DatabaseError::Folder);
    }
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    for (setting, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    ] {
        connection.set_db_config(setting, on)?;
    }
    Ok(connection)
}

/// SQLite reads the header of a file with the first statement.
fn read_schema(connection: Connection) -> Result<Connection, DatabaseError> {
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(connection)
}

/// Checks that a file has the tables of this version and nothing that SQLite would execute, and returns the number of
/// indexed plies.
fn check(connection: &Connection) -> Result<usize, DatabaseError> {
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
    let schema = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL \
         AND name <> 'sqlite_stat1' ORDER BY name";
    let mut statement = connection.prepare(schema)?;
    let found = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let found: Vec<(String, String)> = found.collect::<Result<_, _>>()?;
    let mut expected = TABLES;
    expected.sort_unstable();
    if !expected.into_iter().eq(found.iter().map(|(name, sql)| (name.as_str(), sql.as_str()))) {
        return Err(DatabaseError::NotGames);
    }
    let plies = "SELECT value FROM settings WHERE name = 'plies'";
    Ok(connection.query_row(plies, [], |row| row.get(0))?)
}
