//! Lists of games.

use super::DatabaseError;
use super::stored::{self, StoredGame};
use rusqlite::Connection;
use stonefall_engine::Move;
use stonefall_index::First;

/// A game of a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The game.
    pub game: StoredGame,
    /// The move that it played in the position, in PTN; `None` without a position, and if the game ended there.
    pub next_move: Option<String>,
}

/// The games of a list, with the spelling of their moves.
pub(super) fn list(
    connection: &Connection,
    games: First,
    spell: impl Fn(Move) -> Option<String>,
) -> Result<Vec<Listed>, DatabaseError> {
    let mut statement = stored::prepare(connection)?;
    let read = |(id, mv): (i64, Option<Move>)| {
        let game = stored::read_one(&mut statement, id)?;
        Ok(Listed { game, next_move: mv.and_then(&spell) })
    };
    games.finish().map(read).collect()
}
