//! Balanced openings of four plies, for matches between engines.
//!
//! An opening is two flats of each color; with the standard rules the first flat of each player is the
//! opponent's. The candidates are all openings that are not images of each other, in an order that the seed
//! decides. The search scores each with a fixed number of nodes on one thread and an empty table. A book
//! keeps the openings with scores close to even. Equal plans make equal books on every machine with any
//! number of threads.

mod book;
#[path = "../../../../openings/books.rs"]
mod books;
mod four;

pub use book::{Book, BookPlan, BookRecord};
pub use books::BOOKS;
pub use four::candidates;
pub use stonefall_engine::book::FourFlats;

use crate::score::Score;
use crate::workers::{self, Ended};
use stonefall_engine::Move;
use stonefall_engine::eval::Value;
use stonefall_engine::game::{Game, Search};
use stonefall_engine::search::{Limits, Settings};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::RulesError;

/// The score of a move in the built-in books with scores.
#[must_use]
pub fn book_score(position: &Game, mv: Move) -> Option<Score> {
    let mut scored = BOOKS.iter().filter(|book| book.has_scores());
    scored.find_map(|book| book.score(position, mv)).and_then(Score::read)
}

/// Transposition table of each search, in MiB. The scores depend on it.
pub const HASH_MIB: usize = 16;

/// Adds openings to a book until it has `count` of them, or no candidate is left. Calls `on_opening` after
/// every candidate. The stopper ends the work after the searches in progress.
///
/// # Errors
/// Those of `on_opening`, and invalid rules.
pub fn extend<E: From<RulesError>>(
    book: &mut Book,
    count: usize,
    threads: usize,
    stopper: &Stopper,
    mut on_opening: impl FnMut(&Book) -> Result<(), E>,
) -> Result<Ended, E> {
    let BookPlan { size, seed, nodes, .. } = book.record.plan;
    let rules = book.record.plan.rules()?;
    let start = Game::start(size, rules)?;
    let candidates = candidates(size, rules.opening, seed);
    book.record.candidates = candidates.len();
    if book.openings.len() >= count {
        return Ok(Ended::Complete);
    }
    let enough = stopper.child();
    let job = |search: &mut Search, number: usize| {
        if enough.is_stopped() {
            return None;
        }
        let opening = candidates[number];
        Some((opening, score(search, &start, opening, nodes)?))
    };
    let (search, left) = (|| Search::new(HASH_MIB), book.record.examined..candidates.len());
    let on_value = |_, (opening, value): (FourFlats, Value)| -> Result<(), E> {
        // Other threads may have more.
        if book.openings.len() < count {
            book.add(opening, value);
            on_opening(book)?;
        }
        if book.openings.len() >= count {
            enough.stop();
        }
        Ok(())
    };
    let ended = workers::run_in_order(left, threads, &enough, search, job, on_value)?;
    Ok(if book.openings.len() >= count { Ended::Complete } else { ended })
}

/// The value of an opening from White's view.
fn score(search: &mut Search, start: &Game, opening: FourFlats, nodes: u64) -> Option<Value> {
    let mut game = start.clone();
    game.play_line(&opening.moves()).ok()?;
    search.clear();
    let result = search.run(&game, Limits::nodes(nodes), Settings::default(), &mut ());
    // White is to move after four plies.
    Some(result.lines.first()?.value)
}
