//! Progress of an annotation. Every step is saved.

use super::AnnotateArgs;
use super::archive::Archive;
use crate::cli::output::complain;
use crate::cli::{Error, bar};
use indicatif::ProgressBar;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};
use stonefall_engine::annotate::{Annotated, Annotation, Known, News};

/// Interval between lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// A bar in a terminal, occasional lines elsewhere.
pub(super) struct Progress<'a> {
    archive: &'a mut Archive,
    index: usize,
    /// `game 3, ` if there are several games.
    prefix: String,
    bar: Option<ProgressBar>,
    /// Suppresses lines without a terminal, for JSON output.
    quiet: bool,
    last_line: Instant,
    /// Error of the last write.
    failed: Option<Error>,
}

impl<'a> Progress<'a> {
    pub(super) fn new(
        archive: &'a mut Archive,
        index: usize,
        games: usize,
        arguments: &AnnotateArgs,
    ) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let template = "   {spinner} {bar:25} {pos} of {len} positions, {msg}, {eta} left";
            bar::moving_bar(0, template)
        });
        let prefix = if games > 1 { format!("game {}, ", index + 1) } else { String::new() };
        Self {
            archive,
            index,
            prefix,
            bar,
            quiet: arguments.json,
            last_line: Instant::now(),
            failed: None,
        }
    }

    pub(super) fn known(&self) -> Known {
        self.archive.known(self.index)
    }

    /// Clears the bar and returns the error of a write.
    pub(super) fn finish(self) -> Result<(), Error> {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
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
        let at = next.map_or("the end".into(), Annotated::name);
        let message = format!("{}{at} (Ctrl-C interrupts)", self.prefix);
        if let Some(bar) = &self.bar {
            if bar.length() == Some(0) {
                // Earlier results took no time.
                bar.set_length(of as u64);
                bar.set_position(done as u64);
                bar.reset_eta();
            }
            bar.set_position(done as u64);
            bar.set_message(message);
        } else if !self.quiet && self.last_line.elapsed() >= LINE_EVERY {
            self.last_line = Instant::now();
            complain(&format!("{}{done} of {of} positions", self.prefix));
        }
    }

    fn knows(&mut self, annotation: &Annotation) {
        self.archive.update(self.index, annotation);
        if self.failed.is_none() {
            self.failed = self.archive.save_if_due().err();
        }
    }
}
