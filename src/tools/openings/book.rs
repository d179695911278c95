//! A book and the record of how it was made.

use super::{FourFlats, HASH_MIB};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use stonefall_engine::eval::Value;
use stonefall_engine::game::Game;
use stonefall_engine::notation::PlyError;
use stonefall_engine::types::{HalfKomi, RuleSet, Rules, RulesError};
use thiserror::Error;

/// What decides the openings of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Board size.
    pub size: usize,
    /// The rules by their name.
    #[serde(default, skip_serializing_if = "RuleSet::is_standard")]
    pub rules: RuleSet,
    /// Komi in half flats that is asked for; Modegan makes half a flat more of whole ones.
    pub half_komi: i32,
    /// Seed of the order in which openings are looked at.
    pub seed: u64,
    /// Positions that the search visits for each.
    pub nodes: u64,
    /// The largest score of either side that is still balanced, in hundredths of a flat.
    pub max_score: i32,
}

impl Plan {
    /// The rules of the games.
    ///
    /// # Errors
    /// If the named rules are not played on boards of this size, or there is no such komi.
    pub fn rules(&self) -> Result<Rules, RulesError> {
        let half_komi = HalfKomi::new(self.half_komi)?;
        self.rules.apply(self.size, Rules::standard(self.size).with_komi(half_komi))
    }
}

/// How a book was made; it lies beside the book as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The program, its version and what else tells how it plays.
    pub made_by: String,
    /// What decides the openings.
    #[serde(flatten)]
    pub plan: Plan,
    /// Size of the search's table in MiB.
    pub hash_mib: usize,
    /// How many openings there are, images of each other counted once.
    pub candidates: usize,
    /// How many of them were scored.
    pub examined: usize,
    /// The score of each line of the book, from White's view in hundredths of a flat.
    pub scores: Vec<i32>,
}

/// Openings with their scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// How it was made.
    pub record: Record,
    /// Its openings, in the order in which they were found.
    pub openings: Vec<FourFlats>,
}

/// A book that cannot be read, written or gone on with.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file system says no.
    #[error("{path}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// A board that Tak is not played on.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// A record that is none.
    #[error("{path}: expected the record of a book, found {error}")]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// A line with a move that cannot be played.
    #[error("{path}, line {line}: {error}")]
    Move {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with the move.
        error: PlyError,
    },
    /// A line that is no opening of four flats.
    #[error("{path}, line {line}: expected four flats, found {found:?}")]
    Line {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// The line.
        found: String,
    },
    /// Fewer lines than the record has scores.
    #[error("{path}: expected {expected} lines as in its record, found {found}")]
    Short {
        /// The file.
        path: PathBuf,
        /// Number of scores.
        expected: usize,
        /// Number of lines.
        found: usize,
    },
    /// A book that was made in another way.
    #[error("{path} was made by {found}; this would be {wanted}")]
    Differs {
        /// The file.
        path: PathBuf,
        /// How the book was made.
        found: String,
        /// How it would be gone on with.
        wanted: String,
    },
}

impl Book {
    /// A book without an opening yet.
    #[must_use]
    pub fn new(plan: Plan, made_by: String) -> Self {
        let record = Record {
            made_by,
            plan,
            hash_mib: HASH_MIB,
            candidates: 0,
            examined: 0,
            scores: Vec::new(),
        };
        Self { record, openings: Vec::new() }
    }

    /// Takes note of an opening's value, and of the opening if it is balanced.
    pub(super) fn enter(&mut self, opening: FourFlats, value: Value) {
        self.record.examined += 1;
        if let Value::CentiFlats(score) = value
            && score.abs() <= self.record.plan.max_score
        {
            self.openings.push(opening);
            self.record.scores.push(score);
        }
    }

    /// Where the record of a book lies.
    #[must_use]
    pub fn record_path(path: &Path) -> PathBuf {
        path.with_extension("json")
    }

    /// The text of the book: an opening on each line and nothing else, for its readers know no
    /// comments.
    #[must_use]
    pub fn text(&self) -> String {
        self.openings.iter().map(|opening| format!("{opening}\n")).collect()
    }

    /// Writes the book and its record. A reader never sees half a file, and if the work is cut off
    /// between the two, the book merely has lines that the record does not know yet.
    ///
    /// # Errors
    /// If the files cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), BookError> {
        let record_path = Self::record_path(path);
        let record = serde_json::to_string(&self.record)
            .map_err(|error| BookError::Record { path: record_path.clone(), error })?;
        replace(path, &self.text())?;
        replace(&record_path, &(record + "\n"))
    }

    /// Reads a book and its record; `None` if there is no such file.
    ///
    /// # Errors
    /// If a file cannot be read, or does not hold what it should.
    pub fn load(path: &Path) -> Result<Option<Self>, BookError> {
        let record_path = Self::record_path(path);
        let Some(text) = read(&record_path)? else { return Ok(None) };
        let record: Record = serde_json::from_str(&text)
            .map_err(|error| BookError::Record { path: record_path, error })?;
        let text = read(path)?.unwrap_or_default();
        let start = Game::start(record.plan.size, record.plan.rules()?)?;
        let mut openings = Vec::new();
        for (index, line) in text.lines().take(record.scores.len()).enumerate() {
            openings.push(read_line(&start, line, path, index + 1)?);
        }
        if openings.len() < record.scores.len() {
            let (expected, found) = (record.scores.len(), openings.len());
            return Err(BookError::Short { path: path.into(), expected, found });
        }
        Ok(Some(Self { record, openings }))
    }

    /// The book at this path to go on with, or a new one if there is none.
    ///
    /// # Errors
    /// If it cannot be read, or was made by another plan or program.
    pub fn resume(path: &Path, plan: Plan, made_by: String) -> Result<Self, BookError> {
        let fresh = Self::new(plan, made_by);
        let Some(found) = Self::load(path)? else { return Ok(fresh) };
        let recipe = |book: &Self| {
            let Record { made_by, plan, .. } = &book.record;
            let Plan { size, rules, half_komi, seed, nodes, max_score } = plan;
            format!(
                "{made_by} with size {size}, rules {}, half-komi {half_komi}, seed {seed}, {nodes} nodes, \
                 scores up to {max_score}",
                rules.name()
            )
        };
        if recipe(&found) != recipe(&fresh) {
            let (found, wanted) = (recipe(&found), recipe(&fresh));
            return Err(BookError::Differs { path: path.into(), found, wanted });
        }
        Ok(found)
    }
}

fn read_line(start: &Game, line: &str, path: &Path, number: usize) -> Result<FourFlats, BookError> {
    let mut board = start.clone();
    for text in line.split_whitespace() {
        let played = board.read_move(text).and_then(|mv| Ok(board.play(mv)?));
        played.map_err(|error| BookError::Move { path: path.into(), line: number, error })?;
    }
    let moves: Vec<_> = board.played().collect();
    FourFlats::from_moves(&moves).ok_or_else(|| BookError::Line {
        path: path.into(),
        line: number,
        found: line.to_owned(),
    })
}

/// The text of a file; `None` if there is no such file.
fn read(path: &Path) -> Result<Option<String>, BookError> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(BookError::Io { path: path.into(), error }),
    }
}

/// Writes a file beside its place and moves it there.
fn replace(path: &Path, text: &str) -> Result<(), BookError> {
    let aside = path.with_extension("part");
    fs::write(&aside, text)
        .and_then(|()| fs::rename(&aside, path))
        .map_err(|error| BookError::Io { path: path.into(), error })
}
