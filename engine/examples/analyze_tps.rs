//! The best move of a position that is given as TPS, of any board size.
//!
//! `cargo run --release --example analyze_tps -p stonefall-engine -- 'x,212,x2/2,1,1,x/x,1,2,2/x,1,x2 2 7'`
#![allow(clippy::print_stdout)]

use std::error::Error;
use stonefall_engine::board::History;
use stonefall_engine::notation::{Tps, parse_tps, spelling};
use stonefall_engine::report::Verdict;
use stonefall_engine::search::{Info, Limits, Reporter, Search, SearchResult, Settings};
use stonefall_engine::sized;
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
    // The size of the board is a part of the position's type; `sized!` goes from a number to a type.
    sized!(tps.size, N => analyze::<N>(&tps))?
}

fn analyze<const N: usize>(tps: &Tps) -> Result<(), Box<dyn Error>> {
    let position = tps.position::<N>(Rules::standard(N))?;
    let mut search = Search::<N>::new(16);
    let result = search.run(
        &position,
        &History::new(),
        Limits::nodes(200_000),
        Settings::default(),
        &mut Depths,
    );
    // Without a line the game is over.
    let Some(line) = result.lines.first() else { return Ok(()) };
    let verdict = Verdict::new(&position, line.value, line.bound, &line.pv);
    if let Some(best) = result.best {
        println!("{}", verdict.sentence(&spelling(best, &position)));
    }
    Ok(())
}
