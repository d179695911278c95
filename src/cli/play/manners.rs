//! Manners of a game: announced threats, moves that may be taken back, and random first stones (docs/customs.md).

use stonefall_engine::board::Outcome;
use stonefall_engine::game::Game;
use stonefall_engine::notation::{Ply, ThreatMark};
use stonefall_engine::search::Seed;
use stonefall_engine::types::{Move, Opening};

/// Manners of the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manners {
    /// Announces tak.
    Usual,
    /// Announces tinue too, and lets a player who overlooked tak reconsider.
    Courtly,
    /// Announces nothing.
    Street,
}

impl Manners {
    /// Announcement of the last move.
    pub(super) fn threat(self, after: &Game) -> ThreatMark {
        match self {
            Self::Street => ThreatMark::None,
            _ if !after.is_tak() => ThreatMark::None,
            Self::Courtly if cannot_be_met(after) => ThreatMark::Tinue,
            Self::Courtly | Self::Usual => ThreatMark::Tak,
        }
    }
}

/// Text after a move.
pub(super) const fn call(threat: ThreatMark) -> &'static str {
    match threat {
        ThreatMark::None => "",
        ThreatMark::Tak => " Tak!",
        ThreatMark::Tinue => " Tinue!",
    }
}

/// The stones that the player to move places in the opening: `a black flat`.
pub(super) fn opening_stones(game: &Game) -> Option<String> {
    let (own, other) = (game.to_move().name(), game.to_move().opponent().name());
    let stones = match (game.opening_plies(), game.rules().opening) {
        (0, _) => return None,
        (_, Opening::NoSwap) => format!("a {own} flat"),
        (2, Opening::DoubleBlackStack) => format!("two {other} flats on one square"),
        _ => format!("a {other} flat"),
    };
    Some(stones.to_lowercase())
}

/// Whether the player who just moved completes a road with the next move after every reply.
fn cannot_be_met(after: &Game) -> bool {
    let attacker = !after.to_move();
    every_move(after, |game| match game.outcome() {
        Some(outcome) => outcome.winner() == Some(attacker),
        None => game.winning_road().is_some(),
    })
}

/// A road that the last move leaves to the opponent although another move would not.
pub(super) fn overlooked(after: &Game) -> Option<Move> {
    if after.opening_plies() > 0 || after.outcome().is_some() {
        return None;
    }
    let road = after.winning_road()?;
    let mut before = after.clone();
    before.undo();
    let mover = before.to_move();
    let is_lost = every_move(&before, |game| match game.outcome().map(Outcome::winner) {
        Some(winner) => winner != Some(mover),
        None => game.winning_road().is_some(),
    });
    (!is_lost).then_some(road)
}

/// Whether a property holds after every legal move.
fn every_move(game: &Game, holds: impl Fn(Game) -> bool) -> bool {
    game.moves().into_iter().all(|mv| game.after(mv).is_ok_and(&holds))
}

/// The start of Atur: the first two plies of a game, on two random squares.
pub(super) fn first_stones(mut game: Game, seed: Seed) -> Vec<Ply> {
    let mut plies = Vec::new();
    for _ in 0..2 {
        // The first plies are always flats.
        let free = game.moves();
        let index = seed.below(game.key(), free.len() as u64) as usize;
        plies.push(game.write_ply(free[index]));
        // The move is legal.
        let _ = game.play(free[index]);
    }
    plies
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::collections::HashSet;
    use stonefall_engine::notation::parse_tps;
    use stonefall_engine::types::Rules;

    fn board(tps: &str) -> Game {
        Game::from_tps(&parse_tps(tps).unwrap(), Rules::standard(4)).unwrap()
    }

    fn after(before: &Game, mv: &str) -> Game {
        before.after(before.read_move(mv).unwrap()).unwrap()
    }

    /// White has b1, b2, c1 and c2: a reply to b3 exists on b4; b3 and c3 together have none.
    const LADDER: &str = "x4/x,1,x2/2,1,1,2/2,1,1,2 1 5";

    #[test]
    fn tinue_is_a_tak_without_an_answer() {
        let single = after(&board("x4/x4/x,1,x,2/2,1,x2 1 3"), "b3");
        let double = after(&board(LADDER), "c3");
        for (manners, expected) in [
            (Manners::Usual, [ThreatMark::Tak, ThreatMark::Tak]),
            (Manners::Courtly, [ThreatMark::Tak, ThreatMark::Tinue]),
            (Manners::Street, [ThreatMark::None, ThreatMark::None]),
        ] {
            assert_eq!([&single, &double].map(|game| manners.threat(game)), expected);
        }
    }

    #[test]
    fn overlooked_means_avoidable() {
        let tak = after(&board("x4/x4/x,1,x,2/2,1,x2 1 3"), "b3");
        assert!(overlooked(&after(&tak, "a4")).is_some());
        assert_eq!(overlooked(&after(&tak, "b4")), None);
        let tinue = after(&board(LADDER), "c3");
        assert_eq!(overlooked(&after(&tinue, "a4")), None);
    }

    fn stones(size: usize, seed: u64) -> Vec<Ply> {
        first_stones(Game::start(size, Rules::standard(size)).unwrap(), Seed::new(seed))
    }

    #[test]
    fn reaches_every_square_and_never_repeats_one() {
        let mut pairs = HashSet::new();
        for seed in 0..2000 {
            let plies = stones(3, seed);
            let squares: Vec<_> = plies.iter().map(|ply| ply.mv.square()).collect();
            assert!(squares.len() == 2 && squares[0] != squares[1], "{squares:?}");
            pairs.insert(squares);
        }
        assert_eq!(pairs.len(), 72);
        assert_eq!(stones(5, 7), stones(5, 7));
    }
}
