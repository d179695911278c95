//! A game of random moves, with the board drawn at its end.
//!
//! `cargo run --example random_game -p stonefall-engine`
#![allow(clippy::print_stdout)]

use stonefall_engine::board::{History, Position};
use stonefall_engine::notation::spelling;
use stonefall_engine::report::{Diagram, Style, board, outcome_words};
use stonefall_engine::types::Rules;

fn main() {
    let mut position = Position::<5>::start(Rules::standard(5));
    let mut history = History::new();
    let mut moves = Vec::new();
    let mut state = 1u64;
    let outcome = loop {
        // The third occurrence of a position is a draw: for that the history is needed.
        if let Some(outcome) = position.outcome_with(&history) {
            break outcome;
        }
        moves.clear();
        position.generate(&mut moves);
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mv = moves[(state >> 33) as usize % moves.len()];
        print!("{} ", spelling(mv, &position));
        history.push(position.key());
        // The second argument may watch what changes; `()` does not.
        position.play(mv, &mut ());
    };
    println!("\n{}", board(&Diagram::new(&position), Style::Unicode));
    println!("{}", outcome_words(outcome));
}
