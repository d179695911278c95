//! A puzzle: finds a forced road and prints its proof.
//!
//! `cargo run --release --example solve_puzzle -p stonefall-engine`
#![allow(clippy::print_stdout)]

use std::error::Error;
use stonefall_engine::report::proof_tree;
use stonefall_engine::{Answer, Budget, Game, Question, Rules, Solver, parse_tps};

/// Black to move forces a road.
const PUZZLE: &str = "x2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7";

fn main() -> Result<(), Box<dyn Error>> {
    let tps = parse_tps(PUZZLE)?;
    let game = Game::from_tps(&tps, Rules::standard(tps.size))?;
    let mut solver = Solver::new(8);
    let budget = Budget::nodes(100_000);
    match solver.solve(&game, Question::road().shortest(), &budget, &mut |_| {}) {
        // The tree has every defense and the answer to it.
        Answer::Proven(proof) => println!("{}", proof_tree(&game, &proof)),
        other => println!("found no forced road: {other:?}"),
    }
    println!("opened {} positions", solver.nodes());
    Ok(())
}
