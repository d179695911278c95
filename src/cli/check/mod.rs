//! `stonefall check`: does an engine speak TEI as its clients need it?

mod json;
mod page;

use super::output::{Output, Screen, complain};
use super::{Error, duration, interrupt};
use crate::cli::bar;
use clap::Args;
use indicatif::ProgressBar;
use std::ffi::OsString;
use std::io::Write;
use std::time::Duration;
use stonefall_check::{Connector, POINTS, Report, Selection, Settings, Started};
use stonefall_client::{Launch, WebAddress};
use stonefall_engine::types::check_size;

/// Games of point 95: always, and with `--long`.
const GAMES: [u32; 2] = [60, 500];

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall check ./engine\n  \
    stonefall check --only 12,40-50 --verbose ./engine\n  \
    stonefall check --json ./engine tei > report.json\n  \
    stonefall check --ws ws://localhost:7731\n\n\
    The exit code is 0 if no point fails, 1 if one does, 2 if the command cannot be understood.\n\
    Deadlines are measured: let nothing else run meanwhile, or allow for it with --slack.")]
pub(super) struct Arguments {
    /// Only these points, such as 12,40-50
    #[arg(long, value_name = "POINTS")]
    only: Option<String>,
    /// Only these board sizes, such as 5,6, of those that the engine plays
    #[arg(long, value_name = "SIZES", value_delimiter = ',')]
    size: Vec<usize>,
    /// Play 500 games, not 60, to see whether memory grows (point 95)
    #[arg(long)]
    long: bool,
    /// Time added to every deadline, for slow or busy machines: 500 or 500ms, 5s
    #[arg(long, value_name = "TIME", default_value = "0ms", value_parser = |text: &str| time(text, 0, 600_000))]
    slack: Duration,
    /// Time after which an engine that does not answer counts as hung, up to 10m
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = |text: &str| time(text, 100, 600_000))]
    patience: Duration,
    /// Time the engine needs to find a win in one move; give slow engines more, up to 10s
    #[arg(long, alias = "glance", value_name = "TIME", default_value = "100ms", value_parser = |text: &str| time(text, 5, 10_000))]
    win_time: Duration,
    /// Show the whole conversation of every point
    #[arg(long)]
    verbose: bool,
    /// Write JSON instead: an object (docs/json.md)
    #[arg(long)]
    json: bool,
    /// List the points, and do nothing else
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    screen: Screen,
    /// Check an engine that is served over a WebSocket there, such as ws://localhost:7731
    #[arg(long, value_name = "URL", conflicts_with = "engine")]
    ws: Option<WebAddress>,
    /// The engine's program and its arguments
    #[arg(value_name = "ENGINE", trailing_var_arg = true, allow_hyphen_values = true)]
    engine: Vec<OsString>,
}

/// A time between two numbers of milliseconds.
fn time(text: &str, least: u64, most: u64) -> Result<Duration, String> {
    let time = duration::read(text)?;
    if (Duration::from_millis(least)..=Duration::from_millis(most)).contains(&time) {
        Ok(time)
    } else {
        Err(format!("expected {least} ms to {} s, found {text}", most / 1000))
    }
}

/// Shows on standard error which point is looked at.
struct Progress(ProgressBar);

impl Progress {
    fn new() -> Self {
        let template = "   {spinner} {elapsed} {bar:24} {pos}/{len} {wide_msg}";
        let bar = bar::moving_bar(POINTS.len() as u64, template);
        bar.set_message("getting to know the engine");
        Self(bar)
    }

    fn show(&self, Started { point, done, all }: Started) {
        self.0.set_length(all as u64);
        self.0.set_position(done as u64);
        self.0.set_message(format!("{} {}", point.number, point.title));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// The way to the engine.
fn connector(arguments: &Arguments) -> Result<Box<dyn Connector>, Error> {
    if let Some(address) = &arguments.ws {
        return Ok(Box::new(address.clone()));
    }
    let [program, rest @ ..] = arguments.engine.as_slice() else {
        return Err(Error::Usage(
            "expected an engine to check (see stonefall check --help)".into(),
        ));
    };
    let mut launch = rest.iter().fold(Launch::new(program), |launch, word| launch.argument(word));
    // Of a panic the message is wanted: a backtrace would push it out of what is kept.
    launch.environment.push(("RUST_BACKTRACE".into(), "0".into()));
    Ok(Box::new(launch))
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Error> {
    let style = arguments.screen.style();
    if arguments.list {
        return Ok(output.write_all(page::list(style).as_bytes())?);
    }
    let selection = match &arguments.only {
        Some(text) => text.parse().map_err(|error| Error::Usage(format!("--only: {error}")))?,
        None => Selection::all(),
    };
    for &size in &arguments.size {
        check_size(size).map_err(|error| Error::Usage(format!("--size: {error}")))?;
    }
    let settings = Settings {
        connector: connector(arguments)?,
        selection,
        sizes: arguments.size.clone(),
        win_time: arguments.win_time,
        patience: arguments.patience,
        slack: arguments.slack,
        games: GAMES[usize::from(arguments.long)],
    };
    let report = {
        let progress = Progress::new();
        stonefall_check::run(&settings, &interrupt::stopper(), |started| progress.show(started))
            .map_err(|error| Error::Failed(format!("{}: {error}", settings.connector.name())))?
    };
    let text = if arguments.json {
        json::text(&report)?
    } else {
        page::report(&report, style, arguments.verbose)
    };
    output.write_all(text.as_bytes())?;
    output.flush()?;
    verdict(&report)
}

fn verdict(report: &Report) -> Result<(), Error> {
    if report.is_cut_short {
        complain("stonefall: interrupted: not all points were looked at");
    }
    let failed = report.failed();
    if failed.is_empty() {
        return Ok(());
    }
    let numbers: Vec<_> = failed.iter().map(ToString::to_string).collect();
    Err(Error::Failed(format!("failed: {}", numbers.join(", "))))
}
