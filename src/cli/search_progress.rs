//! Progress of an analysis: one moving line in a terminal, plain lines elsewhere.

use super::output::{complain, counted};
use super::progress;
use indicatif::ProgressBar;
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
use stonefall_engine::report::Verdict;
use stonefall_engine::search::{Bound, Info, Reporter, SearchResult};
use stonefall_engine::stopper::Stopper;

/// Moves shown of the best line.
const SHOWN_MOVES: usize = 8;

/// Reporter that shows the progress of a search.
pub(super) struct SearchProgress {
    root: Game,
    /// `None` if the output is JSON.
    bar: Option<ProgressBar>,
    /// Depth of the last plain line.
    shown_depth: u32,
    /// Stops the search when all lines are proven to the end of the game.
    stopper: Option<Stopper>,
    /// Whether each line is proven, by rank.
    solved: Vec<bool>,
}

impl SearchProgress {
    pub(super) fn new(root: &Game, quiet: bool, stopper: Option<Stopper>) -> Self {
        let bar = (!quiet).then(|| progress::moving_line("Ctrl-C ends the search"));
        Self { root: root.clone(), bar, shown_depth: 0, stopper, solved: Vec::new() }
    }

    fn note_solved(&mut self, info: &Info) {
        let plies = match info.value {
            Value::CentiFlats(_) => None,
            Value::Win { plies } | Value::Loss { plies } => Some(plies),
        };
        // A shallower search may have missed a shorter win or a longer defense.
        let solved = info.bound == Bound::Exact && plies.is_some_and(|plies| plies <= info.depth);
        self.solved.resize(info.lines.max(info.line), false);
        if let Some(slot) = info.line.checked_sub(1).and_then(|index| self.solved.get_mut(index)) {
            *slot = solved;
        }
        if let Some(stopper) = &self.stopper
            && self.solved.iter().all(|&solved| solved)
        {
            stopper.stop();
        }
    }

    fn text(&self, info: &Info) -> String {
        let verdict = Verdict::new(&self.root, info);
        let mut moves = self.root.spell_line(&info.pv);
        moves.truncate(SHOWN_MOVES);
        // The moves come last, because narrow terminals cut the end off.
        format!(
            "depth {}  {verdict}  {}  {}",
            info.depth,
            counted(info.nodes as usize, "position"),
            moves.join(" "),
        )
    }
}

impl Reporter for SearchProgress {
    fn info(&mut self, info: &Info) {
        if let Some(bar) = self.bar.as_ref().filter(|_| info.line == 1) {
            if !bar.is_hidden() {
                bar.set_message(self.text(info));
            } else if info.depth > self.shown_depth && info.bound == Bound::Exact {
                complain(&self.text(info));
                self.shown_depth = info.depth;
            }
        }
        self.note_solved(info);
    }

    fn done(&mut self, _: &SearchResult) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
