//! Progress of many games: a bar in a terminal, a line per minute elsewhere.

use super::bar;
use indicatif::HumanDuration;
use std::time::{Duration, Instant};
use stonefall_engine::report::grouped;

/// Interval between lines without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(60);
/// Template of the bar.
const BAR: &str = "{msg}   {bar:25} {pos} of {len} games, {prefix} (Ctrl-C interrupts)";

pub(super) struct GameProgress {
    view: bar::Progress,
    start: Instant,
    /// Games at the start of this run.
    first: u32,
    /// Games at the end.
    count: u32,
    /// Games and searched positions of this run.
    games: u32,
    positions: u64,
    /// Short state of the work, for lines without a terminal.
    note: String,
}

impl GameProgress {
    pub(super) fn new(first: u32, count: u32) -> Self {
        let bar = bar::bar(count.into(), BAR);
        bar.set_position(first.into());
        bar.set_prefix("...");
        let view = bar::Progress::new(bar, LINE_EVERY);
        let (start, note) = (Instant::now(), String::new());
        Self { view, start, first, count, games: 0, positions: 0, note }
    }

    /// Adds a finished game and its number of searched positions; 0 if it is not counted.
    pub(super) fn add(&mut self, positions: u64) {
        self.games += 1;
        self.positions += positions;
        let (done, pace) = (self.first + self.games, self.pace());
        self.view.line(|| format!("{done} of {} games, {pace}{}", self.count, self.note));
        self.view.bar.set_prefix(pace);
        self.view.bar.set_position(done.into());
    }

    /// Shows a table above the bar, or a note in lines without a terminal.
    pub(super) fn show(&mut self, table: String, note: String) {
        self.note = note;
        self.view.bar.set_message(table);
    }

    fn pace(&self) -> String {
        let seconds = self.seconds();
        let left = self.count.saturating_sub(self.first + self.games);
        let rest = seconds * f64::from(left) / f64::from(self.games.max(1));
        let rest = HumanDuration(Duration::from_secs_f64(rest.min(1e9)));
        let pace = match self.positions {
            0 => format!("{:.1}", f64::from(self.games) / seconds),
            count => format!("{} positions, {:.0}", grouped(count), count as f64 / seconds),
        };
        format!("{pace} a second, {rest} left")
    }

    fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64().max(1e-3)
    }

    /// Clears the bar and returns a summary.
    pub(super) fn finish(self) -> String {
        let (seconds, games) = (self.seconds(), grouped(self.games.into()));
        let speed = f64::from(self.games) / seconds;
        let mut text = format!("{games} games in {seconds:.1} s, {speed:.2} per second");
        if self.positions > 0 {
            let (count, speed) = (grouped(self.positions), self.positions as f64 / seconds);
            text += &format!("; {count} searched positions, {speed:.0} per second");
        }
        text
    }
}
