//! Bars and lines that move while something takes its time. They are seen on standard error in a terminal,
//! and nowhere else.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// How often a sign of work moves.
const TICK: Duration = Duration::from_millis(120);

/// A bar for so many steps.
pub(super) fn bar(steps: u64, template: &str) -> ProgressBar {
    styled(ProgressBar::new(steps), template)
}

/// A bar with a sign in it that moves by itself.
pub(super) fn moving_bar(steps: u64, template: &str) -> ProgressBar {
    moving(bar(steps, template))
}

/// A line with a sign that moves by itself, the time and a message.
pub(super) fn moving_line(message: impl Into<String>) -> ProgressBar {
    let line = styled(ProgressBar::new_spinner(), "   {spinner} {elapsed} {wide_msg}");
    line.set_message(message.into());
    moving(line)
}

/// A line that holds a message and nothing else.
pub(super) fn message_line() -> ProgressBar {
    styled(ProgressBar::new_spinner(), "   {wide_msg}")
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    // Without a style it has that of the library.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

fn moving(bar: ProgressBar) -> ProgressBar {
    bar.enable_steady_tick(TICK);
    bar
}
