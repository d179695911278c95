//! Games of a shard.

use super::TuneArgs;
use super::{show, write};
use crate::cli::game_progress::GameProgress;
use crate::cli::matches::elo_words;
use crate::cli::output::{Output, complain};
use crate::cli::{Error, flags, interrupt, resume};
use crate::tools::matches::{Decision, Score};
use crate::tools::tune::{Pooled, TuneEvent, TuneFile, TunePlan, TuneState, Tuner, run as play};
use crate::tools::{Ended, bench};
use std::io::Write as _;
use stonefall_engine::report::Style;
use stonefall_engine::search::ADJUSTABLE;

pub(super) fn run(arguments: &TuneArgs, output: &mut Output) -> Result<(), Error> {
    let mut plan = arguments.plan()?;
    if !ADJUSTABLE {
        return Err(Error::Failed(
            "expected a build with adjustable search parameters, found constants \
             (cargo build --release --features tune)"
                .into(),
        ));
    }
    plan.engine = bench::signature();
    let (mut file, mut state) = open(arguments, &plan)?;
    resume::report_resumed(state.score.games() as usize, "games");

    let stopper = interrupt::stopper();
    let threads = flags::threads(arguments.threads);
    let is_decided = |score: &Score| {
        arguments.sprt.is_some_and(|sprt| sprt.decision(&score.pairs) != Decision::Open)
    };
    let (style, pairs) = (arguments.style.style(), arguments.pairs());
    let mut progress = GameProgress::new(state.score.games(), 2 * pairs);
    let ended = if is_decided(&state.score) {
        Ended::Complete
    } else {
        play(&plan, &mut state, pairs, threads, &stopper, |event| {
            match event {
                TuneEvent::Game => progress.add(0),
                TuneEvent::Batch(results, state) => {
                    if let Some(file) = &mut file {
                        file.add(results, state)?;
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
    complain(&progress.finish());
    let values = state.tuner.as_ref().map_or_else(Vec::new, Tuner::values);
    let (score, screen) = (state.score, state.screen);
    let played = Pooled { plan, shards: 0, score, values, screen };
    show::results(arguments, &played, output)?;
    output.flush()?;
    if ended == Ended::Complete || is_decided(&score) {
        return write(arguments, &played.values, output);
    }
    let (done, count) = (score.games() as usize, 2 * pairs as usize);
    Err(match file {
        Some(_) => resume::interrupted(done, count, "games"),
        None => resume::lost(done, count, "games"),
    })
}

fn open(arguments: &TuneArgs, plan: &TunePlan) -> Result<(Option<TuneFile>, TuneState), Error> {
    let Some(path) = arguments.path() else { return Ok((None, TuneState::new(plan))) };
    let (file, state) = TuneFile::open(&path, resume::start(arguments.restart), plan)?;
    Ok((Some(file), state))
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
