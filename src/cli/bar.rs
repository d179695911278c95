//! Progress bars and moving lines on standard error, only in a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// Interval of the spinner.
const TICK: Duration = Duration::from_millis(120);

/// A bar with a number of steps.
pub(super) fn bar(steps: u64, template: &str) -> ProgressBar {
    styled(ProgressBar::new(steps), template)
}

/// A bar with a spinner.
pub(super) fn moving_bar(steps: u64, template: &str) -> ProgressBar {
    moving(bar(steps, template))
}

/// A line with a spinner, the elapsed time and a message.
pub(super) fn moving_line(message: impl Into<String>) -> ProgressBar {
    let line = styled(ProgressBar::new_spinner(), "   {spinner} {elapsed} {wide_msg}");
    line.set_message(message.into());
    moving(line)
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

fn moving(bar: ProgressBar) -> ProgressBar {
    bar.enable_steady_tick(TICK);
    bar
}
