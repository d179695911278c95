//! A puzzle: is there a road by force, and how?
//!
//! `cargo run --release --example solve_puzzle -p stonefall-engine`
#![allow(clippy::print_stdout)]

use std::error::Error;
use stonefall_engine::board::History;
use stonefall_engine::notation::parse_tps;
use stonefall_engine::report::proof_tree;
use stonefall_engine::search::proof::{Answer, Budget, Question, Solver};
use stonefall_engine::types::Rules;

/// White or Black, to move, makes a road that nothing can stop.
const PUZZLE: &str = "x,212,x2/2,1,1,x/x,1,2,2/x,1,x2 2 7";

fn main() -> Result<(), Box<dyn Error>> {
    let position = parse_tps(PUZZLE)?.position::<4>(Rules::standard(4))?;
    let mut solver = Solver::new(8);
    let (history, budget) = (History::new(), Budget::nodes(100_000));
    match solver.solve(&position, &history, Question::road().shortest(), &budget, &mut ()) {
        // Every answer of the other side is there, and what wins against it.
        Answer::Proven(proof) => println!("{}", proof_tree(&position, &proof)),
        other => println!("no road by force was proved: {other:?}"),
    }
    println!("{} positions were looked at", solver.nodes());
    Ok(())
}
