//! Progress of a training: a bar in a terminal, a line per minute elsewhere.

use crate::cli::bar;
use indicatif::HumanDuration;
use std::time::{Duration, Instant};
use stonefall_engine::report::grouped;
use stonefall_learn::train::Training;

/// Interval between lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(60);
const BAR: &str = "   {bar:25} {msg} (Ctrl-C interrupts)";

pub(super) struct TrainProgress {
    view: bar::Progress,
    start: Instant,
    /// Steps at the start of this run.
    first: u32,
    /// Steps of all epochs.
    steps: u32,
    epochs: usize,
    /// Training positions of an epoch.
    positions: u64,
}

impl TrainProgress {
    pub(super) fn new(training: &Training, steps: u32, epochs: usize, positions: u64) -> Self {
        let view = bar::Progress::new(bar::bar(steps.into(), BAR), LINE_EVERY);
        Self { view, start: Instant::now(), first: training.steps(), steps, epochs, positions }
    }

    /// Shows a step.
    pub(super) fn show(&mut self, training: &Training) {
        let text = || self.text(training);
        if self.view.bar.is_hidden() {
            let text = text();
            self.view.line(|| text);
        } else {
            self.view.bar.set_message(text());
            self.view.bar.set_position(training.steps().into());
        }
    }

    fn text(&self, training: &Training) -> String {
        let (epoch, epochs) = (training.done() + 1, self.epochs);
        // Batches at the ends of buckets are smaller, so the number of positions is an estimate.
        let each = (self.positions * epochs as u64) as f64 / f64::from(self.steps.max(1));
        let in_epoch =
            f64::from(training.steps()) * each - training.done() as f64 * self.positions as f64;
        let steps = f64::from(training.steps() - self.first);
        let seconds = self.start.elapsed().as_secs_f64().max(1e-3);
        let left =
            seconds / steps.max(1.0) * f64::from(self.steps.saturating_sub(training.steps()));
        let [done, all, speed] = [in_epoch, self.positions as f64, steps * each / seconds]
            .map(|count| grouped(count as u64));
        let left = HumanDuration(Duration::from_secs_f64(left.min(1e9)));
        format!(
            "epoch {epoch} of {epochs}: {done} of {all} positions, {speed} a second, {left} left"
        )
    }
}
