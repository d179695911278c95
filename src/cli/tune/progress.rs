//! Progress of a tuning: a bar and the values in a terminal, occasional lines elsewhere.

use crate::cli::bar;
use crate::cli::matches::elo_words;
use crate::cli::output::complain;
use crate::tools::tune::Standing;
use indicatif::{HumanDuration, ProgressBar};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};
use stonefall_engine::report::{Style, grouped};

/// Interval between lines without a terminal.
const TOLD_EVERY: Duration = Duration::from_secs(60);

pub(super) struct Progress {
    bar: Option<ProgressBar>,
    style: Style,
    start: Instant,
    told: Instant,
    /// Games at the start, and in the end.
    first: u32,
    count: u32,
    games: u32,
    /// Values after the previous batch.
    standing: String,
}

impl Progress {
    pub(super) fn new(first: u32, count: u32, style: Style) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let template = "{msg}   {bar:25} {pos} of {len} games, {prefix} (Ctrl-C interrupts)";
            let bar = bar::bar(count.into(), template);
            bar.set_position(first.into());
            bar.set_prefix("...");
            bar
        });
        let now = Instant::now();
        Self { bar, style, start: now, told: now, first, count, games: 0, standing: String::new() }
    }

    /// Counts a finished game.
    pub(super) fn game(&mut self) {
        self.games += 1;
        if let Some(bar) = &self.bar {
            bar.set_prefix(self.pace());
            bar.set_position(u64::from(self.first + self.games));
        } else if self.told.elapsed() >= TOLD_EVERY {
            self.told = Instant::now();
            let (done, count) = (self.first + self.games, self.count);
            complain(&format!("{done} of {count} games, {}{}", self.pace(), self.standing));
        }
    }

    /// Shows the values after a batch.
    pub(super) fn batch(&mut self, standing: &Standing) {
        let style = self.style;
        let (table, words) = match (&standing.tuner, &standing.screen) {
            (Some(tuner), _) => (super::show::moved(tuner, style), String::new()),
            (None, Some(screen)) => (super::show::effects(screen, style), String::new()),
            (None, None) => {
                let elo = elo_words(&standing.score.pairs);
                (format!("   {elo}\n"), format!(", {elo}"))
            }
        };
        self.standing = words;
        if let Some(bar) = &self.bar {
            bar.set_message(table);
        }
    }

    fn pace(&self) -> String {
        let seconds = self.start.elapsed().as_secs_f64().max(1e-3);
        let left = self.count.saturating_sub(self.first + self.games);
        let rest = seconds * f64::from(left) / f64::from(self.games.max(1));
        let pace = f64::from(self.games) / seconds;
        let rest = HumanDuration(Duration::from_secs_f64(rest.min(1e9)));
        format!("{pace:.1} a second, {rest} left")
    }

    /// Clears the bar and prints a summary.
    pub(super) fn finish(self) -> String {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let seconds = self.start.elapsed().as_secs_f64().max(1e-3);
        let games = f64::from(self.games);
        format!(
            "{} games in {seconds:.1} s: {:.2} games per second",
            grouped(self.games.into()),
            games / seconds
        )
    }
}
