//! The loop of all commands that work on numbered games: a range of them (`--only A-B`), on several threads, until the end, a
//! signal or the deadline. The output of an earlier run counts. Outputs of ranges, one after the other, are that of all games.

use super::Error;
use super::output::{complain, counted};
use super::progress::Progress;
use super::resume::{self, Deadline};
use clap::Args;
use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use stonefall_engine::stopper::Stopper;
use stonefall_tools::workers;

/// Flag of commands that work on numbered games.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Only {
    /// Work only on the games A to B, from 1 (docs/cluster.md)
    #[arg(long, value_name = "A-B", value_parser = numbers)]
    only: Option<Numbers>,
}

/// First and last number, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers(usize, usize);

fn numbers(text: &str) -> Result<Numbers, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(0), Ok(_)) => Err(format!("expected numbers from 1, found {text}")),
        (Ok(first), Ok(last)) if last < first => {
            Err(format!("expected the smaller number first, found {text}"))
        }
        (Ok(first), Ok(last)) => Ok(Numbers(first, last)),
        _ => Err(format!("expected a range such as 1001-2000, found {text}")),
    }
}

impl Only {
    /// The range in a file name: `-1001-2000`, or nothing.
    pub(super) fn suffix(self) -> String {
        self.only.map_or_else(String::new, |Numbers(first, last)| format!("-{first}-{last}"))
    }

    /// Begins work on the selected games of `count`.
    pub(super) fn begin(self, deadline: Deadline, count: usize) -> Result<RangeRun, Error> {
        let numbers = self.of(count)?;
        let progress = Mutex::new(Progress::new(numbers.len() as u64, "games"));
        Ok(RangeRun { numbers, stopper: deadline.stopper(), progress })
    }

    /// Indices of the selected games of `count`, from 0.
    fn of(self, count: usize) -> Result<Range<usize>, Error> {
        match self.only {
            None => Ok(0..count),
            Some(Numbers(first, last)) if last <= count => Ok(first - 1..last),
            Some(Numbers(first, last)) => Err(Error::Usage(format!(
                "expected --only within {}, found {first}-{last}",
                counted(count, "game")
            ))),
        }
    }
}

/// Work on a range of games.
pub(super) struct RangeRun {
    /// Numbers of the games, from 0.
    pub(super) numbers: Range<usize>,
    /// Ends the work after a signal and at the deadline.
    pub(super) stopper: Stopper,
    progress: Mutex<Progress>,
}

/// Order in which finished games arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// That of their numbers: a game waits for those before it.
    Numbers,
    /// That of their ends.
    Ends,
}

impl RangeRun {
    /// Shows progress in other units than games.
    pub(super) fn count_in(&mut self, units: &str, count: usize) {
        self.progress = Mutex::new(Progress::new(count as u64, units));
    }

    /// Reports the number of games that the output file has, and of bytes that were cut off from it.
    pub(super) fn resume(&self, path: &Path, games: usize, cut: u64) {
        if cut > 0 {
            let path = path.display();
            let cut = counted(cut as usize, "byte");
            complain(&format!("{path}: removed {cut} after the last complete game"));
        }
        resume::report_resumed(games, "games");
        self.show(games, String::new);
    }

    /// Runs the jobs of these numbers on a number of threads and passes each result to `on_game` in this order. `job` returns
    /// `None` if the stopper ended it.
    pub(super) fn play<W, T: Send>(
        &self,
        numbers: Range<usize>,
        order: Order,
        threads: usize,
        new_worker: impl Fn() -> W + Sync,
        job: impl Fn(&mut W, usize) -> Option<T> + Sync,
        on_game: impl FnMut(usize, T) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let job = |worker: &mut W, number| {
            (!self.stopper.is_stopped()).then(|| job(worker, number)).flatten()
        };
        let stopper = &self.stopper;
        let done = match order {
            Order::Numbers => {
                workers::run_in_order(numbers, threads, stopper, new_worker, job, on_game).map(drop)
            }
            Order::Ends => workers::run(numbers, threads, stopper, new_worker, job, on_game),
        };
        self.with_progress(|progress| progress.leave());
        done
    }

    /// Runs `work` with the progress.
    pub(super) fn with_progress<T>(&self, work: impl FnOnce(&mut Progress) -> T) -> T {
        // A panic leaves at most an old line on the screen.
        work(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Shows the number of finished games, and a note such as `, 12 puzzles`.
    pub(super) fn show(&self, done: usize, note: impl FnOnce() -> String) {
        self.with_progress(|progress| progress.show(done as u64, note));
    }

    /// The end of the work with this number of finished games; only with an output file can it be resumed.
    pub(super) fn end(&self, done: usize, out: Option<&Path>) -> Result<(), Error> {
        let count = self.numbers.len();
        match out {
            _ if done >= count => Ok(()),
            Some(_) => Err(resume::interrupted(done, count, "games")),
            None => Err(resume::lost(done, count, "games")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_errors_say_what_was_expected() {
        for (text, found) in [
            ("1-1000", Ok(0..1000)),
            ("7", Ok(6..7)),
            ("999-1000", Ok(998..1000)),
            ("990-1001", Err("expected --only within 1,000 games, found 990-1001")),
            ("0-5", Err("expected numbers from 1, found 0-5")),
            ("9-3", Err("expected the smaller number first, found 9-3")),
            ("", Err("expected a range such as 1001-2000, found ")),
            ("-3", Err("expected a range such as 1001-2000, found -3")),
            ("1-2-3", Err("expected a range such as 1001-2000, found 1-2-3")),
            ("a-b", Err("expected a range such as 1001-2000, found a-b")),
        ] {
            let only = numbers(text).map(|range| Only { only: Some(range) });
            let range = only.and_then(|only| only.of(1000).map_err(|error| error.to_string()));
            assert_eq!(range, found.map_err(str::to_owned), "{text}");
        }
        assert_eq!(Only::default().of(3).ok(), Some(0..3));
    }
}
