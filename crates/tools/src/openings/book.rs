//! A book and the record of how it was made.

use super::{FourFlats, HASH_MIB};
use crate::files::{read_text, write_atomically};
use crate::resume::{ResumeError, ResumeProblem, Start, check_settings};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
use stonefall_engine::notation::{LineError, opening_lines};
use stonefall_engine::types::{HalfKomi, RuleSet, Rules, RulesError};

/// Settings that decide the openings of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookPlan {
    /// Board size.
    pub size: usize,
    /// Rule set.
    #[serde(default, skip_serializing_if = "RuleSet::is_standard")]
    pub rules: RuleSet,
    /// Requested komi in half flats; Modegan adds half a flat to whole ones.
    pub half_komi: i32,
    /// Seed of the order of candidates.
    pub seed: u64,
    /// Nodes per candidate.
    pub nodes: u64,
    /// Largest score of a balanced opening for either side, in hundredths of a flat.
    pub max_score: i32,
}

impl BookPlan {
    /// The rules of the games.
    ///
    /// # Errors
    /// If the rule set does not have boards of this size, or the komi is invalid.
    pub fn rules(&self) -> Result<Rules, RulesError> {
        let half_komi = HalfKomi::new(self.half_komi)?;
        self.rules.apply(self.size, Rules::standard(self.size).with_komi(half_komi))
    }
}

/// Record of how a book was made; stored beside the book as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BookRecord {
    /// Identity of the engine: program, version and bench count.
    pub made_by: String,
    /// Settings of the book.
    #[serde(flatten)]
    pub plan: BookPlan,
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
    /// Number of possible openings; images of each other count once.
    pub candidates: usize,
    /// Number of scored candidates.
    pub examined: usize,
    /// Score of each line of the book from White's view, in hundredths of a flat.
    pub scores: Vec<i32>,
}

/// Openings with their scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// How it was made.
    pub record: BookRecord,
    /// Its openings in the order of the candidates.
    pub openings: Vec<FourFlats>,
}

impl Book {
    /// A book without openings.
    pub fn new(plan: BookPlan, made_by: String) -> Self {
        let (candidates, examined, scores) = (0, 0, Vec::new());
        let hash_mib = HASH_MIB;
        let record = BookRecord { made_by, plan, hash_mib, candidates, examined, scores };
        Self { record, openings: Vec::new() }
    }

    /// Adds a scored candidate, if it is balanced.
    pub(super) fn add(&mut self, opening: FourFlats, value: Value) {
        self.record.examined += 1;
        if let Value::CentiFlats(score) = value
            && score.abs() <= self.record.plan.max_score
        {
            self.openings.push(opening);
            self.record.scores.push(score);
        }
    }

    /// Path of the record of a book.
    pub fn record_path(path: &Path) -> PathBuf {
        path.with_extension("json")
    }

    /// The text of the book: one opening per line. Readers of books do not know comments.
    pub fn text(&self) -> String {
        self.openings.iter().map(|opening| format!("{opening}\n")).collect()
    }

    /// Writes the book and its record, each file atomically. If only the book is written, it has more lines
    /// than the record has scores, and [`Book::load`] ignores them.
    ///
    /// # Errors
    /// If the files cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), ResumeError> {
        let record = serde_json::to_string(&self.record).unwrap_or_default();
        replace(path, &self.text())?;
        replace(&Self::record_path(path), &(record + "\n"))
    }

    /// Reads a book and its record; `None` if there is no record.
    ///
    /// # Errors
    /// If a file cannot be read, or is not a book or a record.
    pub fn load(path: &Path) -> Result<Option<Self>, ResumeError> {
        let record_path = Self::record_path(path);
        let Some(text) = read(&record_path)? else { return Ok(None) };
        let record: BookRecord = serde_json::from_str(&text).map_err(|error| {
            let text = format!("expected the record of a book, found {error}");
            ResumeProblem::Content(text).at(&record_path)
        })?;
        let text = read(path)?.unwrap_or_default();
        let openings = read_lines(&record, &text);
        let openings = openings.map_err(|text| ResumeProblem::Content(text).at(path))?;
        Ok(Some(Self { record, openings }))
    }

    /// The book at this path, or a new one.
    ///
    /// # Errors
    /// If the book cannot be read, or other settings or another engine made it.
    pub fn open(
        path: &Path,
        start: Start,
        plan: BookPlan,
        made_by: String,
    ) -> Result<Self, ResumeError> {
        let fresh = Self::new(plan, made_by);
        let found = if start == Start::Resume { Self::load(path)? } else { None };
        let Some(found) = found else { return Ok(fresh) };
        let settings = |BookRecord { made_by, plan, .. }: &BookRecord| {
            let rules = plan.rules.name();
            serde_json::json!({ "made_by": made_by, "rules": rules, "plan": plan })
        };
        check_settings(&settings(&fresh.record), &settings(&found.record))
            .map_err(|problem| problem.at(path))?;
        Ok(found)
    }
}

/// The openings of a book, as many as the record has scores.
fn read_lines(record: &BookRecord, text: &str) -> Result<Vec<FourFlats>, String> {
    let rules = record.plan.rules().map_err(|error| error.to_string())?;
    let start = Game::start(record.plan.size, rules).map_err(|error| error.to_string())?;
    let expected = record.scores.len();
    let opening = |(moves, number): (Result<Vec<_>, _>, usize)| {
        let moves = moves.map_err(|error: LineError| error.to_string())?;
        let opening = FourFlats::from_moves(&moves);
        let legal = opening.filter(|_| start.clone().play_line(&moves).is_ok());
        legal.ok_or_else(|| format!("opening {number}: expected four flats on the board"))
    };
    let openings: Vec<_> =
        opening_lines(text).take(expected).zip(1..).map(opening).collect::<Result<_, String>>()?;
    match openings.len() {
        found if found < expected => {
            Err(format!("expected {expected} lines as in the record, found {found}"))
        }
        _ => Ok(openings),
    }
}

/// The text of a file; `None` if there is no such file.
fn read(path: &Path) -> Result<Option<String>, ResumeError> {
    match File::open(path).and_then(read_text) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ResumeProblem::from(error).at(path)),
    }
}

fn replace(path: &Path, text: &str) -> Result<(), ResumeError> {
    write_atomically(path, text.as_bytes()).map_err(|error| ResumeProblem::from(error).at(path))
}
