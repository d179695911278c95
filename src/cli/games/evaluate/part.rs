//! A part of an evaluation, and the merged scores.

use super::EvaluateArgs;
use crate::cli::bar::{self, Progress as View};
use crate::cli::games::part::{LINE_EVERY, content, report_stored};
use crate::cli::games::refused;
use crate::cli::output::{Output, counted};
use crate::cli::{Error, resume};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::Path;
use stonefall_engine::HalfKomi;
use stonefall_engine::stopper::Stopper;
use stonefall_tools::games::{Evaluator, ScoreRow, Tasks};
use stonefall_tools::parts::{Job, Part, Pooled, Work};

/// Settings of an evaluation in the head of a part.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
struct Settings {
    size: Option<usize>,
    half_komi: Option<i32>,
    visits: u64,
    nodes: Option<u64>,
    milliseconds: Option<u64>,
    /// Number and checksum of the positions.
    positions: String,
}

/// Searches the positions of a part.
pub(super) fn run(
    arguments: &EvaluateArgs,
    part: (Part, &Path),
    stopper: &Stopper,
    output: &mut Output,
) -> Result<(), Error> {
    let evaluation = arguments.evaluation();
    let path = &arguments.database;
    let mut view = View::new(bar::moving_line("finding positions"), LINE_EVERY);
    let is_own = |number| part.0.has(number);
    let found = Tasks::find(path, &evaluation, is_own, stopper, |count| {
        let text = || format!("{} found (Ctrl-C interrupts)", counted(count as usize, "position"));
        view.bar.set_message(text());
        view.line(text);
    });
    drop(view);
    let Some(tasks) = found.map_err(|error| refused(path, &error))? else {
        let text = "interrupted before the first search; run the same command to resume";
        return Err(Error::Ended(text.into(), resume::UNFINISHED));
    };
    let (nodes, milliseconds) = evaluation.effort.numbers();
    let settings = Settings {
        size: evaluation.size,
        half_komi: evaluation.half_komi.map(HalfKomi::half_flats),
        visits: evaluation.visits,
        nodes,
        milliseconds,
        positions: content(tasks.count, "position", tasks.checksum),
    };
    let settings = json!(settings);
    let job = Job { work: Work::Evaluate, units: tasks.count, group: 1, seed: None, settings };
    let mut file = arguments.job.open(part, job, "positions")?;
    let missing = file.missing.clone();
    let ended = tasks.run(&missing, &evaluation, stopper, |number, row| {
        file.add(number, json!(row).to_string().as_bytes())
    })?;
    file.finish(ended, output)
}

/// Writes the scores of merged parts into a database.
pub(in crate::cli) fn store_scores(
    pooled: &Pooled,
    path: &Path,
    output: &mut Output,
) -> Result<(), Error> {
    let settings: Settings = pooled.head.read_settings().map_err(Error::Failed)?;
    let half_komi = settings.half_komi.map(HalfKomi::new).transpose()?;
    let mut rows = Vec::new();
    pooled.each(|unit| {
        let row: ScoreRow = serde_json::from_slice(unit.content).map_err(|error| {
            Error::Failed(format!("unit {}: expected a score: {error}", unit.number))
        })?;
        rows.push(row);
        Ok::<_, Error>(())
    })?;
    let named = |error| refused(path, &error);
    let mut evaluator = Evaluator::open(path).map_err(named)?;
    let done = evaluator.merge(settings.size, half_komi, rows).map_err(named)?;
    report_stored(pooled, path, (done.searched, "score"), output)
}
