//! Cancels long work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Cancels long work: a search, a proof, a match. Clones cancel the same work. A stopped stopper stays stopped; new work
/// needs a new one.
///
/// ```
/// use std::time::Duration;
/// use stonefall_engine::{Game, Limits, Rules, Search, Settings, Stopper};
///
/// let stopper = Stopper::default();
/// let limits = Limits { stopper: stopper.clone(), ..Limits::default() };
/// std::thread::spawn(move || {
///     std::thread::sleep(Duration::from_millis(20));
///     stopper.stop();
/// });
/// let game = Game::start(5, Rules::standard(5))?;
/// // Without the stopper the search would never end.
/// let result = Search::new(4).run(&game, limits, Settings::default(), &mut ());
/// assert!(result.best.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    is_set: AtomicBool,
    above: Option<Stopper>,
}

impl Stopper {
    /// A stopper for a part of the work. The part ends with the whole, or alone.
    pub fn child(&self) -> Self {
        Self(Arc::new(Flag { is_set: AtomicBool::new(false), above: Some(self.clone()) }))
    }

    /// Cancels the work. Returns at once.
    pub fn stop(&self) {
        self.0.is_set.store(true, Ordering::Relaxed);
    }

    /// Whether the work is canceled.
    pub fn is_stopped(&self) -> bool {
        self.0.is_set.load(Ordering::Relaxed) || self.0.above.as_ref().is_some_and(Self::is_stopped)
    }
}
