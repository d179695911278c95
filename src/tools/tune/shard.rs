//! Result file of a shard: a line of JSON with the plan, then one for each batch of games.

use super::plan::{TuneAim, TunePlan};
use super::points::PairPoints;
use super::spsa::Tuner;
use super::state::TuneState;
use crate::tools::files::read_text;
use crate::tools::resume::{ResumableFile, ResumeError, ResumeProblem, Start, check_settings};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::path::Path;

/// A file to which batches are appended.
#[derive(Debug)]
pub struct TuneFile(ResumableFile);

/// Content of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct TuneShard {
    /// The plan of the games.
    pub plan: TunePlan,
    /// The state after the games.
    pub state: TuneState,
}

/// A line of results.
#[derive(Serialize, Deserialize)]
struct Batch {
    /// Number of the first pair.
    pair: u32,
    /// Two letters for each pair: won, drawn, lost by the first side as White and as Black.
    results: String,
    /// The values after the batch, for human readers; they are never read back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    values: Vec<f64>,
}

impl TuneFile {
    /// Opens or creates a file. Cuts off an incomplete line at the end.
    ///
    /// # Errors
    /// If the file cannot be read and written, is of another kind, or has games of another plan.
    pub fn open(
        path: &Path,
        start: Start,
        plan: &TunePlan,
    ) -> Result<(Self, TuneState), ResumeError> {
        let header = line(plan);
        let (mut file, state, _) = ResumableFile::open(path, start, |file| {
            let text = read_text(file)?;
            if text.len() < header.len() && header.starts_with(&text) {
                return Ok((None, 0));
            }
            let (shard, end) = parse(&text)?;
            check_settings(plan, &shard.plan)?;
            Ok((Some(shard.state), end))
        })?;
        let state = match state {
            Some(state) => state,
            None => {
                file.append(header.as_bytes())?;
                TuneState::new(plan)
            }
        };
        Ok((Self(file), state))
    }

    /// Appends the results of the last batch of `state`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, results: &[PairPoints], state: &TuneState) -> Result<(), ResumeError> {
        let words: Vec<_> = results.iter().map(ToString::to_string).collect();
        let values = state.tuner.iter().flat_map(Tuner::values);
        let batch = Batch {
            pair: state.pairs() - results.len() as u32,
            results: words.join(" "),
            values: values.map(|tuned| (tuned.value * 1e3).round() / 1e3).collect(),
        };
        self.0.append(line(&batch).as_bytes())
    }
}

/// Reads a file.
///
/// # Errors
/// If it cannot be read.
pub fn read(path: &Path) -> Result<TuneShard, ResumeError> {
    let read = || Ok(parse(&read_text(File::open(path)?)?)?.0);
    read().map_err(|problem: ResumeProblem| problem.at(path))
}

fn line(value: &impl Serialize) -> String {
    // JSON can represent all values of these types.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

/// Reads a text; also returns the length of its complete lines in bytes.
fn parse(text: &str) -> Result<(TuneShard, u64), ResumeProblem> {
    let expected = |number: usize, expected: &str| {
        ResumeProblem::Content(format!("line {number}: expected {expected}"))
    };
    let end = text.rfind('\n').map_or(0, |at| at + 1);
    let mut lines = text[..end].lines();
    let plan = lines.next().and_then(|header| serde_json::from_str(header).ok());
    let plan = plan.filter(TunePlan::is_known);
    let plan = plan.ok_or_else(|| expected(1, "the plan of stonefall tune"))?;
    let mut state = TuneState::new(&plan);
    for (number, text) in (2..).zip(lines) {
        let results = next_batch(text, &plan, &state);
        state.add(&results.ok_or_else(|| expected(number, "the next batch of games"))?);
    }
    Ok((TuneShard { plan, state }, end as u64))
}

/// The results of a line; `None` if they do not follow the state.
fn next_batch(text: &str, plan: &TunePlan, state: &TuneState) -> Option<Vec<PairPoints>> {
    let batch: Batch = serde_json::from_str(text).ok()?;
    let results: Option<Vec<_>> = batch.results.split(' ').map(PairPoints::read).collect();
    let results = results.filter(|_| batch.pair == state.pairs())?;
    // A tuning moves the values after whole batches only.
    let is_whole = match plan.aim {
        TuneAim::Tune(_) => state.tuner.as_ref()?.batch() as usize == results.len(),
        TuneAim::Versus(_) | TuneAim::Screen(_) => true,
    };
    is_whole.then_some(results)
}
