//! Balanced openings of four plies, for matches between engines.
//!
//! An opening is two flats of each color; with the standard rules the first flat of each player is the
//! opponent's. The candidates are all openings that are not images of each other, in an order that the seed
//! decides. The search scores each with a fixed number of nodes on one thread and an empty table. A book
//! keeps the openings with scores close to even. Equal plans make equal books on every machine with any
//! number of threads.

mod book;
#[path = "../../../openings/books.rs"]
mod books;
mod four;

pub use book::{Book, BookPlan, BookRecord};
pub use books::BOOKS;
pub use four::candidates;
pub use stonefall_engine::book::FourFlats;

use super::workers::{self, Ended};
use stonefall_engine::eval::Value;
use stonefall_engine::game::{Game, Search};
use stonefall_engine::search::{Limits, Settings};
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::RulesError;

/// Transposition table of each search, in MiB. The scores depend on it.
pub const HASH_MIB: usize = 16;

/// Openings that each thread scores between two reports of progress.
const BATCH: usize = 8;

/// Adds openings to a book until it has `count` of them, or no candidate is left. Calls `on_batch` after
/// every batch of candidates. The stopper ends the work after the searches in progress.
///
/// # Errors
/// Those of `on_batch`, and invalid rules.
pub fn extend<E: From<RulesError>>(
    book: &mut Book,
    count: usize,
    threads: usize,
    stopper: &Stopper,
    mut on_batch: impl FnMut(&Book) -> Result<(), E>,
) -> Result<Ended, E> {
    let threads = threads.max(1);
    let BookPlan { size, seed, nodes, .. } = book.record.plan;
    let rules = book.record.plan.rules()?;
    let start = Game::start(size, rules)?;
    let candidates = candidates(size, rules.opening, seed);
    book.record.candidates = candidates.len();
    loop {
        let rest = candidates.get(book.record.examined..).unwrap_or_default();
        if rest.is_empty() || book.openings.len() >= count {
            return Ok(Ended::Complete);
        }
        let batch = &rest[..rest.len().min(BATCH * threads)];
        for (&opening, value) in batch.iter().zip(score(batch, &start, nodes, threads, stopper)) {
            if book.openings.len() >= count {
                break;
            }
            book.add(opening, value);
        }
        on_batch(book)?;
        if stopper.is_stopped() && book.openings.len() < count {
            return Ok(Ended::Interrupted);
        }
    }
}

/// The value of each opening from White's view, in order, up to the first one without a result because of
/// the stopper.
fn score(
    openings: &[FourFlats],
    start: &Game,
    nodes: u64,
    threads: usize,
    stopper: &Stopper,
) -> Vec<Value> {
    let mut values = vec![None; openings.len()];
    let job = |search: &mut Search, index: usize| {
        if stopper.is_stopped() {
            return None;
        }
        let mut game = start.clone();
        game.play_line(&openings[index].moves()).ok()?;
        search.clear();
        let result = search.run(&game, Limits::nodes(nodes), Settings::default(), &mut ());
        // White is to move after four plies.
        Some(result.lines.first()?.value)
    };
    let search = || Search::new(HASH_MIB);
    workers::run(0..openings.len(), threads, search, job, |index, value| {
        values[index] = Some(value);
    });
    values.into_iter().map_while(|value| value).collect()
}
