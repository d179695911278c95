//! Two searches play each other: one evaluates with the network, the other only by the differences.
//!
//! `cargo run --release --example small_match -p stonefall-engine`
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::sync::Arc;
use stonefall_engine::eval::net::{Network, Weights};
use stonefall_engine::{Color, Game, HalfKomi, Limits, Outcome, Rules, Search, Settings};

/// Positions per move.
const NODES: u64 = 3000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut with_network = Search::new(8);
    let mut without = Search::new(8);
    without.set_network(Some(Arc::new(Network::new(5, &Weights::plain(5))?)));
    let (mut points, mut games) = (0.0, 0.0);
    for opening in [["a1", "a4"], ["b1", "b4"], ["c1", "c4"], ["d1", "d4"]] {
        // Each opening is played with both colors.
        for color in Color::ALL {
            with_network.clear();
            without.clear();
            let won = match play(opening, color, &mut with_network, &mut without)? {
                Outcome::Win(winner, _) => f64::from(u8::from(winner == color)),
                Outcome::Draw(_) => 0.5,
            };
            points += won;
            games += 1.0;
            println!("with the network as {}: {won}", color.name());
        }
    }
    println!("{points} of {games}");
    Ok(())
}

fn play(
    opening: [&str; 2],
    color: Color,
    one: &mut Search,
    other: &mut Search,
) -> Result<Outcome, Box<dyn Error>> {
    let komi = HalfKomi::new(4)?;
    let mut game = Game::start(5, Rules::standard(5).with_komi(komi))?;
    for mv in opening {
        game.play(game.read_move(mv)?)?;
    }
    loop {
        if let Some(outcome) = game.outcome_with_history() {
            return Ok(outcome);
        }
        let search = if game.to_move() == color { &mut *one } else { &mut *other };
        let found = search.run(&game, Limits::nodes(NODES), Settings::default(), &mut ());
        game.play(found.best.ok_or("the game is over")?)?;
    }
}
