//! Reads a game in PTN and writes it with its evaluation after each ply.
//!
//! `cargo run --release --example annotate_game -p stonefall-engine`
#![allow(clippy::print_stdout)]

use std::error::Error;
use stonefall_engine::eval::net::Network;
use stonefall_engine::{Color, Game, PtnGame, Value};

const GAME: &str = "[Size \"5\"]\n[Komi \"2\"]\n\n1. a1 e5 2. c3 c4 3. d3 Sc2 4. b3 b4 *";

fn main() -> Result<(), Box<dyn Error>> {
    // Reading never fails. It keeps unreadable text, and replaying the game reports it.
    let mut text = PtnGame::read(GAME);
    let end = Game::replay(&text, PtnGame::MAIN_LINE, None)?;
    let network = Network::for_size(end.size());
    let mut game = end.back_to(0);
    for (mv, written) in end.played().zip(&mut text.main_mut().moves) {
        game.play(mv)?;
        let score = game.value(&network);
        let white = if game.to_move() == Color::White { score } else { -score };
        // White's advantage in hundredths of a flat.
        if let Value::CentiFlats(flats) = white.value(game.size()) {
            written.comments.push(format!("{:+.2}", f64::from(flats) / 100.0));
        }
    }
    print!("{text}");
    Ok(())
}
