//! Reads the games of files.

use crate::games::read::Source;
use crate::games::{Database, DatabaseError, DatabaseGame, Filter, SqliteFile};
use std::path::Path;
use stonefall_engine::types::ByColor;
use stonefall_learn::records::Damage;

/// A game and its name: its number and players. The error is the reason why it cannot be replayed.
pub type NamedGame = (String, Result<DatabaseGame, String>);

/// The games of a file: PTN, self-play records, PlayTak's file, or those of a player in a game database. Also returns the bytes
/// of records outside complete ones.
///
/// # Errors
/// If the file cannot be read, or the database does not have the player.
pub fn read_games(
    path: &Path,
    player: Option<&str>,
) -> Result<(Vec<NamedGame>, Vec<Damage>), DatabaseError> {
    if SqliteFile::detect(path)? == Some(SqliteFile::Database) {
        let database = Database::open(path)?;
        let players = player.into_iter().map(ToOwned::to_owned).collect();
        let ids = database.identifiers(None, &Filter { players, ..Filter::default() })?;
        let named = |id| {
            let game = database.game(id)?;
            let name = match &game.names {
                ByColor([Some(white), Some(black)]) => format!("game {id} ({white} - {black})"),
                _ => format!("game {id}"),
            };
            Ok((name, Ok(game)))
        };
        let games = ids.into_iter().map(named).collect::<Result<_, DatabaseError>>()?;
        return Ok((games, Vec::new()));
    }
    let mut source = Source::open(path)?;
    let named = |found: Result<_, DatabaseError>| {
        let found: crate::games::read::FileGame = found?;
        let legal = found.visits(0);
        Ok((found.name, legal.and(found.game)))
    };
    let games = source.games().map(named).collect::<Result<_, DatabaseError>>()?;
    Ok((games, source.damage()))
}
