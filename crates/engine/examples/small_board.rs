//! The 3x3 board, solved: White's shortest win after every kind of first move, by komi and opening.
//!
//! `cargo run --release --example small_board -p stonefall-engine`
#![allow(clippy::print_stdout)]

use std::error::Error;
use stonefall_engine::{Answer, Budget, Game, HalfKomi, Opening, Question, Rules, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    println!("| Komi | Opening | corner | edge | center | Positions | A shortest win |");
    println!("|---|---|---|---|---|---|---|");
    for opening in [Opening::Swap, Opening::NoSwap] {
        for komi in 0..=3 {
            let rules = Rules::standard(3).with_komi(HalfKomi::new(2 * komi)?);
            let empty = Game::start(3, Rules { opening, ..rules })?;
            let mut solver = Solver::new(256);
            let (_, line) = shortest_win(&mut solver, &empty);
            let nodes = solver.nodes();
            // One square of each kind: the others are its images.
            let mut moves = [0; 3];
            for (moves, first) in moves.iter_mut().zip(["a1", "b1", "b2"]) {
                *moves = moves_after(&mut solver, &empty, first)?;
            }
            let [corner, edge, center] = moves;
            let name = opening.name();
            println!("| {komi} | {name} | {corner} | {edge} | {center} | {nodes} | `{line}` |");
        }
    }
    Ok(())
}

/// Number of moves in which the player to move wins, 0 without a forced win, and the shortest line.
fn shortest_win(solver: &mut Solver, game: &Game) -> (u32, String) {
    let question = Question::win().shortest();
    match solver.solve(game, question, &Budget::default(), &mut |_| {}) {
        Answer::Proven(proof) => (proof.moves(), game.spell_line(proof.line()).join(" ")),
        Answer::Disproven(_) | Answer::Open { .. } => (0, String::new()),
    }
}

/// Number of moves in which White wins with this first move against every reply, 0 without a forced win.
fn moves_after(solver: &mut Solver, empty: &Game, first: &str) -> Result<u32, Box<dyn Error>> {
    let game = empty.after(empty.read_move(first)?)?;
    let mut longest = 0;
    for reply in game.moves() {
        let (moves, _) = shortest_win(solver, &game.after(reply)?);
        if moves == 0 {
            return Ok(0);
        }
        longest = longest.max(moves);
    }
    Ok(longest + 1)
}
