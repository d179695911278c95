//! Head of a part file: everything that decides its units.

use super::Part;
use crate::bench;
use crate::resume::{ResumeProblem, check_settings};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Revision of the file format.
const REVISION: u32 = 1;

/// Work that parts divide.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Work {
    /// Games of self-play.
    Selfplay,
    /// New scores for old games.
    Relabel,
    /// A match.
    Match,
    /// A tuning, or a test of values.
    Tune,
    /// Annotation of games.
    Annotate,
    /// Puzzles from games.
    Puzzles,
}

impl Work {
    /// Name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Selfplay => "selfplay",
            Self::Relabel => "relabel",
            Self::Match => "match",
            Self::Tune => "tune",
            Self::Annotate => "annotate",
            Self::Puzzles => "puzzles",
        }
    }
}

/// The whole work, of which a part is computed.
#[derive(Clone, PartialEq, Debug)]
pub struct Job {
    /// Its kind.
    pub work: Work,
    /// Number of units, such as games.
    pub units: u32,
    /// Number of consecutive units that stay in one part.
    pub group: u32,
    /// Seed of all random choices, if there are any.
    pub seed: Option<u64>,
    /// Everything else that decides the units, as a JSON object.
    pub settings: Value,
}

/// Head of a part file. It is one line of JSON.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Head {
    /// Revision of the file format; its name identifies the format.
    #[serde(rename = "stonefall_part")]
    revision: u32,
    /// Kind of the work.
    pub work: Work,
    /// Number of the part, from 1.
    part: u32,
    /// Number of all parts.
    of: u32,
    /// Number of units of the whole work.
    pub units: u32,
    /// Number of consecutive units that stay in one part.
    group: u32,
    /// Seed of all random choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Version, commit and processor of the build, for human readers.
    build: String,
    /// Version and node count: engines with equal ones play the same moves.
    bench: String,
    /// Everything else that decides the units.
    pub settings: Value,
}

impl Head {
    /// The head of a part that this build computes. The build is described for human readers.
    #[must_use]
    pub fn new(part: Part, job: Job, build: String) -> Self {
        let Job { work, units, group, seed, settings } = job;
        Self {
            revision: REVISION,
            work,
            part: part.number(),
            of: part.of(),
            units,
            group,
            seed,
            build,
            bench: bench::signature(),
            settings,
        }
    }

    /// Reads a line. The errors are those of a line that no part begins with.
    pub(super) fn read(line: &[u8]) -> Result<Self, String> {
        let expected = "expected a part of this program in line 1";
        let value: Value =
            serde_json::from_slice(line).map_err(|_| format!("{expected}, found other content"))?;
        if let Some(found) = value.get("stonefall_part").filter(|&found| *found != REVISION) {
            return Err(format!("expected a part file of revision {REVISION}, found {found}"));
        }
        let head: Self =
            serde_json::from_value(value).map_err(|error| format!("{expected}: {error}"))?;
        match Part::new(head.part, head.of) {
            Some(_) => Ok(head),
            None => Err(format!("{expected}, found part {} of {}", head.part, head.of)),
        }
    }

    /// The head as a line.
    pub(super) fn line(&self) -> String {
        // JSON can represent all values of this type.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// The part.
    #[must_use]
    pub fn part(&self) -> Part {
        Part::new(self.part, self.of).unwrap_or(Part::WHOLE)
    }

    /// The units of the part in ascending order.
    pub fn own_units(&self) -> impl Iterator<Item = u32> + use<> {
        self.part().units(self.units, self.group)
    }

    /// Number of the units of the part.
    #[must_use]
    pub fn own_count(&self) -> u32 {
        self.part().count(self.units, self.group)
    }

    /// The number of the part that has a unit.
    pub(super) const fn owner(&self, unit: u32) -> Option<u32> {
        let group = if self.group == 0 { 1 } else { self.group };
        if unit < self.units { Some(unit / group % self.of + 1) } else { None }
    }

    /// The head of another part of the same work.
    #[must_use]
    pub fn of_part(&self, part: Part) -> Self {
        Self { part: part.number(), of: part.of(), ..self.clone() }
    }

    /// The settings as a type.
    ///
    /// # Errors
    /// If they are others.
    pub fn read_settings<T: DeserializeOwned>(&self) -> Result<T, String> {
        let read = serde_json::from_value(self.settings.clone());
        read.map_err(|error| format!("expected settings of {}: {error}", self.work.name()))
    }

    /// Checks that another head describes the same part. Builds may differ if they play the same moves.
    ///
    /// # Errors
    /// The fields that differ.
    pub fn check(&self, found: &Self) -> Result<(), ResumeProblem> {
        if self.work != found.work {
            // Everything else differs as well.
            let (expected, found) = (self.work.name(), found.work.name());
            let text = format!("expected work {expected}, found {found}");
            return Err(ResumeProblem::Settings(text));
        }
        check_settings(self, &Self { build: self.build.clone(), ..found.clone() })
    }

    /// Checks that another head describes any part of the same work.
    ///
    /// # Errors
    /// The fields that differ.
    pub fn check_sibling(&self, found: &Self) -> Result<(), ResumeProblem> {
        self.check(&Self { part: self.part, ..found.clone() })
    }
}
