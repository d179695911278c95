//! What is shown while a proof is looked for.

use crate::cli::{bar, interrupt};
use indicatif::ProgressBar;
use stonefall_engine::report::grouped;
use stonefall_engine::search::proof::Effort;
use stonefall_engine::stopper::Stopper;

/// A moving line in a terminal; nothing elsewhere. Both begin, and Ctrl-C is heard, only when the search
/// takes longer than a moment: until then the program ends as any other.
pub(super) struct Progress {
    quiet: bool,
    bar: Option<ProgressBar>,
    /// What Ctrl-C sets, until it is listened to.
    stopper: Option<Stopper>,
}

impl Progress {
    pub(super) const fn new(quiet: bool, stopper: Stopper) -> Self {
        Self { quiet, bar: None, stopper: Some(stopper) }
    }

    /// The search takes longer than a moment.
    fn begin(&mut self, stopper: &Stopper) {
        interrupt::watch_for(stopper);
        if !self.quiet {
            self.bar = Some(bar::moving_line("Ctrl-C ends the search"));
        }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// The search has come so far.
    pub(super) fn show(&mut self, effort: &Effort) {
        if let Some(stopper) = self.stopper.take() {
            self.begin(&stopper);
        }
        let Some(bar) = &self.bar else { return };
        let found = effort.found.map_or(String::new(), |moves| format!("won in {moves}; "));
        let asked = effort.moves.map_or("any number of moves".into(), |moves| match moves {
            1 => "1 move".into(),
            _ => format!("{moves} moves"),
        });
        bar.set_message(format!("{found}looking at {asked}  {} positions", grouped(effort.nodes)));
    }
}
