//! Work beside a session: a search, an annotation or a job.

use crate::ponder::Ponder;
use crate::stopper::Stopper;

/// Current activity beside the session.
#[derive(Clone, Debug)]
pub(super) enum Activity {
    Idle,
    Search(RunningSearch),
    /// The annotation of a game.
    #[cfg(feature = "json")]
    Annotation(Stopper),
    /// A job of the host.
    Job(Stopper),
}

/// A search that runs beside the session.
#[derive(Clone, Debug)]
pub(super) struct RunningSearch {
    /// Whether it ends at the first proven result.
    pub(super) until_solved: bool,
    /// Set if it was started to ponder.
    pub(super) ponder: Option<Ponder>,
    /// Number of its threads beside the first.
    pub(super) helpers: usize,
    /// Whether it has proved the result.
    pub(super) is_solved: bool,
}

impl RunningSearch {
    /// Whether it must end because it has proved the result. A search that ponders waits for the reply.
    pub(super) fn is_done(&self) -> bool {
        let ponders = self.ponder.as_ref().is_some_and(|ponder| ponder.hit_at().is_none());
        self.until_solved && self.is_solved && !ponders
    }
}
