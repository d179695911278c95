//! Reads a game in PTN and writes it again with what the evaluation says after each ply.
//!
//! `cargo run --release --example annotate_game -p stonefall-engine`
#![allow(clippy::print_stdout)]

use std::error::Error;
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
use stonefall_engine::notation::ptn_file::{PtnGame, Writer};

const GAME: &str = "[Size \"5\"]\n[Komi \"2\"]\n\n1. a1 e5 2. c3 c4 3. d3 Sc2 4. b3 b4 *";

fn main() -> Result<(), Box<dyn Error>> {
    // Reading never fails: what cannot be understood is kept, and named when it is played.
    let game = PtnGame::read(GAME);
    let end = Game::replay(&game, PtnGame::MAIN_LINE, None)?;
    let mut writer = Writer::default();
    for (tag, _) in game.tags() {
        writer.tag(&tag.name, &tag.value);
    }
    let mut board = end.back_to(0);
    for mv in end.played() {
        writer.ply(board.write_ply(mv));
        board.play(mv)?;
        // White's advantage by the terms, in flats.
        if let Value::CentiFlats(flats) = board.explain().white.value(board.size()) {
            writer.comment(&format!("{:+.2}", f64::from(flats) / 100.0));
        }
    }
    println!("{}", writer.finish());
    Ok(())
}
