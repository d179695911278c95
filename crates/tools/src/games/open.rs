//! Opens SQLite files. Every file may come from a stranger, so nothing in it is executed.

use super::{DatabaseError, schema};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags, ffi};
use std::path::Path;
use std::time::Duration;

/// The longest time to wait for another program's transaction.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);
/// The longest text or blob of a foreign file: PlayTak's longest games have a few kilobytes.
const FOREIGN_FIELD: i32 = 1 << 20;
/// Pages in memory, in KiB.
const CACHE_KIB: i64 = 64 << 10;

/// Opens a game database for reading.
pub(super) fn to_read(path: &Path) -> Result<Connection, DatabaseError> {
    let found = read_schema(open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?);
    match &found {
        // A killed import leaves a journal; only a writer can undo its unfinished transaction.
        Err(DatabaseError::Sqlite(error)) if needs_writer(error) && schema::is_ours(path) => {
            read_schema(open(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?)?;
            read_schema(open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?)
        }
        _ => found,
    }
}

fn needs_writer(error: &rusqlite::Error) -> bool {
    error.sqlite_extended_error_code() == Some(ffi::SQLITE_READONLY_ROLLBACK)
}

/// SQLite reads the header of a file with the first statement.
fn read_schema(connection: Connection) -> Result<Connection, DatabaseError> {
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
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

/// Opens a file for writing, or creates it.
pub(super) fn to_write(path: &Path) -> Result<Connection, DatabaseError> {
    let connection = open(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
    // Larger pages than usual waste less space at the ends of the index's blobs. They count for new files only.
    connection.pragma_update(None, "page_size", 16384)?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    // A forgotten name must not stay in a free page.
    connection.pragma_update(None, "secure_delete", true)?;
    Ok(connection)
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
