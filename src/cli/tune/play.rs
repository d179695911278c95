//! Games of a shard.

use super::TuneArgs;
use super::progress::Progress;
use super::{show, write};
use crate::cli::output::{Output, complain};
use crate::cli::{Error, flags, interrupt};
use crate::tools::bench;
use crate::tools::matches::{Decision, Score};
use crate::tools::tune::{Ended, News, Part, PartError, Plan, Standing, run as play};
use std::io::Write;
use stonefall_engine::search::ADJUSTABLE;

pub(super) fn run(arguments: &TuneArgs, output: &mut Output) -> Result<(), Error> {
    let mut plan = arguments.plan()?;
    if !ADJUSTABLE {
        return Err(Error::Failed(
            "the numbers of the search are constants in this build; \
             cargo build --release --features tune makes one that can play with others"
                .into(),
        ));
    }
    plan.engine = bench::signature();
    let (mut part, mut standing) = open(arguments, &plan)?;
    if standing.pairs() > 0 {
        complain(&format!("resuming after {} games", standing.score.games()));
    }

    let stopper = interrupt::stopper();
    let threads = flags::threads(arguments.threads);
    let is_decided = |score: &Score| {
        arguments.sprt.is_some_and(|sprt| sprt.decision(&score.pairs) != Decision::Open)
    };
    let (style, pairs) = (arguments.style.style(), arguments.pairs());
    let mut progress = Progress::new(standing.score.games(), 2 * pairs, style);
    let ended = if is_decided(&standing.score) {
        Ended::Complete
    } else {
        play(&plan, &mut standing, pairs, threads, &stopper, |news| {
            match news {
                News::Game => progress.game(),
                News::Batch(results, standing) => {
                    if let Some(part) = &mut part {
                        part.add(results, standing)?;
                    }
                    progress.batch(standing);
                    if is_decided(&standing.score) {
                        stopper.stop();
                    }
                }
            }
            Ok(())
        })
        .map_err(|error| refused(&error))?
    };
    complain(&progress.finish());
    tell(arguments, &plan, &standing, output)?;
    output.flush()?;
    if ended == Ended::Complete || is_decided(&standing.score) {
        return finish(arguments, &standing, output);
    }
    let hint = match part {
        Some(_) => "run the same command to resume",
        None => "only a run with --out can be resumed",
    };
    let (done, total) = (standing.score.games(), 2 * pairs);
    Err(Error::Failed(format!("interrupted after {done} of {total} games; {hint}")))
}

fn open(arguments: &TuneArgs, plan: &Plan) -> Result<(Option<Part>, Standing), Error> {
    let Some(path) = arguments.path() else { return Ok((None, Standing::new(plan))) };
    let opened = if arguments.restart {
        Part::begin(&path, plan).map(|part| (part, Standing::new(plan)))
    } else {
        Part::resume(&path, plan)
    };
    let (part, standing) = opened.map_err(|error| refused(&error))?;
    Ok((Some(part), standing))
}

/// The current state.
fn tell(
    arguments: &TuneArgs,
    plan: &Plan,
    standing: &Standing,
    output: &mut Output,
) -> Result<(), Error> {
    let style = arguments.style.style();
    if let Some(screen) = &standing.screen {
        writeln!(output, "   {}", show::games(plan, standing.score.games()))?;
        return Ok(write!(output, "{}", show::effects(screen, style))?);
    }
    let Some(tuner) = &standing.tuner else {
        return Ok(write!(output, "{}", show::score(plan, &standing.score, arguments.sprt))?);
    };
    writeln!(output, "   {}", show::games(plan, standing.score.games()))?;
    write!(output, "{}", show::moved(tuner, style))?;
    let values = tuner.moved().map(|moved| (moved.parameter, moved.value));
    Ok(write!(output, "{}", show::words(values))?)
}

fn finish(arguments: &TuneArgs, standing: &Standing, output: &mut Output) -> Result<(), Error> {
    let (Some(path), Some(tuner)) = (&arguments.write, &standing.tuner) else { return Ok(()) };
    let values = tuner.moved().map(|moved| (moved.parameter.name.as_str(), moved.value));
    write::run(path, values, output)
}

fn refused(error: &PartError) -> Error {
    let hint = match error {
        PartError::Io(..) => "",
        _ => " (--restart replaces it)",
    };
    Error::Failed(format!("{error}{hint}"))
}
