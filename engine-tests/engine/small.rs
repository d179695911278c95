//! The smallest board is solved: what docs/solver.md says of it.

use std::collections::BTreeSet;
use stonefall_engine::board::{History, Position};
use stonefall_engine::notation::{Ply, read_move};
use stonefall_engine::search::proof::{Answer, Budget, FirstMoves, Goal, Question, SizedSolver};
use stonefall_engine::types::{HalfKomi, Opening, Rules};

fn start(komi: i32, opening: Opening) -> Position<3> {
    let rules = Rules::standard(3).with_komi(HalfKomi::new(2 * komi).unwrap());
    Position::start(Rules { opening, ..rules })
}

/// In how many moves the player to move wins at the fastest; the proof has been replayed.
fn won_in(solver: &mut SizedSolver<3>, position: &Position<3>) -> Option<u32> {
    let question = Question::win().shortest();
    match solver.solve(position, &History::new(), question, &Budget::default(), &mut |_| {}) {
        Answer::Proven(proof) => {
            assert!(proof.is_shortest());
            Some(proof.moves())
        }
        Answer::Disproven(_) | Answer::Open { .. } => None,
    }
}

#[test]
fn white_wins_on_three_by_three_from_every_square() {
    let (mut solver, empty) = (SizedSolver::new(64), start(0, Opening::Swap));
    assert_eq!(won_in(&mut solver, &empty), Some(7));
    let budget = Budget::default();
    let FirstMoves { winning, complete } =
        solver.first_moves(&empty, &History::new(), Goal::Win, 7, &budget);
    let fastest: BTreeSet<_> =
        winning.iter().map(|&(mv, _)| Ply::new(mv, &empty).to_string()).collect();
    // The edges and the center; from a corner it takes a move more.
    assert!(complete);
    assert_eq!(fastest.into_iter().collect::<Vec<_>>(), ["a2", "b1", "b2", "b3", "c2"]);
    let corner = empty.after(read_move("a1", &empty).unwrap());
    let replies = corner.moves().into_iter();
    let worst = replies.map(|reply| won_in(&mut solver, &corner.after(reply)).unwrap()).max();
    assert_eq!(worst, Some(7));
}

#[test]
fn komi_and_own_first_stones_do_not_save_black() {
    let mut solver = SizedSolver::new(64);
    for komi in 0..=3 {
        for opening in [Opening::Swap, Opening::NoSwap] {
            let question = Question { moves: Some(7), ..Question::win() };
            let (position, budget) = (start(komi, opening), Budget::default());
            let answer = solver.solve(&position, &History::new(), question, &budget, &mut |_| {});
            let Answer::Proven(proof) = answer else { panic!("{komi} {opening:?}: {answer:?}") };
            assert_eq!(proof.moves(), 7, "{komi} {opening:?}");
            assert!(proof.check(&position, &History::new(), &Budget::default()));
        }
    }
}
