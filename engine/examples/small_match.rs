//! Two searches play each other: one evaluates with the network, the other by the terms alone.
//!
//! `cargo run --release --example small_match -p stonefall-engine`
#![allow(clippy::print_stdout)]

use stonefall_engine::board::{History, Outcome, Position};
use stonefall_engine::search::{Limits, Search, Settings};
use stonefall_engine::types::{Color, HalfKomi, Move, Piece, Rules, Square};

/// Positions that each side looks at for a move.
const NODES: u64 = 3000;

fn main() {
    let mut with_network = Search::<5>::new(8);
    let mut by_terms = Search::<5>::new(8);
    by_terms.set_network(None);
    let (mut points, mut games) = (0.0, 0.0);
    // The first stones stand on the squares of the first rank and the fourth, each with both colours.
    for file in 0..4 {
        for color in Color::ALL {
            with_network.clear();
            by_terms.clear();
            let won = match play(file, color, &mut with_network, &mut by_terms) {
                Outcome::Win(winner, _) => f64::from(u8::from(winner == color)),
                Outcome::Draw(_) => 0.5,
            };
            points += won;
            games += 1.0;
            println!("with the network as {}: {won}", color.name());
        }
    }
    println!("{points} of {games}");
}

fn play(file: usize, color: Color, one: &mut Search<5>, other: &mut Search<5>) -> Outcome {
    let komi = HalfKomi::new(4).unwrap_or_default();
    let mut position = Position::<5>::start(Rules::standard(5).with_komi(komi));
    let mut history = History::new();
    let opening = [(file, 0), (file, 3)]
        .map(|(file, rank)| Move::place(Square::new(file, rank), Piece::Flat));
    for mv in opening {
        history.push(position.key());
        position.play(mv, &mut ());
    }
    loop {
        if let Some(outcome) = position.outcome_with(&history) {
            return outcome;
        }
        let search = if position.to_move() == color { &mut *one } else { &mut *other };
        let limits = Limits::nodes(NODES);
        let result = search.run(&position, &history, limits, Settings::default(), &mut ());
        // A game that goes on has a move.
        let Some(mv) = result.best else {
            unreachable!("no move on {position:?}", position = position.key())
        };
        history.push(position.key());
        position.play(mv, &mut ());
    }
}
