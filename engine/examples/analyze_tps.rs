//! The best move of a position that is given as TPS, of any board size.
//!
//! `cargo run --release --example analyze_tps -p stonefall-engine -- 'x,212,x2/2,1,1,x/x,1,2,2/x,1,x2 2 7'`
#![allow(clippy::print_stdout)]

use std::error::Error;
use stonefall_engine::game::{Game, Search};
use stonefall_engine::notation::parse_tps;
use stonefall_engine::search::{Info, Limits, Reporter, SearchResult, Settings};
use stonefall_engine::types::Rules;

/// Tells of every depth that is finished.
struct Depths;

impl Reporter for Depths {
    fn info(&mut self, info: &Info) {
        println!("depth {}: {} positions", info.depth, info.nodes);
    }

    fn done(&mut self, _: &SearchResult) {}
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or("x,212,x2/2,1,1,x/x,1,2,2/x,1,x2 2 7".into());
    let tps = parse_tps(&text)?;
    let board = Game::from_tps(&tps, Rules::standard(tps.size))?;
    let mut searcher = Search::new(16);
    let limits = Limits::nodes(200_000);
    let result = searcher.run(&board, limits, Settings::default(), &mut Depths);
    // Without a line the game is over.
    if let (Some(line), Some(best)) = (result.lines.first(), result.best) {
        println!("{}", board.verdict(line).sentence(&board.spelling(best)));
    }
    Ok(())
}
