//! Phases of a game.

use crate::game::Game;
use crate::types::Color;

/// A phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "json", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum Phase {
    /// The first moves: as many of each player as the board has rows.
    Opening,
    /// Neither of the other phases.
    MiddleGame,
    /// The race for flats: a player has at most as many pieces left as the board has rows, or as few squares are empty.
    Endgame,
}

impl Phase {
    /// All phases in order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::MiddleGame, Self::Endgame];

    /// The phase of a position.
    pub fn of(game: &Game) -> Self {
        let size = game.size();
        let left = |color| {
            let reserve = game.reserve(color);
            usize::from(reserve.stones) + usize::from(reserve.capstones)
        };
        let left = Color::ALL.map(left).into_iter().min().unwrap_or_default();
        if left <= size || game.empty().count() <= size {
            Self::Endgame
        } else if (game.ply() as usize) < 2 * size {
            Self::Opening
        } else {
            Self::MiddleGame
        }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::MiddleGame => "middle game",
            Self::Endgame => "endgame race",
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::notation::parse_tps;
    use crate::types::Rules;

    #[test]
    fn phases_follow_moves_reserves_and_empty_squares() {
        let phase = |tps: &str| {
            let tps = parse_tps(tps).unwrap();
            Phase::of(&Game::from_tps(&tps, Rules::standard(tps.size)).unwrap())
        };
        assert_eq!(phase("x5/x5/x5/x5/x5 1 1"), Phase::Opening);
        assert_eq!(phase("x5/x5/x,1,2,x2/x5/x5 1 5"), Phase::Opening);
        assert_eq!(phase("x5/x5/x,1,2,x2/x5/x5 1 6"), Phase::MiddleGame);
        assert_eq!(phase("x5/1,2,1,2,1/2,1,2,1,2/1,2,1,2,1/2,1,2,1,2 1 15"), Phase::Endgame);
        // White has used all but five of 21 flats and the capstone.
        let tall = "x5/x5/x,11111111,x3/x,11111111,2,x2/1,x4 2 40";
        assert_eq!(phase(tall), Phase::Endgame);
    }
}
