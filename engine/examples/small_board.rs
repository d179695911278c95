//! The 3x3 board, solved: what every first move is worth, by komi and opening.
//!
//! `cargo run --release --example small_board -p stonefall-engine`
#![allow(clippy::print_stdout)]

use stonefall_engine::board::{History, Position};
use stonefall_engine::notation::spelling;
use stonefall_engine::search::proof::{Answer, Budget, Question, SizedSolver};
use stonefall_engine::types::{HalfKomi, Move, Opening, Piece, Rules, RulesError, Square};

fn main() -> Result<(), RulesError> {
    println!("| Komi | Opening | corner | edge | center | Positions | A shortest win |");
    println!("|---|---|---|---|---|---|---|");
    for opening in [Opening::Swap, Opening::NoSwap] {
        for komi in 0..=3 {
            let rules = Rules::standard(3).with_komi(HalfKomi::new(2 * komi)?);
            let empty = Position::<3>::start(Rules { opening, ..rules });
            let mut solver = SizedSolver::new(256);
            let (_, line) = won_in(&mut solver, &empty);
            let nodes = solver.nodes();
            // One square of each kind: the others are its images.
            let values = [Square::new(0, 0), Square::new(1, 0), Square::new(1, 1)]
                .map(|square| value(&mut solver, &empty, Move::place(square, Piece::Flat)));
            let [corner, edge, center] = values;
            let name = opening.name();
            println!("| {komi} | {name} | {corner} | {edge} | {center} | {nodes} | `{line}` |");
        }
    }
    Ok(())
}

/// In how many moves the player to move wins, 0 if that is not so, and the shortest line.
fn won_in(solver: &mut SizedSolver<3>, position: &Position<3>) -> (u32, String) {
    let question = Question::win().shortest();
    match solver.solve(position, &History::new(), question, &Budget::default(), &mut |_| {}) {
        Answer::Proven(proof) => (proof.moves(), spelled(position, proof.line())),
        Answer::Disproven(_) | Answer::Open { .. } => (0, String::new()),
    }
}

/// In how many moves White wins with this first move, whatever Black answers.
fn value(solver: &mut SizedSolver<3>, empty: &Position<3>, first: Move) -> u32 {
    let mut position = empty.clone();
    position.play(first, &mut ());
    let mut replies = Vec::new();
    position.generate(&mut replies);
    let mut worst = 0;
    for reply in replies {
        let undo = position.play(reply, &mut ());
        let (moves, _) = won_in(solver, &position);
        position.undo(reply, &undo);
        if moves == 0 {
            return 0;
        }
        worst = worst.max(moves);
    }
    worst + 1
}

fn spelled(position: &Position<3>, line: &[Move]) -> String {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for &mv in line {
        moves.push(spelling(mv, &position));
        position.play(mv, &mut ());
    }
    moves.join(" ")
}
