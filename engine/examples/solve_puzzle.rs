//! A puzzle: is there a road by force, and how?
//!
//! `cargo run --release --example solve_puzzle -p stonefall-engine`
#![allow(clippy::print_stdout)]

use std::error::Error;
use stonefall_engine::game::{Game, Solver};
use stonefall_engine::notation::parse_tps;
use stonefall_engine::search::proof::{Answer, Budget, Question};
use stonefall_engine::types::Rules;

/// Black, to move, makes a road that nothing can stop.
const PUZZLE: &str = "x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7";

fn main() -> Result<(), Box<dyn Error>> {
    let tps = parse_tps(PUZZLE)?;
    let board = Game::from_tps(&tps, Rules::standard(tps.size))?;
    let mut prover = Solver::new(8);
    let budget = Budget::nodes(100_000);
    match prover.solve(&board, Question::road().shortest(), &budget, &mut |_| {}) {
        // Every answer of the other side is there, and what wins against it.
        Answer::Proven(proof) => println!("{}", board.proof_tree(&proof)),
        other => println!("no road by force was proved: {other:?}"),
    }
    println!("{} positions were looked at", prover.nodes());
    Ok(())
}
