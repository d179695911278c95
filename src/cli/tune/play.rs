//! Games of a tuning or a test.

use super::TuneArgs;
use super::{show, write};
use crate::cli::batch::{open_part, open_whole};
use crate::cli::game_progress::GameProgress;
use crate::cli::matches::elo_words;
use crate::cli::output::{Output, complain};
use crate::cli::{Error, resume};
use crate::version::long_version;
use std::io::Write as _;
use stonefall_engine::report::Style;
use stonefall_engine::search::ADJUSTABLE;
use stonefall_tools::matches::{Decision, Score};
use stonefall_tools::parts::{FoundUnits, Head, Part, PartFile};
use stonefall_tools::tune::{TuneEvent, TunePlan, TuneResults, TuneRun, TuneState};
use stonefall_tools::workers::Ended;

pub(super) fn run(arguments: &TuneArgs, output: &mut Output) -> Result<(), Error> {
    let stopper = arguments.job.deadline.stopper();
    let plan = arguments.plan()?;
    if !ADJUSTABLE {
        return Err(Error::Failed(
            "expected a build with adjustable search parameters, found constants \
             (cargo build --release --features tune)"
                .into(),
        ));
    }
    let (mut file, head, found) = open(arguments, &plan)?;
    let mut run = TuneRun::new(&plan, &head, &found).map_err(Error::Failed)?;

    let is_decided = |score: &Score| {
        arguments.sprt.is_some_and(|sprt| sprt.decision(&score.pairs) != Decision::Open)
    };
    let (style, count) = (arguments.style.style(), 2 * run.pairs());
    let mut progress = GameProgress::new(run.state.score.games(), count);
    let ended = if is_decided(&run.state.score) {
        Ended::Complete
    } else {
        run.play(arguments.job.threads(), &stopper, |event| {
            match event {
                TuneEvent::Game => progress.add(0),
                TuneEvent::Unit(number, text, state) => {
                    if let Some(file) = &mut file {
                        file.append(number, text.as_bytes())?;
                    }
                    let (table, note) = summary(state, style);
                    progress.show(table, note);
                    if is_decided(&state.score) {
                        stopper.stop();
                    }
                }
            }
            Ok::<_, Error>(())
        })?
    };
    if let Some(file) = &mut file {
        file.sync()?;
    }
    complain(&progress.finish());
    let results = TuneResults::of_run(plan, &run.state);
    show::results(&results, arguments.sprt, style, output)?;
    output.flush()?;
    let score = &results.score;
    if ended == Ended::Complete || is_decided(score) {
        return match &arguments.write {
            Some(path) => write(path, &results.values, output),
            None => Ok(()),
        };
    }
    let (done, count) = (score.games() as usize, count as usize);
    Err(match file {
        Some(_) => resume::interrupted(done, count, "games"),
        None => resume::lost(done, count, "games"),
    })
}

/// Opens the output, if there is one.
fn open(
    arguments: &TuneArgs,
    plan: &TunePlan,
) -> Result<(Option<PartFile>, Head, FoundUnits), Error> {
    let part = arguments.job.parts.part;
    let job = plan.job(arguments.pairs(), part.unwrap_or(Part::WHOLE));
    let Some(path) = arguments.path() else {
        return Ok((None, Head::new(Part::WHOLE, job, long_version()), FoundUnits::default()));
    };
    let units = if arguments.is_test() { "pairs" } else { "batches" };
    let (file, found) = match part {
        Some(part) => open_part(&path, arguments.job.restart, part, job, units)?,
        None => open_whole(&path, arguments.job.restart, job, units)?,
    };
    let head = file.head().clone();
    Ok((Some(file), head, found))
}

/// The state as a table for the bar, and as a note for lines.
fn summary(state: &TuneState, style: Style) -> (String, String) {
    match (&state.tuner, &state.screen) {
        (Some(tuner), _) => (show::tuned(&tuner.values(), false, style), String::new()),
        (None, Some(screen)) => (show::effects(screen, style), String::new()),
        (None, None) => {
            let elo = elo_words(&state.score.pairs);
            (format!("   {elo}\n"), format!(", {elo}"))
        }
    }
}
