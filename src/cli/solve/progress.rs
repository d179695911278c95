//! What is shown while a proof is looked for.

use crate::report::grouped;
use crate::search::proof::{Effort, Watch};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::Duration;

const TICK: Duration = Duration::from_millis(120);

/// A moving line in a terminal; nothing elsewhere.
pub(super) struct Progress(Option<ProgressBar>);

impl Progress {
    pub(super) fn new(quiet: bool) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Self(None);
        }
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("   {spinner} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        bar.set_message("Ctrl-C ends the search");
        bar.enable_steady_tick(TICK);
        Self(Some(bar))
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Progress {
    fn progress(&mut self, effort: &Effort) {
        let Some(bar) = &self.0 else { return };
        let found = effort.found.map_or(String::new(), |moves| format!("won in {moves}; "));
        let asked = effort.moves.map_or("any number of moves".into(), |moves| match moves {
            1 => "1 move".into(),
            _ => format!("{moves} moves"),
        });
        bar.set_message(format!("{found}looking at {asked}  {} positions", grouped(effort.nodes)));
    }
}
