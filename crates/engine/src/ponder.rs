//! Pondering: searching in the opponent's time, and deadlines that begin with the opponent's reply.

use crate::machine::Instant;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Tells a search that ponders that the opponent played the expected reply. The clock of the search starts then. Clones
/// belong to the same search; another search needs a new one.
///
/// ```
/// use std::time::{Duration, Instant};
/// use stonefall_engine::{Game, Limits, Ponder, Rules, Search, Settings};
///
/// let ponder = Ponder::default();
/// let limits =
///     Limits { ponder: Some(ponder.clone()), ..Limits::movetime(Duration::from_millis(10)) };
/// std::thread::spawn(move || {
///     std::thread::sleep(Duration::from_millis(20));
///     ponder.hit(Instant::now());
/// });
/// let game = Game::start(5, Rules::standard(5))?;
/// // Without the reply the search would never end.
/// let result = Search::new(4).run(&game, limits, Settings::default(), &mut ());
/// assert!(result.best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ponder(Arc<OnceLock<Instant>>);

impl Ponder {
    /// The opponent played the expected reply at this moment. Returns at once; false if it was known already.
    pub fn hit(&self, at: Instant) -> bool {
        self.0.set(at).is_ok()
    }

    /// The moment of the reply; `None` while the search ponders.
    pub fn hit_at(&self) -> Option<Instant> {
        self.0.get().copied()
    }
}

/// The moment at which work ends.
#[derive(Clone, Debug)]
pub enum Deadline {
    /// This moment.
    At(Instant),
    /// This time after the expected reply.
    AfterReply(Ponder, Duration),
}

impl Deadline {
    /// This time from now on; `None` if it is too long for the clock.
    pub fn after(time: Duration) -> Option<Self> {
        Instant::now().checked_add(time).map(Self::At)
    }

    /// Whether the moment has passed.
    pub fn has_passed(&self) -> bool {
        match self {
            Self::At(end) => Instant::now() >= *end,
            Self::AfterReply(ponder, time) => {
                ponder.hit_at().is_some_and(|start| start.elapsed() >= *time)
            }
        }
    }
}
