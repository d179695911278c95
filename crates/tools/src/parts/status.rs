//! Progress of the parts in a folder.

use super::file::parse;
use super::head::Head;
use super::part::Part;
use super::pool::{PoolError, part_files};
use super::unit::now;
use crate::lock;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Number of the last units that a rate is measured over.
const RATE_UNITS: usize = 32;

/// State of a part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PartState {
    /// It has all units.
    Done,
    /// A process works on it.
    Running,
    /// It has units, or only a head, and no process works on it.
    Stopped,
    /// Its file is damaged, or belongs to other work.
    Broken,
    /// It has no file.
    Missing,
}

/// Progress of a part.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Its number, from 1.
    pub part: u32,
    /// Its state.
    pub state: PartState,
    /// Number of finished units.
    pub done: u32,
    /// Number of all units.
    pub units: u32,
    /// Units per second lately; `None` before the second unit.
    pub rate: Option<f64>,
    /// Reason why the part is broken.
    pub problem: Option<String>,
}

/// Progress of all parts.
#[derive(Clone, PartialEq, Debug)]
pub struct Survey {
    /// Head of the first readable part.
    pub head: Head,
    /// The parts in order.
    pub parts: Vec<Progress>,
    /// Files that are not parts, or are parts of other work without a place here, with the reasons.
    pub strangers: Vec<(PathBuf, String)>,
}

/// Surveys a folder again and again, and reads only files that have changed.
#[derive(Debug, Default)]
pub struct Surveyor {
    known: BTreeMap<PathBuf, Known>,
}

/// A file as it was read.
#[derive(Clone, Debug)]
struct Known {
    length: u64,
    found: Result<Found, String>,
}

/// Content of a file in short.
#[derive(Clone, Debug)]
struct Found {
    head: Head,
    done: u32,
    is_damaged: bool,
    rate: Option<f64>,
}

impl PartState {
    /// All states.
    pub const ALL: [Self; 5] =
        [Self::Done, Self::Running, Self::Stopped, Self::Broken, Self::Missing];

    /// Name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Running => "running",
            Self::Stopped => "stopped",
            Self::Broken => "broken",
            Self::Missing => "missing",
        }
    }

    /// Whether the part has to be started.
    const fn waits(self) -> bool {
        matches!(self, Self::Stopped | Self::Broken | Self::Missing)
    }
}

impl Surveyor {
    /// The progress of the parts in a folder.
    ///
    /// # Errors
    /// If the folder cannot be read or has no readable part.
    pub fn survey(&mut self, folder: &Path) -> Result<Survey, PoolError> {
        let files = part_files(folder)?;
        for path in &files {
            self.update(path);
        }
        let found = |path: &PathBuf| self.known.get(path).map(|known| known.found.clone());
        let Some(head) = files.iter().find_map(|path| Some(found(path)?.ok()?.head)) else {
            let problem = files.iter().find_map(|path| Some((path, found(path)?.err()?)));
            return Err(match problem {
                Some((path, reason)) => PoolError::Content { path: path.clone(), reason },
                None => PoolError::Nothing(folder.display().to_string()),
            });
        };
        let mut survey = Survey::empty(head);
        for path in files {
            match found(&path) {
                Some(Ok(part)) => survey.add(&path, &part),
                Some(Err(problem)) => survey.add_broken(&path, problem),
                None => {}
            }
        }
        Ok(survey)
    }

    /// Reads a file if it has changed.
    fn update(&mut self, path: &Path) {
        // A file that has just disappeared is missing.
        let Ok(length) = fs::metadata(path).map(|data| data.len()) else { return };
        if self.known.get(path).is_none_or(|known| known.length != length) {
            let found = fs::read(path).map_err(|error| error.to_string());
            let found = found.and_then(|bytes| Found::read(&bytes));
            self.known.insert(path.into(), Known { length, found });
        }
    }
}

