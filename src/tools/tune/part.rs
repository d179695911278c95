//! The file of a part: a line of JSON for the plan, then one for each batch of games.

use super::plan::{Aim, Plan};
use super::points::PairPoints;
use super::standing::Standing;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A file that batches are added to.
#[derive(Debug)]
pub struct Part {
    path: PathBuf,
    file: File,
}

/// What a file says.
#[derive(Clone, PartialEq, Debug)]
pub struct Read {
    /// The plan of its games.
    pub plan: Plan,
    /// What the games come to.
    pub standing: Standing,
    /// Bytes behind the last whole line.
    pub torn: u64,
    /// Where that line ends.
    end: u64,
}

/// A part that cannot be read, written or gone on with.
#[derive(Debug, Error)]
pub enum PartError {
    /// The file system says no.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// Games that were played in another way.
    #[error("{0} has games of another plan: {1}")]
    Differs(PathBuf, String),
    /// No file of this kind, or one with a line that does not go on from the one before it.
    #[error("{0}, line {1}: expected {2}")]
    Line(PathBuf, usize, &'static str),
}

/// A line of results.
#[derive(Serialize, Deserialize)]
struct Batch {
    /// The first pair.
    pair: u32,
    /// Two letters for each pair: won, drawn, lost by the first side as White and as Black.
    results: String,
    /// The values after it, for those who look at the file; they are never read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    values: Vec<f64>,
}

impl Part {
    /// Begins a part; a file of that name is emptied.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(path: &Path, plan: &Plan) -> Result<Self, PartError> {
        let wrong = |error| PartError::Io(path.into(), error);
        let mut file = File::create(path).map_err(wrong)?;
        file.write_all((line(plan) + "\n").as_bytes()).map_err(wrong)?;
        Ok(Self { path: path.into(), file })
    }

    /// Takes a part up again, or begins it if there is no such file. A torn line at the end is cut
    /// off.
    ///
    /// # Errors
    /// If the file cannot be read and written, is of another kind, or has games of another plan.
    pub fn resume(path: &Path, plan: &Plan) -> Result<(Self, Standing), PartError> {
        let wrong = |error| PartError::Io(path.into(), error);
        let begin = || Ok((Self::begin(path, plan)?, Standing::new(plan)));
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return begin(),
            text => text.map_err(wrong)?,
        };
        // Broken off before the first line was whole.
        if line(plan).starts_with(text.as_str()) {
            return begin();
        }
        let found = parse(path, &text)?;
        if found.plan != *plan {
            let how = differences(&found.plan, plan);
            return Err(PartError::Differs(path.into(), how));
        }
        let mut file = OpenOptions::new().append(true).open(path).map_err(wrong)?;
        file.set_len(found.end).map_err(wrong)?;
        file.flush().map_err(wrong)?;
        Ok((Self { path: path.into(), file }, found.standing))
    }

    /// Adds the results of a batch, after which the standing is this.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, results: &[PairPoints], standing: &Standing) -> Result<(), PartError> {
        let words: Vec<_> = results.iter().map(ToString::to_string).collect();
        let values = standing.tuner.iter().flat_map(|tuner| tuner.moved());
        let batch = Batch {
            pair: standing.pairs() - results.len() as u32,
            results: words.join(" "),
            values: values.map(|moved| (moved.value * 1e3).round() / 1e3).collect(),
        };
        let text = line(&batch) + "\n";
        self.file
            .write_all(text.as_bytes())
            .map_err(|error| PartError::Io(self.path.clone(), error))
    }
}

/// Reads a part.
///
/// # Errors
/// If it cannot be read.
pub fn read(path: &Path) -> Result<Read, PartError> {
    let text = fs::read_to_string(path).map_err(|error| PartError::Io(path.into(), error))?;
    parse(path, &text)
}

fn line(value: &impl Serialize) -> String {
    // These types have no form that JSON lacks.
    serde_json::to_string(value).unwrap_or_default()
}

/// What is different in two plans, the first of which was found in a file.
fn differences(found: &Plan, wanted: &Plan) -> String {
    let fields = |plan: &Plan| match serde_json::to_value(plan) {
        Ok(Value::Object(mut fields)) => {
            // The fields of a tuning are told one by one.
            if let Some(Value::Object(tuning)) = fields.remove("tune") {
                fields.extend(tuning);
            }
            fields
        }
        _ => Map::new(),
    };
    let (found, wanted) = (fields(found), fields(wanted));
    let names: BTreeSet<_> = found.keys().chain(wanted.keys()).collect();
    let mut words = Vec::new();
    for name in names {
        match (found.get(name), wanted.get(name)) {
            (one, other) if one == other => {}
            (Some(Value::Array(_)), Some(Value::Array(_))) if name == "parameters" => {
                words.push(format!("other {name}"));
            }
            (Some(found), Some(wanted)) => words.push(format!("{name} {found} and not {wanted}")),
            (Some(_), None) => words.push(format!("with {name}")),
            (None, _) => words.push(format!("without {name}")),
        }
    }
    words.join(", ")
}

fn parse(path: &Path, text: &str) -> Result<Read, PartError> {
    let wrong = |line, expected| PartError::Line(path.into(), line, expected);
    // What stands behind the last line break was torn off.
    let end = text.rfind('\n').map_or(0, |at| at + 1);
    let mut lines = text[..end].lines();
    let plan = lines.next().and_then(|head| serde_json::from_str(head).ok());
    let plan: Plan =
        plan.filter(Plan::is_known).ok_or_else(|| wrong(1, "the plan of stonefall tune"))?;
    let mut standing = Standing::new(&plan);
    for (number, text) in (2..).zip(lines) {
        let results = batch(text, &plan, &standing)
            .ok_or_else(|| wrong(number, "the batch of games that comes next"))?;
        standing.add(&results);
    }
    Ok(Read { plan, standing, torn: (text.len() - end) as u64, end: end as u64 })
}

/// The results of a line, if they are those that come next.
fn batch(text: &str, plan: &Plan, standing: &Standing) -> Option<Vec<PairPoints>> {
    let batch: Batch = serde_json::from_str(text).ok()?;
    let results: Option<Vec<_>> = batch.results.split(' ').map(PairPoints::read).collect();
    let results = results.filter(|_| batch.pair == standing.pairs())?;
    // Values move after whole batches only.
    let count = standing.tuner.as_ref().map(|tuner| tuner.batch() as usize);
    let whole = match plan.aim {
        Aim::Tune(_) => count == Some(results.len()),
        Aim::Versus(_) | Aim::Screen(_) => true,
    };
    whole.then_some(results)
}
