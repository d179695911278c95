//! Progress of an annotation. Every step is saved.

use super::AnnotateArgs;
use super::archive::Archive;
use crate::cli::{Error, bar};
use std::time::Duration;
use stonefall_engine::annotate::{Annotated, Annotation, News};

/// Interval between lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);
const BAR: &str = "   {spinner} {bar:25} {pos} of {len} positions, {msg}, {eta} left";

/// A bar in a terminal, occasional lines elsewhere.
pub(super) struct AnnotateProgress<'a> {
    archive: &'a mut Archive,
    index: usize,
    /// `game 3, ` if there are several games.
    prefix: String,
    view: bar::Progress,
    /// Error of the last write.
    failed: Option<Error>,
}

impl<'a> AnnotateProgress<'a> {
    pub(super) fn new(
        archive: &'a mut Archive,
        index: usize,
        games: usize,
        arguments: &AnnotateArgs,
    ) -> Self {
        let prefix = if games > 1 { format!("game {}, ", index + 1) } else { String::new() };
        // JSON output has no lines.
        let interval = if arguments.json { Duration::MAX } else { LINE_EVERY };
        let view = bar::Progress::new(bar::moving_bar(0, BAR), interval);
        Self { archive, index, prefix, view, failed: None }
    }

    /// Clears the bar and returns the error of a write.
    pub(super) fn finish(self) -> Result<(), Error> {
        self.failed.map_or(Ok(()), Err)
    }

    /// Processes an event of the annotation.
    pub(super) fn receive(&mut self, news: News<'_>) {
        match news {
            News::Position { done, of, next } => self.looks_at(done, of, next),
            News::State(annotation) => self.knows(annotation),
        }
    }

    fn looks_at(&mut self, done: usize, of: usize, next: Option<&Annotated>) {
        let bar = &self.view.bar;
        if bar.length() == Some(0) {
            // Earlier results took no time.
            bar.set_length(of as u64);
            bar.set_position(done as u64);
            bar.reset_eta();
        }
        bar.set_position(done as u64);
        let at = next.map_or("the end".into(), Annotated::name);
        bar.set_message(format!("{}{at} (Ctrl-C interrupts)", self.prefix));
        self.view.line(|| format!("{}{done} of {of} positions", self.prefix));
    }

    fn knows(&mut self, annotation: &Annotation) {
        if self.failed.is_none() {
            self.failed = self.archive.save_if_due(self.index, annotation).err();
        }
    }
}
