//! Progress on standard error: bars and moving lines in a terminal, lines at intervals elsewhere.

use super::output::complain;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Interval of the spinner.
const TICK: Duration = Duration::from_millis(120);

/// A bar with a number of steps; hidden without a terminal.
pub(super) fn bar(steps: u64, template: &str) -> ProgressBar {
    styled(ProgressBar::new(steps), template)
}

/// A bar with a spinner.
pub(super) fn moving_bar(steps: u64, template: &str) -> ProgressBar {
    let bar = bar(steps, template);
    bar.enable_steady_tick(TICK);
    bar
}

/// A line with a spinner, the elapsed time and a message.
pub(super) fn moving_line(message: impl Into<String>) -> ProgressBar {
    let line = styled(ProgressBar::new_spinner(), "   {spinner} {elapsed} {wide_msg}");
    line.set_message(message.into());
    line.enable_steady_tick(TICK);
    line
}

/// A line with only a message.
pub(super) fn message_line() -> ProgressBar {
    styled(ProgressBar::new_spinner(), "   {wide_msg}")
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    // A bad template falls back to the library's style.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// A bar that lines at intervals replace where it is hidden.
pub(super) struct Progress {
    pub(super) bar: ProgressBar,
    interval: Duration,
    last_line: Instant,
}

impl Progress {
    pub(super) fn new(bar: ProgressBar, interval: Duration) -> Self {
        Self { bar, interval, last_line: Instant::now() }
    }

    /// Writes a line if the bar is hidden and the last line is old enough.
    pub(super) fn line(&mut self, text: impl FnOnce() -> String) {
        if self.bar.is_hidden() && self.last_line.elapsed() >= self.interval {
            self.last_line = Instant::now();
            complain(&text());
        }
    }
}

/// Removes the bar from the terminal.
impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
