//! The games of a player.

use super::statistics::expected;
use crate::games::{Database, DatabaseError, DatabaseGame, Filter, is_same_name};
use std::cmp::Reverse;
use stonefall_engine::Color;
use stonefall_engine::notation::ptn_file::GameResult;

/// A game from a player's view.
#[derive(Clone, Debug)]
pub struct OwnGame {
    /// The game.
    pub game: DatabaseGame,
    /// The player's color.
    pub color: Color,
}

impl OwnGame {
    /// The game, if exactly one of the players has this name.
    fn new(game: DatabaseGame, name: &str) -> Option<Self> {
        let is_own = |color| game.names[color].as_deref().is_some_and(|it| is_same_name(it, name));
        let color = match [Color::White, Color::Black].map(is_own) {
            [true, false] => Color::White,
            [false, true] => Color::Black,
            _ => return None,
        };
        Some(Self { game, color })
    }

    /// The player's points (1, 0.5 or 0), and the points that the ratings predict; `None` without a result.
    pub(super) fn points(&self) -> Option<(f64, Option<f64>)> {
        let points = match self.game.result {
            GameResult::Win(winner, _) => f64::from(u8::from(winner == self.color)),
            GameResult::Draw => 0.5,
            GameResult::Unfinished => return None,
        };
        let [own, other] = [self.color, !self.color].map(|color| self.game.ratings[color]);
        Some((points, own.zip(other).map(|(own, other)| expected(own, other))))
    }

    /// The player's name.
    pub(super) fn name(&self) -> Option<&str> {
        self.game.names[self.color].as_deref()
    }

    /// The player's rating.
    pub(super) fn rating(&self) -> Option<u16> {
        self.game.ratings[self.color]
    }
}

/// The games of a player, newest first. Games of the player against the same name do not count.
pub fn own_games(
    database: &Database,
    name: &str,
    filter: &Filter,
) -> Result<Vec<OwnGame>, DatabaseError> {
    let mut filter = filter.clone();
    filter.players.push(name.to_owned());
    let mut games = Vec::new();
    for id in database.identifiers(None, &filter)? {
        games.extend(OwnGame::new(database.game(id)?, name));
    }
    games.sort_by_key(|own| Reverse((own.game.date, own.game.id)));
    Ok(games)
}
