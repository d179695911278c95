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

    /// The player's points: 1, 0.5 or 0; `None` without a result.
    pub(super) fn points(&self) -> Option<f64> {
        match self.game.result {
            GameResult::Win(winner, _) => Some(if winner == self.color { 1.0 } else { 0.0 }),
            GameResult::Draw => Some(0.5),
            GameResult::Unfinished => None,
        }
    }

    /// The points that the ratings predict.
    pub(super) fn expected(&self) -> Option<f64> {
        let ratings = self.game.ratings;
        Some(expected(ratings[self.color]?, ratings[!self.color]?))
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

/// The games of the filter's player, newest first. Games of the player against the same name do not count.
///
/// # Errors
/// If the database does not have the player, or is damaged.
pub fn own_games(database: &Database, filter: &Filter) -> Result<Vec<OwnGame>, DatabaseError> {
    let name = filter.player.as_deref().unwrap_or_default();
    let mut games = Vec::new();
    for id in database.identifiers(None, filter)? {
        games.extend(OwnGame::new(database.game(id)?, name));
    }
    games.sort_by_key(|own| Reverse((own.game.date, own.game.id)));
    Ok(games)
}
