//! Progress of long work on standard error: a bar in a terminal, a line per minute elsewhere.

use super::output::complain;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Interval between lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(60);
/// Interval between notes in a terminal.
const NOTE_EVERY: Duration = Duration::from_millis(200);
/// Interval of the spinner and the clock.
const TICK: Duration = Duration::from_millis(120);

/// Work of a known length. It leaves the terminal when it is dropped.
pub(super) struct Progress {
    bar: ProgressBar,
    count: u64,
    /// The words behind the number of steps: `of 20 games`.
    words: String,
    /// When the work began, and the steps before it, which took no time.
    begun: Option<(Instant, u64)>,
    last_line: Instant,
    last_note: Option<Instant>,
}

impl Progress {
    /// Work of a number of steps, such as `games`.
    pub(super) fn new(count: u64, units: &str) -> Self {
        Self::with_words(count, format!("of {count} {units}"))
    }

    /// Work that shows a percentage, such as of a file that is `read`.
    pub(super) fn percent(done: &str) -> Self {
        Self::with_words(100, format!("% {done}"))
    }

    fn with_words(count: u64, words: String) -> Self {
        let template = format!(
            "{{prefix}}   {{bar:25}} {{pos}} {words}{{msg}}, {{eta}} left (Ctrl-C interrupts)"
        );
        let bar = styled(ProgressBar::new(count), &template);
        Self { bar, count, words, begun: None, last_line: Instant::now(), last_note: None }
    }

    /// Shows the number of finished steps, and a note such as `, 12 puzzles`.
    pub(super) fn show(&mut self, done: u64, note: impl FnOnce() -> String) {
        self.bar.set_position(done);
        let now = Instant::now();
        let &mut (start, first) = self.begun.get_or_insert_with(|| {
            self.bar.reset_eta();
            (now, done)
        });
        if !self.bar.is_hidden() {
            if self.last_note.is_none_or(|last| now - last >= NOTE_EVERY) {
                self.last_note = Some(now);
                self.bar.set_message(note());
            }
        } else if now - self.last_line >= LINE_EVERY {
            self.last_line = now;
            let (words, note) = (&self.words, note());
            let pace = (now - start).as_secs_f64() / (done.saturating_sub(first)).max(1) as f64;
            let left = pace * self.count.saturating_sub(done) as f64;
            let left = HumanDuration(Duration::from_secs_f64(left.min(1e9)));
            complain(&format!("{done} {words}{note}, {left} left"));
        }
    }

    /// Shows lines above the bar.
    pub(super) fn above(&self, lines: String) {
        self.bar.set_prefix(lines);
    }

    /// Whether there is no terminal.
    pub(super) fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Leaves the terminal.
    pub(super) fn leave(&self) {
        self.bar.finish_and_clear();
    }

    /// Writes a line of its own.
    pub(super) fn complain(&self, text: &str) {
        self.bar.suspend(|| complain(text));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.leave();
    }
}

/// A line with a spinner, the elapsed time and a message, for work of unknown length.
pub(super) fn moving_line(message: impl Into<String>) -> ProgressBar {
    let line = styled(ProgressBar::new_spinner(), "   {spinner} {elapsed} {wide_msg}");
    line.set_message(message.into());
    line.enable_steady_tick(TICK);
    line
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    // A bad template falls back to the library's style.
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
