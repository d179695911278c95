//! Players of a database.

use super::DatabaseError;
use crate::hash::Hash;
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Identifier in the table `players`.
    pub id: i64,
    /// The name; `None` if it was forgotten.
    pub name: Option<String>,
    /// Whether the player is a bot.
    pub is_bot: bool,
}

/// Bots whose names do not end with `bot`: on PlayTak, as programs that read its games know them, and this engine.
const BOTS: [&str; 8] = [
    "alphatakbot_5x5",
    "geust93",
    "stakbot1",
    "stakbot2",
    "stonefall",
    "taik",
    "takticianbotdev",
    "verekaibot1",
];

/// Whether a name is that of a bot: it ends with `bot`, or is a known one.
fn is_bot(name: &str) -> bool {
    let name = name.to_lowercase();
    name.ends_with("bot") || BOTS.contains(&name.as_str())
}

/// The trace of a forgotten name, so that a later import does not bring it back.
fn trace(name: &str) -> i64 {
    Hash::new().bytes(name.as_bytes()).stored()
}

/// Finds or creates players.
#[derive(Debug)]
pub(super) struct PlayerNames {
    /// Names that the user calls bots.
    bots: Vec<String>,
    known: HashMap<String, i64>,
}

impl PlayerNames {
    pub(super) fn new(bots: Vec<String>) -> Self {
        Self { bots, known: HashMap::new() }
    }

    /// The identifier of a name; `None` for an unknown player.
    pub(super) fn id(
        &mut self,
        connection: &Connection,
        name: Option<&str>,
    ) -> Result<Option<i64>, DatabaseError> {
        let Some(name) = name else { return Ok(None) };
        if let Some(&id) = self.known.get(name) {
            return Ok(Some(id));
        }
        let find = "SELECT id FROM players WHERE name = ?1 OR forgotten = ?2";
        let found =
            connection.query_row(find, params![name, trace(name)], |row| row.get(0)).optional()?;
        let id = match found {
            Some(id) => id,
            None => {
                let is_bot = is_bot(name) || self.bots.iter().any(|bot| is_same_name(bot, name));
                let insert = "INSERT INTO players (name, lowercase, is_bot) VALUES (?1, ?2, ?3)";
                connection.execute(insert, params![name, name.to_lowercase(), is_bot])?;
                connection.last_insert_rowid()
            }
        };
        self.known.insert(name.to_owned(), id);
        Ok(Some(id))
    }

    /// Forgets identifiers of a transaction that did not end.
    pub(super) fn clear(&mut self) {
        self.known.clear();
    }

    /// Marks the players that the user calls bots.
    pub(super) fn mark_bots(&self, connection: &Connection) -> Result<(), DatabaseError> {
        for name in &self.bots {
            let mark = "UPDATE players SET is_bot = 1 WHERE lowercase = ?1";
            connection.execute(mark, [name.to_lowercase()])?;
        }
        Ok(())
    }
}

/// All players, by name.
pub(super) fn all(connection: &Connection) -> Result<Vec<Player>, DatabaseError> {
    let sql = "SELECT id, name, is_bot FROM players ORDER BY name";
    let mut statement = connection.prepare(sql)?;
    let players = statement.query_map([], |row| {
        Ok(Player { id: row.get(0)?, name: row.get(1)?, is_bot: row.get(2)? })
    })?;
    Ok(players.collect::<Result<_, _>>()?)
}

/// Whether names are equal in any case, as the filters compare them.
pub fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Identifiers of the players with a name, in any case.
pub(super) fn find(connection: &Connection, name: &str) -> Result<Vec<i64>, DatabaseError> {
    let mut statement = connection.prepare("SELECT id FROM players WHERE lowercase = ?1")?;
    let ids = statement.query_map([name.to_lowercase()], |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Removes a name. Only a hash remains, so that later imports do not bring it back.
pub(super) fn forget(connection: &Connection, name: &str) -> Result<(), DatabaseError> {
    let update = "UPDATE players SET name = NULL, lowercase = NULL, forgotten = ?2 WHERE name = ?1";
    match connection.execute(update, params![name, trace(name)])? {
        0 => Err(DatabaseError::NoPlayer(name.to_owned())),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_bots_end_with_bot_or_are_known() {
        for name in
            ["TakticianBot", "ЖукBOT", "alphatak_bot", "Tiltak_Bot", "Stonefall", "VerekaiBot1"]
        {
            assert!(is_bot(name), "{name}");
        }
        for name in ["Ann", "Botvinnik", "bottle"] {
            assert!(!is_bot(name), "{name}");
        }
    }
}