impl Found {
    fn read(bytes: &[u8]) -> Result<Self, String> {
        let content = parse(bytes)?;
        let mut numbers: Vec<_> = content.units.iter().map(|(unit, _)| unit.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let last = &content.units[content.units.len().saturating_sub(RATE_UNITS)..];
        let times: Vec<_> = last.iter().map(|(unit, _)| unit.time).collect();
        let (done, is_damaged) = (numbers.len() as u32, content.is_damaged);
        Ok(Self { head: content.head, done, is_damaged, rate: rate(&times) })
    }
}

/// Units per second between the first and the last of some times in milliseconds. Clocks may jump.
fn rate(times: &[u64]) -> Option<f64> {
    let passed = times.last()?.checked_sub(*times.first()?)?;
    (passed > 0).then(|| 1000.0 * (times.len() - 1) as f64 / passed as f64)
}

impl Survey {
    /// All parts, each missing.
    fn empty(head: Head) -> Self {
        let of = head.part().of();
        let missing = |part: Part| Progress {
            part: part.number(),
            state: PartState::Missing,
            done: 0,
            units: head.of_part(part).own_count(),
            rate: None,
            problem: None,
        };
        let parts = (1..=of).filter_map(|number| Part::new(number, of)).map(missing).collect();
        Self { head, parts, strangers: Vec::new() }
    }

    /// Adds a readable part. Of two files of one part the one with more units counts.
    fn add(&mut self, path: &Path, found: &Found) {
        if let Err(problem) = self.head.check_sibling(&found.head) {
            self.add_broken(path, problem.to_string());
            return;
        }
        let number = found.head.part().number();
        let Some(part) = self.parts.get_mut(number as usize - 1) else { return };
        if part.state == PartState::Missing || part.done < found.done {
            part.state = match found.done {
                done if done == part.units => PartState::Done,
                _ if lock::is_in_use(path) => PartState::Running,
                _ if found.is_damaged => PartState::Broken,
                _ => PartState::Stopped,
            };
            (part.done, part.rate) = (found.done, found.rate);
            let damaged = "expected complete units, found other bytes after the last one";
            part.problem = (part.state == PartState::Broken).then(|| damaged.to_owned());
        }
    }

    /// Adds a file that cannot be read or belongs to other work.
    fn add_broken(&mut self, path: &Path, problem: String) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let named = Part::of_file_name(name).filter(|part| part.of() == self.head.part().of());
        match named.and_then(|part| self.parts.get_mut(part.number() as usize - 1)) {
            // A part that has just started has no complete head.
            Some(part) if lock::is_in_use(path) => part.state = PartState::Running,
            Some(part) if part.state == PartState::Missing => {
                part.state = PartState::Broken;
                part.problem = Some(problem);
            }
            _ => self.strangers.push((path.into(), problem)),
        }
    }

    /// Number of parts in a state.
    #[must_use]
    pub fn count(&self, state: PartState) -> usize {
        self.parts.iter().filter(|part| part.state == state).count()
    }

    /// Number of finished units.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.parts.iter().map(|part| u64::from(part.done)).sum()
    }

    /// Numbers of the parts that have to be started: stopped, broken and missing ones.
    #[must_use]
    pub fn waiting(&self) -> Vec<u32> {
        self.parts.iter().filter(|part| part.state.waits()).map(|part| part.part).collect()
    }

    /// Units per second of all running parts.
    #[must_use]
    pub fn rate(&self) -> f64 {
        let running = self.parts.iter().filter(|part| part.state == PartState::Running);
        running.filter_map(|part| part.rate).sum()
    }

    /// Seconds until all units are finished, if the rate stays; `None` without a rate.
    #[must_use]
    pub fn seconds_left(&self) -> Option<f64> {
        let left = u64::from(self.head.units).saturating_sub(self.done());
        (self.rate() > 0.0).then(|| left as f64 / self.rate())
    }

    /// Expected end, in milliseconds since 1970.
    #[must_use]
    pub fn end(&self) -> Option<u64> {
        self.seconds_left().map(|seconds| now().saturating_add((1000.0 * seconds) as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_survive_clock_jumps() {
        assert_eq!(rate(&[1000, 2000, 3000]), Some(1.0));
        for times in [&[][..], &[5], &[3000, 2000], &[7, 7]] {
            assert_eq!(rate(times), None);
        }
    }
}
