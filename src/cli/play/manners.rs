//! What is said of threats, and which moves may be taken back: how polite the players are.

use stonefall_engine::board::Outcome;
use stonefall_engine::game::Game;
use stonefall_engine::notation::Threat;
use stonefall_engine::types::Move;

/// How polite the players are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manners {
    /// Tak is announced.
    Usual,
    /// Tinue too, and who overlooks tak may think again.
    Courtly,
    /// Nothing is announced.
    Street,
}

impl Manners {
    /// What is said of the move that was just played.
    pub(super) fn threat(self, after: &Game) -> Threat {
        match self {
            Self::Street => Threat::None,
            _ if !after.is_tak() => Threat::None,
            Self::Courtly if cannot_be_met(after) => Threat::Tinue,
            Self::Courtly | Self::Usual => Threat::Tak,
        }
    }
}

/// What is called out behind a move.
pub(super) const fn call(threat: Threat) -> &'static str {
    match threat {
        Threat::None => "",
        Threat::Tak => " Tak!",
        Threat::Tinue => " Tinue!",
    }
}

/// Whether the player who has just moved completes a road with the next move, whatever comes between.
fn cannot_be_met(after: &Game) -> bool {
    let attacker = !after.to_move();
    every_move(after, |board| match board.outcome() {
        Some(outcome) => outcome.winner() == Some(attacker),
        None => board.winning_road().is_some(),
    })
}

/// The road that the last move has left to the opponent, if another move would not have.
pub(super) fn overlooked(after: &Game) -> Option<Move> {
    if after.opening_plies() > 0 || after.outcome().is_some() {
        return None;
    }
    let road = after.winning_road()?;
    let mut before = after.clone();
    before.undo();
    let mover = before.to_move();
    let is_lost = every_move(&before, |board| match board.outcome().map(Outcome::winner) {
        Some(winner) => winner != Some(mover),
        None => board.winning_road().is_some(),
    });
    (!is_lost).then_some(road)
}

/// Whether something holds after every legal move.
fn every_move(board: &Game, mut holds: impl FnMut(&Game) -> bool) -> bool {
    let mut after = board.clone();
    board.moves().into_iter().all(|mv| {
        // Legal moves can be played.
        let _ = after.play(mv);
        let result = holds(&after);
        after.undo();
        result
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use stonefall_engine::notation::parse_tps;
    use stonefall_engine::types::Rules;

    fn board(tps: &str) -> Game {
        Game::from_tps(&parse_tps(tps).unwrap(), Rules::standard(4)).unwrap()
    }

    fn after(before: &Game, mv: &str) -> Game {
        before.after(before.read_move(mv).unwrap()).unwrap()
    }

    /// White has b1 and b2 and c1 and c2: b3 can be met on b4, b3 and c3 together cannot.
    const LADDER: &str = "x4/x,1,x2/2,1,1,2/2,1,1,2 1 5";

    #[test]
    fn tinue_is_a_tak_that_nothing_meets() {
        let single = after(&board("x4/x4/x,1,x,2/2,1,x2 1 3"), "b3");
        let double = after(&board(LADDER), "c3");
        for (manners, expected) in [
            (Manners::Usual, [Threat::Tak, Threat::Tak]),
            (Manners::Courtly, [Threat::Tak, Threat::Tinue]),
            (Manners::Street, [Threat::None, Threat::None]),
        ] {
            assert_eq!([&single, &double].map(|board| manners.threat(board)), expected);
        }
    }

    #[test]
    fn only_what_could_have_been_met_was_overlooked() {
        let tak = after(&board("x4/x4/x,1,x,2/2,1,x2 1 3"), "b3");
        assert!(overlooked(&after(&tak, "a4")).is_some());
        assert_eq!(overlooked(&after(&tak, "b4")), None);
        let tinue = after(&board(LADDER), "c3");
        assert_eq!(overlooked(&after(&tinue, "a4")), None);
    }
}
