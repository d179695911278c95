//! `stonefall check`: checks whether an engine speaks TEI as clients need it.

mod page;

use super::output::{Output, Screen, complain, write_json};
use super::{Error, duration, flags, interrupt, progress};
use clap::Args;
use serde::Serialize;
use std::ffi::OsString;
use std::io::Write;
use std::time::Duration;
use stonefall_check::{Engine, POINTS, Report, Settings, Verdict, parse_points};
use stonefall_client::{Launch, WebAddress};
use stonefall_tools::version::VERSION;

#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:\n  \
    stonefall check ./engine\n  \
    stonefall check self\n  \
    stonefall check --only 12,40-50 --verbose ./engine\n  \
    stonefall check --json ./engine tei > report.json\n  \
    stonefall check --ws ws://localhost:7731\n\n\
    Exit code: 0 if no point fails, 1 if one fails, 2 for wrong arguments.\n\
    Deadlines are measured: run nothing else meanwhile, or extend them with --slack.")]
pub(super) struct CheckArgs {
    /// Check only these points, such as 12,40-50
    #[arg(long, value_name = "POINTS")]
    only: Option<String>,
    /// Check only these board sizes, such as 5,6
    #[arg(long, value_name = "SIZES", value_delimiter = ',', value_parser = flags::size)]
    size: Vec<usize>,
    /// Time added to every deadline on slow or busy machines: 500 or 500ms, 5s
    #[arg(long, value_name = "TIME", default_value = "0ms", value_parser = |text: &str| time(text, 0, 600_000))]
    slack: Duration,
    /// Time after which a silent engine counts as hung, up to 10m
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = |text: &str| time(text, 100, 600_000))]
    patience: Duration,
    /// Time for the engine to find a win in one move, up to 10s
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = |text: &str| time(text, 5, 10_000))]
    win_time: Duration,
    /// Show every session in full
    #[arg(long)]
    verbose: bool,
    /// Write JSON (docs/json.md)
    #[arg(long)]
    json: bool,
    /// List the points and exit
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    screen: Screen,
    /// Check the engine behind this WebSocket, such as ws://localhost:7731
    #[arg(long, value_name = "URL", conflicts_with = "engine")]
    ws: Option<WebAddress>,
    /// Program of the engine and its arguments; self is this program
    #[arg(value_name = "ENGINE", trailing_var_arg = true, allow_hyphen_values = true)]
    engine: Vec<OsString>,
}

/// Reads a time between two limits in milliseconds.
fn time(text: &str, least: u64, most: u64) -> Result<Duration, String> {
    let time = duration::read(text)?;
    if (Duration::from_millis(least)..=Duration::from_millis(most)).contains(&time) {
        Ok(time)
    } else {
        Err(format!("expected {least} ms to {} s, found {text}", most / 1000))
    }
}

/// The engine of the arguments.
fn engine(arguments: &CheckArgs) -> Result<Engine, Error> {
    if let Some(address) = &arguments.ws {
        return Ok(Engine::Server(address.clone()));
    }
    let [program, rest @ ..] = arguments.engine.as_slice() else {
        return Err(Error::Usage(
            "expected an engine to check (see stonefall check --help)".into(),
        ));
    };
    let launch = if program == "self" {
        Launch::this_program().map_err(|error| Error::Failed(error.to_string()))?
    } else {
        Launch::new(program)
    };
    let mut launch = rest.iter().fold(launch, |launch, word| launch.argument(word));
    // The message of a panic is enough; a backtrace would crowd it out.
    launch.environment.push(("RUST_BACKTRACE".into(), "0".into()));
    Ok(Engine::Program(launch))
}

pub(super) fn run(arguments: &CheckArgs, output: &mut Output) -> Result<(), Error> {
    let style = arguments.screen.style();
    if arguments.list {
        return Ok(output.write_all(page::list(style).as_bytes())?);
    }
    let only = arguments.only.as_deref().map(parse_points).transpose();
    let only = only.map_err(|error| Error::Usage(format!("--only: {error}")))?;
    let settings = Settings {
        engine: engine(arguments)?,
        points: only.unwrap_or_else(|| POINTS.iter().map(|point| point.number).collect()),
        sizes: arguments.size.clone(),
        win_time: arguments.win_time,
        patience: arguments.patience + arguments.slack,
        slack: arguments.slack,
    };
    let line = progress::moving_line("identifying the engine");
    let report = stonefall_check::run(&settings, &interrupt::stopper(), |point, done, all| {
        line.set_message(format!("{done} of {all}: {} {}", point.number, point.title));
    });
    line.finish_and_clear();
    let name = settings.engine.name();
    let report = report.map_err(|error| Error::Failed(format!("{name}: {error}")))?;
    if arguments.json {
        write_json(output, &ReportJson { version: VERSION, report: &report })?;
    } else {
        output.write_all(page::report(&report, style, arguments.verbose).as_bytes())?;
    }
    output.flush()?;
    verdict(&report)
}

/// The report as JSON (docs/json.md).
#[derive(Serialize)]
struct ReportJson<'a> {
    version: &'static str,
    #[serde(flatten)]
    report: &'a Report,
}

fn verdict(report: &Report) -> Result<(), Error> {
    if report.interrupted {
        complain("stonefall: interrupted before the last point");
    }
    let failed: Vec<_> = report.with(Verdict::Failed).iter().map(ToString::to_string).collect();
    if failed.is_empty() {
        return Ok(());
    }
    Err(Error::Failed(format!("failed: {}", failed.join(", "))))
}
