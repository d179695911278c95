//! A game of random moves, and a drawing of its end.
//!
//! `cargo run --example random_game -p stonefall-engine`
#![allow(clippy::print_stdout)]

use std::error::Error;
use stonefall_engine::{Game, Rules, Style, draw, outcome_words};

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::start(5, Rules::standard(5))?;
    let mut state = 1u64;
    let outcome = loop {
        // With the history: the third occurrence of a position is a draw.
        if let Some(outcome) = game.outcome_with_history() {
            break outcome;
        }
        let moves = game.moves();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mv = moves[(state >> 33) as usize % moves.len()];
        print!("{} ", game.spelling(mv));
        game.play(mv)?;
    };
    println!("\n{}", draw(&game, Style::Unicode));
    println!("{}", outcome_words(outcome));
    Ok(())
}
