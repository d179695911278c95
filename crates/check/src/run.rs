//! Runs all points and collects their results.

use super::report::{PointReport, Report, Verdict};
use super::search::Observations;
use super::trial::{Stop, Trial};
use super::{POINTS, Point, Profile, profile};
use std::time::{Duration, Instant};
use stonefall_client::{Client, ClientError, Launch, WebAddress};
use stonefall_engine::stopper::Stopper;

/// The engine to check. Each connection has a state of its own.
pub enum Engine {
    /// A program that each connection starts.
    Program(Launch),
    /// A server.
    Server(WebAddress),
}

/// The point whose searches are samples for the points without a script.
const SAMPLE: u8 = 61;
/// Longest wait for a connection to a server.
const CONNECT: Duration = Duration::from_secs(10);

impl Engine {
    pub(super) fn connect(&self) -> Result<Client, ClientError> {
        match self {
            Self::Program(launch) => Client::start(launch),
            Self::Server(address) => Client::connect(address, CONNECT),
        }
    }

    /// Whether the engine is a server.
    pub(super) const fn is_server(&self) -> bool {
        matches!(self, Self::Server(_))
    }

    /// Name of the engine in the report: a command line or an address.
    pub fn name(&self) -> String {
        match self {
            Self::Program(launch) => launch.command(),
            Self::Server(address) => address.to_string(),
        }
    }
}

/// Engine, points and timing of a check.
pub struct Settings {
    /// The engine.
    pub engine: Engine,
    /// Numbers of the points to check.
    pub points: Vec<u8>,
    /// Sizes to check; empty for all that the engine plays.
    pub sizes: Vec<usize>,
    /// Time in which the engine finds a win in one move, usually 100 ms. The lengths of most searches
    /// and pauses are multiples of it.
    pub win_time: Duration,
    /// Longest wait for an answer, slack included; after that the engine counts as hung.
    pub patience: Duration,
    /// Time added to every other deadline, for slow or busy machines.
    pub slack: Duration,
}

/// Checks an engine. Before each point, calls `on_progress` with the point, the number of points done
/// and the number of all. The stopper ends the check after the current point.
///
/// # Errors
/// If the engine cannot be started, does not answer `tei`, or plays no selected size.
pub fn run(
    settings: &Settings,
    stopper: &Stopper,
    mut on_progress: impl FnMut(&Point, usize, usize),
) -> Result<Report, ClientError> {
    let start = Instant::now();
    let load = load();
    let nothing = Profile::default();
    // Faults during this are not reported: the engine may not support the size.
    let mut profile =
        profile::collect(&mut Trial::new(&nothing, settings, &mut Observations::default()))?;
    if !settings.sizes.is_empty() {
        profile.sizes.retain(|size| settings.sizes.contains(size));
        if profile.sizes.is_empty() {
            return Err(ClientError::Unsupported("any of these sizes".to_owned()));
        }
    }
    let is_selected = |point: &Point| settings.points.contains(&point.number);
    // Points without a script are judged last, after searches of all kinds.
    let is_late = |point: &Point| point.script.cases.is_empty();
    let is_any_late = POINTS.iter().any(|point| is_selected(point) && is_late(point));
    let is_sample = |point: &Point| point.number == SAMPLE;
    let runs = |point: &&Point| is_selected(point) || is_any_late && is_sample(point);
    let mut order: Vec<_> = POINTS.iter().filter(runs).collect();
    order.sort_by_key(|point| (is_late(point), is_sample(point)));
    let mut observations = Observations::default();
    let mut points = Vec::new();
    for &point in &order {
        if stopper.is_stopped() {
            break;
        }
        on_progress(point, points.len(), order.len());
        points.push(judge(point, &profile, settings, &mut observations));
    }
    let interrupted = points.len() < order.len();
    points.retain(|report| is_selected(report.point));
    points.sort_by_key(|report| report.point.number);
    let count = |verdict| points.iter().filter(|report| report.verdict == verdict).count();
    Ok(Report {
        engine: settings.engine.name(),
        name: profile.identity.name,
        author: profile.identity.author,
        sizes: profile.sizes,
        options: profile.identity.options.len(),
        load,
        passed: count(Verdict::Passed),
        failed: count(Verdict::Failed),
        skipped: count(Verdict::Skipped),
        interrupted,
        time_ms: start.elapsed().as_millis() as u64,
        points,
    })
}

/// Runs a script and judges its point.
fn judge(
    point: &'static Point,
    profile: &Profile,
    settings: &Settings,
    observations: &mut Observations,
) -> PointReport {
    let start = Instant::now();
    let mut trial = Trial::new(profile, settings, observations);
    let outcome = trial.run(point);
    match &outcome {
        Err(Stop::Failed(error)) => trial.complain(format_args!("the engine {error}")),
        Err(Stop::Unknown(word)) => {
            trial.complain(format_args!("expected a word of the table, found '{word}'"));
        }
        _ => {}
    }
    let faults = trial.observations.faults.remove(&point.number);
    trial.complaints.extend(faults.into_iter().flatten());
    let Trial { complaints, figures, exchanges, .. } = trial;
    let (verdict, reason) = match outcome {
        _ if !complaints.is_empty() => (Verdict::Failed, None),
        Err(Stop::Skip(reason)) => (Verdict::Skipped, Some(reason)),
        Ok(()) | Err(_) => (Verdict::Passed, None),
    };
    let time_ms = start.elapsed().as_millis() as u64;
    PointReport { point, verdict, reason, time_ms, complaints, figures, exchanges }
}

/// Average number of runnable processes in the last minute, on Linux.
fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}
