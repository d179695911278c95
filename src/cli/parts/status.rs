//! `stonefall parts status`: the progress of the parts in a folder.

use super::{json, text};
use crate::cli::output::{Output, write_json};
use crate::cli::{Error, duration, interrupt};
use clap::Args;
use console::Term;
use std::io::Write;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};
use stonefall_engine::stopper::Stopper;
use stonefall_tools::parts::{PartState, Survey, Surveyor, ranges};

/// Pause between two looks at the stopper.
const PAUSE: Duration = Duration::from_millis(50);

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall parts status games\n  \
    stonefall parts status games --watch\n  \
    sbatch --array=$(stonefall parts status games --missing) selfplay.sh\n\n\
    docs/cluster.md describes the use of several machines.")]
pub(super) struct StatusArgs {
    /// Folder of parts
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Update until all parts are done
    #[arg(long, conflicts_with_all = ["json", "missing"])]
    watch: bool,
    /// With --watch, time between updates
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration::read, requires = "watch")]
    every: Duration,
    /// Print only the numbers of parts to start, as sbatch --array takes them
    #[arg(long, conflicts_with = "json")]
    missing: bool,
    /// Write JSON (docs/json.md)
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &StatusArgs, output: &mut Output) -> Result<(), Error> {
    let folder = &arguments.folder;
    if folder.exists() && !folder.is_dir() {
        let found = folder.display();
        return Err(Error::Usage(format!("expected a folder of parts, found the file {found}")));
    }
    let mut surveyor = Surveyor::default();
    if arguments.watch {
        return watch(arguments, &mut surveyor, output);
    }
    let survey = surveyor.survey(folder)?;
    if arguments.json {
        write_json(output, &json::survey(&survey))
    } else if arguments.missing {
        Ok(writeln!(output, "{}", ranges(survey.waiting()))?)
    } else {
        Ok(output.write_all(text::survey(&survey).as_bytes())?)
    }
}

/// Shows the progress again and again until all parts are done.
fn watch(
    arguments: &StatusArgs,
    surveyor: &mut Surveyor,
    output: &mut Output,
) -> Result<(), Error> {
    let stopper = interrupt::stopper();
    let terminal = Term::stdout();
    let mut lines = 0;
    loop {
        let survey = surveyor.survey(&arguments.folder)?;
        let text = text::survey(&survey);
        if terminal.is_term() {
            terminal.clear_last_lines(lines)?;
            lines = text.lines().count();
        }
        output.write_all(text.as_bytes())?;
        output.flush()?;
        if is_done(&survey) || !pause(arguments.every, &stopper) {
            return Ok(());
        }
    }
}

fn is_done(survey: &Survey) -> bool {
    survey.count(PartState::Done) == survey.parts.len()
}

/// Waits; returns whether the stopper is not set.
fn pause(time: Duration, stopper: &Stopper) -> bool {
    let start = Instant::now();
    while start.elapsed() < time && !stopper.is_stopped() {
        thread::sleep(PAUSE.min(time));
    }
    !stopper.is_stopped()
}
