//! Runs all points and collects their results.

use super::report::{PointReport, Report, Verdict};
use super::search::Observations;
use super::trial::{Outcome, Stop, Trial, skip};
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
    /// Anything else that opens connections.
    Other(Box<dyn Fn() -> Result<Client, ClientError>>),
}

/// Longest wait for a connection to a server.
const CONNECT: Duration = Duration::from_secs(10);

impl Engine {
    pub(super) fn connect(&self) -> Result<Client, ClientError> {
        match self {
            Self::Program(launch) => Client::start(launch),
            Self::Server(address) => Client::connect(address, CONNECT),
            Self::Other(connect) => connect(),
        }
    }

    /// The program, for points about its start and its end.
    pub(super) fn program(&self) -> Outcome<&Launch> {
        match self {
            Self::Program(launch) => Ok(launch),
            _ => skip("the engine is not a child process"),
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
            Self::Other(_) => "another engine".to_owned(),
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
    /// Number of games for point 95.
    pub games: u32,
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
    let selected = POINTS.iter().filter(|point| is_selected(point));
    let (late, mut order): (Vec<_>, Vec<_>) = selected.partition(|it| it.is_seen_everywhere());
    if !late.is_empty() {
        order.extend(POINTS.iter().find(|point| point.is_sample()));
    }
    order.extend(late.into_iter().filter(|point| !point.is_sample()));
    let mut observations = Observations::default();
    let mut points = Vec::new();
    for &point in &order {
        if stopper.is_stopped() {
            break;
        }
        on_progress(point, points.len(), order.len());
        points.push(judge(point, &profile, settings, &mut observations));
    }
    let is_cut_short = points.len() < order.len();
    points.retain(|report| is_selected(report.point));
    points.sort_by_key(|report| report.point.number);
    let (engine, time) = (settings.engine.name(), start.elapsed());
    Ok(Report { engine, profile, points, time, is_cut_short, load })
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
    let transcript = std::mem::take(&mut *trial.transcript());
    for (point, fault) in transcript.faults {
        trial.observations.fault(point, fault);
    }
    if point.is_seen_everywhere() {
        trial.complaints.extend_from_slice(trial.observations.faults(point.number));
    }
    let Trial { complaints, figures, .. } = trial;
    let (verdict, reason) = match outcome {
        _ if !complaints.is_empty() => (Verdict::Failed, None),
        Err(Stop::Skip(reason)) => (Verdict::Skipped, Some(reason)),
        Ok(()) | Err(_) => (Verdict::Passed, None),
    };
    let (time_ms, exchanges) = (start.elapsed().as_millis() as u64, transcript.exchanges);
    PointReport { point, verdict, reason, time_ms, complaints, figures, exchanges }
}

/// Average number of runnable processes in the last minute, on Linux.
fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}
