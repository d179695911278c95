//! Progress of self-play: a bar in a terminal, occasional lines elsewhere.

use crate::cli::bar;
use crate::cli::output::complain;
use indicatif::{HumanDuration, ProgressBar};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};
use stonefall_engine::report::grouped;
use stonefall_learn::records::GameRecord;

/// Interval between lines without a terminal.
const TOLD_EVERY: Duration = Duration::from_secs(60);

pub(super) struct Progress {
    bar: Option<ProgressBar>,
    start: Instant,
    told: Instant,
    /// Games at the start, and in the end.
    first: u32,
    count: u32,
    games: u32,
    positions: u64,
}

impl Progress {
    pub(super) fn new(first: u32, count: u32) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let template = "   {bar:25} {pos} of {len} games, {msg} (Ctrl-C interrupts)";
            let bar = bar::bar(count.into(), template);
            bar.set_position(first.into());
            bar.set_message("...");
            bar
        });
        let now = Instant::now();
        Self { bar, start: now, told: now, first, count, games: 0, positions: 0 }
    }

    /// Adds a game.
    pub(super) fn note(&mut self, game: &GameRecord) {
        self.games += 1;
        self.positions += game.plies.iter().filter(|ply| ply.score.is_some()).count() as u64;
        if let Some(bar) = &self.bar {
            bar.set_message(self.pace());
            bar.set_position(u64::from(self.first + self.games));
        } else if self.told.elapsed() >= TOLD_EVERY {
            self.told = Instant::now();
            let (done, count) = (self.first + self.games, self.count);
            complain(&format!("{done} of {count} games, {}", self.pace()));
        }
    }

    fn pace(&self) -> String {
        let seconds = self.start.elapsed().as_secs_f64().max(1e-3);
        let left = self.count.saturating_sub(self.first + self.games);
        let rest = seconds * f64::from(left) / f64::from(self.games.max(1));
        format!(
            "{} positions, {:.0} a second, {} left",
            grouped(self.positions),
            self.positions as f64 / seconds,
            HumanDuration(Duration::from_secs_f64(rest.min(1e9))),
        )
    }

    /// Clears the bar and prints a summary.
    pub(super) fn finish(self) -> String {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        let seconds = self.start.elapsed().as_secs_f64().max(1e-3);
        format!(
            "{} games with {} searched positions in {:.1} s: {:.1} games and {:.0} positions per second",
            self.games,
            grouped(self.positions),
            seconds,
            f64::from(self.games) / seconds,
            self.positions as f64 / seconds,
        )
    }
}
