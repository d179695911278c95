//! Rows of new games and of what they refer to.

use super::record::NewGame;
use super::{DatabaseError, moves};
use fxhash::FxHashMap;
use rusqlite::{Connection, OptionalExtension, Statement, params};
use stonefall_engine::Color;
use stonefall_engine::types::{ByColor, Rules};

/// Finds or creates a source.
pub(super) fn source(
    connection: &Connection,
    (kind, name): &(&'static str, String),
) -> Result<i64, DatabaseError> {
    let insert = "INSERT OR IGNORE INTO sources (kind, name) VALUES (?1, ?2)";
    connection.execute(insert, params![kind, name])?;
    let find = "SELECT id FROM sources WHERE kind = ?1 AND name = ?2";
    Ok(connection.query_row(find, params![kind, name], |row| row.get(0))?)
}

/// Finds or creates rules. Equal rules have one row, however a file spells them.
pub(super) fn variant(
    connection: &Connection,
    variants: &mut FxHashMap<(usize, Rules), i64>,
    game: &NewGame,
) -> Result<i64, DatabaseError> {
    let (size, rules) = (game.size, game.rules);
    if let Some(&id) = variants.get(&(size, rules)) {
        return Ok(id);
    }
    let ByColor([white, black]) = rules.pieces;
    let values = params![
        size,
        rules.half_komi.half_flats(),
        rules.opening.name(),
        white.stones,
        white.capstones,
        black.stones,
        black.capstones,
        rules.reversible_plies,
    ];
    let find = "SELECT id FROM variants WHERE (size, half_komi, opening, white_flats, \
         white_capstones, black_flats, black_capstones, reversible_plies) = \
         (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let found = connection.query_row(find, values, |row| row.get(0)).optional()?;
    let id = match found {
        Some(id) => id,
        None => {
            let insert = "INSERT INTO variants VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            connection.execute(insert, values)?;
            connection.last_insert_rowid()
        }
    };
    variants.insert((size, rules), id);
    Ok(id)
}

/// The statement of [`insert`].
pub(super) fn prepare(connection: &Connection) -> Result<Statement<'_>, DatabaseError> {
    let sql = "INSERT INTO games VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, \
         ?14, ?15, ?16, ?17, ?18)";
    Ok(connection.prepare(sql)?)
}

/// Adds a game.
pub(super) fn insert(
    statement: &mut Statement<'_>,
    id: i64,
    (source, variant): (i64, i64),
    ByColor([white, black]): ByColor<Option<i64>>,
    game: &NewGame,
) -> Result<(), DatabaseError> {
    let header = &game.header;
    statement.execute(params![
        id,
        game.fingerprint,
        source,
        header.number,
        variant,
        white,
        black,
        header.ratings[Color::White],
        header.ratings[Color::Black],
        header.date,
        header.clock.map(|clock| clock.time),
        header.clock.map(|clock| clock.increment),
        header.is_unrated,
        header.is_tournament,
        header.event,
        game.start.as_ref().map(ToString::to_string),
        game.result.code(),
        moves::encode(&game.moves),
    ])?;
    Ok(())
}
