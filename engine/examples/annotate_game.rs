//! Reads a game in PTN and writes it again with what the evaluation says after each ply.
//!
//! `cargo run --release --example annotate_game -p stonefall-engine`
#![allow(clippy::print_stdout)]

use std::error::Error;
use stonefall_engine::board::Position;
use stonefall_engine::eval::evaluate;
use stonefall_engine::notation::Ply;
use stonefall_engine::notation::game::{Game, Writer};
use stonefall_engine::types::Color;

const GAME: &str = "[Size \"5\"]\n[Komi \"2\"]\n\n1. a1 e5 2. c3 c4 3. d3 Sc2 4. b3 b4 *";

fn main() -> Result<(), Box<dyn Error>> {
    // Reading never fails: what cannot be understood is kept, and named when it is played.
    let game = Game::read(GAME);
    let replay = game.replay::<5>(Game::MAIN_LINE, None)?;
    let mut writer = Writer::default();
    for (tag, _) in game.tags() {
        writer.tag(&tag.name, &tag.value);
    }
    let mut position = replay.start.clone();
    for &mv in &replay.moves {
        writer.ply(Ply::new(mv, &position));
        position.play(mv, &mut ());
        writer.comment(&format!("{:+.2}", white(&position)));
    }
    println!("{}", writer.finish());
    Ok(())
}

/// White's advantage by the terms, in flats.
fn white(position: &Position<5>) -> f64 {
    let score = evaluate(position);
    let white = if position.to_move() == Color::White { score } else { -score };
    match white.value(5) {
        stonefall_engine::eval::Value::CentiFlats(flats) => f64::from(flats) / 100.0,
        _ => 0.0,
    }
}
