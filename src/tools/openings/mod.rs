//! Balanced openings of four plies, for matches between engines.
//!
//! An opening is four flats: each player has placed one of the other's (by rules like Modegan's one
//! of their own) and one of their own. All of
//! them that are not images of each other are looked at in an order that the seed decides; the
//! search scores each with so many positions on one thread and an empty table, and the openings whose
//! score is near enough to even are kept. The same plan makes the same book on every machine and
//! with any number of threads.

mod book;
#[path = "../../../openings/books.rs"]
mod books;
mod four;
mod judge;

pub use book::{Book, BookError, Plan, Record};
pub use books::BOOKS;
pub use four::candidates;
pub use judge::HASH_MIB;
pub use stonefall_engine::book::FourFlats;

use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::RulesError;

/// Openings that each thread scores between two reports of progress.
const BATCH: usize = 8;

/// How the making of a book has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The book has as many openings as were wanted.
    Complete,
    /// There is no opening left to look at.
    Exhausted,
    /// It was broken off, and can be taken up again where it was.
    Halted,
}

/// Adds openings to a book until it has `count` of them. After every few positions `report` is
/// shown the book; it may save it. The stopper breaks the work off.
///
/// # Errors
/// Those of `report`; and if Tak is not played by the rules of the book's plan.
pub fn extend<E: From<RulesError>>(
    book: &mut Book,
    count: usize,
    threads: usize,
    stopper: &Stopper,
    mut report: impl FnMut(&Book) -> Result<(), E>,
) -> Result<Ended, E> {
    let threads = threads.max(1);
    let Plan { size, seed, .. } = book.record.plan;
    let candidates = candidates(size, book.record.plan.rules()?.opening, seed);
    book.record.candidates = candidates.len();
    let judges = judge::Judges::new(threads, &book.record.plan)?;
    loop {
        if book.openings.len() >= count {
            return Ok(Ended::Complete);
        }
        let rest = candidates.get(book.record.examined..).unwrap_or_default();
        if rest.is_empty() {
            return Ok(Ended::Exhausted);
        }
        let batch = &rest[..rest.len().min(BATCH * threads)];
        for (&opening, value) in batch.iter().zip(judges.score(batch, stopper)) {
            if book.openings.len() >= count {
                break;
            }
            book.enter(opening, value);
        }
        report(book)?;
        if stopper.is_stopped() && book.openings.len() < count {
            return Ok(Ended::Halted);
        }
    }
}
