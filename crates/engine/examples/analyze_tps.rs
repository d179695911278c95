//! The best move of a position in TPS, on a board of any size.
//!
//! `cargo run --release --example analyze_tps -p stonefall-engine -- 'x,212,x2/2,1,1,x/x,1,2,2/x,1,x2 2 7'`
#![allow(clippy::print_stdout)]

use std::error::Error;
use stonefall_engine::report::Verdict;
use stonefall_engine::{
    Game, Info, Limits, Reporter, Rules, Search, SearchResult, Settings, parse_tps,
};

/// Prints every finished depth.
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
    let game = Game::from_tps(&tps, Rules::standard(tps.size))?;
    let mut search = Search::new(16);
    let result = search.run(&game, Limits::nodes(200_000), Settings::default(), &mut Depths);
    // A finished game has no line.
    if let (Some(line), Some(best)) = (result.lines.first(), result.best) {
        println!("{}", Verdict::new(&game, line).sentence(&game.spelling(best)));
    }
    Ok(())
}
