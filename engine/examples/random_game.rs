//! A game of random moves, with the board drawn at its end.
//!
//! `cargo run --example random_game -p stonefall-engine`
#![allow(clippy::print_stdout)]

use std::error::Error;
use stonefall_engine::game::Game;
use stonefall_engine::report::{Style, board as draw, outcome_words};
use stonefall_engine::types::Rules;

fn main() -> Result<(), Box<dyn Error>> {
    let mut board = Game::start(5, Rules::standard(5))?;
    let mut state = 1u64;
    let outcome = loop {
        // The third occurrence of a position is a draw: for that the history is needed.
        if let Some(outcome) = board.outcome_with_history() {
            break outcome;
        }
        let moves = board.moves();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mv = moves[(state >> 33) as usize % moves.len()];
        print!("{} ", board.spelling(mv));
        board.play(mv)?;
    };
    println!("\n{}", draw(&board.diagram(), Style::Unicode));
    println!("{}", outcome_words(outcome));
    Ok(())
}
