//! Progress of a proof.

use crate::cli::{bar, interrupt};
use indicatif::ProgressBar;
use stonefall_engine::report::grouped;
use stonefall_engine::search::proof::ProofProgress;
use stonefall_engine::stopper::Stopper;

/// A moving line in a terminal, and Ctrl-C as a stop signal. Both start after a moment; before, Ctrl-C ends
/// the program as usual.
pub(super) struct Progress {
    quiet: bool,
    bar: Option<ProgressBar>,
    /// Stopper for Ctrl-C, until it is installed.
    stopper: Option<Stopper>,
}

impl Progress {
    pub(super) const fn new(quiet: bool, stopper: Stopper) -> Self {
        Self { quiet, bar: None, stopper: Some(stopper) }
    }

    /// Starts the line and the handler of Ctrl-C.
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

    /// Updates the line.
    pub(super) fn show(&mut self, progress: &ProofProgress) {
        if let Some(stopper) = self.stopper.take() {
            self.begin(&stopper);
        }
        let Some(bar) = &self.bar else { return };
        let found = progress.found.map_or(String::new(), |moves| format!("won in {moves}; "));
        let asked = progress.moves.map_or("any number of moves".into(), |moves| match moves {
            1 => "1 move".into(),
            _ => format!("{moves} moves"),
        });
        bar.set_message(format!("{found}searching {asked}  {} positions", grouped(progress.nodes)));
    }
}
