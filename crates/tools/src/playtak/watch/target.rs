//! The game that a watcher waits for.

use stonefall_playtak::protocol::ListedGame;

/// A game, or a player's games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// The game with this number.
    Game(u32),
    /// The running game of this player, then the next ones.
    Player(String),
}

impl Target {
    /// Whether a game is the target's.
    pub(super) fn matches(&self, game: &ListedGame) -> bool {
        match self {
            Self::Game(number) => game.number == *number,
            Self::Player(name) => {
                game.players.0.iter().any(|player| player.eq_ignore_ascii_case(name))
            }
        }
    }

    /// The number of the target's newest game among these.
    pub(super) fn choose<'a>(&self, games: impl Iterator<Item = &'a ListedGame>) -> Option<u32> {
        games.filter(|game| self.matches(game)).map(|game| game.number).max()
    }
}
