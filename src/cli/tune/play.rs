//! Games of a tuning or a test.

use super::{TuneArgs, show, write};
use crate::cli::matches::elo_words;
use crate::cli::output::Output;
use crate::cli::progress::Progress;
use crate::cli::{Error, file, flags, resume};
use std::io::Write as _;
use stonefall_engine::report::Style;
use stonefall_engine::search::ADJUSTABLE;
use stonefall_tools::matches::{Decision, Score};
use stonefall_tools::tune::{Experiment, TuneEvent, TuneRun};
use stonefall_tools::workers::Ended;

pub(super) fn run(arguments: &TuneArgs, output: &mut Output) -> Result<(), Error> {
    let stopper = arguments.resume.stopper();
    let mut run = TuneRun::new(arguments.plan.clone(), arguments.pairs());
    if !ADJUSTABLE {
        return Err(Error::Failed(
            "expected a build with adjustable search parameters, found constants \
             (cargo build --release --features tune)"
                .into(),
        ));
    }
    let mut file = None;
    if let Some(path) = arguments.path() {
        file::create_folder(&path)?;
        file = Some(run.open(&path, arguments.resume.start())?);
        resume::report_resumed(run.score.games() as usize, "games");
    }

    let is_decided = |score: &Score| {
        arguments.sprt.is_some_and(|sprt| sprt.decision(&score.pairs) != Decision::Open)
    };
    let (style, count) = (arguments.style.style(), 2 * run.pairs);
    let mut progress = Progress::new(count.into(), "games");
    let mut games = run.score.games();
    progress.show(games.into(), String::new);
    let mut ended = Ended::Complete;
    if !is_decided(&run.score) {
        let mut elo = String::new();
        ended = run.play(flags::threads(arguments.threads), &stopper, |event| {
            match event {
                TuneEvent::Game => {
                    games += 1;
                    progress.show(games.into(), || elo.clone());
                }
                TuneEvent::Results(line, run) => {
                    if let Some(file) = &mut file {
                        file.append(line.as_bytes())?;
                    }
                    if let Experiment::Versus(_) = run.experiment {
                        elo = format!(", {}", elo_words(&run.score.pairs));
                    }
                    progress.above(table(run, style));
                    if is_decided(&run.score) {
                        stopper.stop();
                    }
                }
            }
            Ok::<_, Error>(())
        })?;
    }
    drop(progress);
    if let Some(file) = &mut file {
        file.sync()?;
    }
    show::results(&run, arguments.sprt, style, output)?;
    output.flush()?;
    if ended == Ended::Complete || is_decided(&run.score) {
        return match (&arguments.write, &run.experiment) {
            (Some(path), Experiment::Tune(tuner)) => write(path, &tuner.values(), output),
            _ => Ok(()),
        };
    }
    let (done, count) = (run.score.games() as usize, count as usize);
    Err(match file {
        Some(_) => resume::interrupted(done, count, "games"),
        None => resume::lost(done, count, "games"),
    })
}

/// The values so far, above the bar.
fn table(run: &TuneRun, style: Style) -> String {
    match &run.experiment {
        Experiment::Tune(tuner) => show::tuned(&tuner.values(), style),
        Experiment::Screen(screening) => show::effects(screening, style),
        Experiment::Versus(_) => String::new(),
    }
}
