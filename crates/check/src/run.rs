//! Runs all points and collects their results.

use super::inspect::Observations;
use super::report::{Finding, Report, Verdict};
use super::trial::{Outcome, Stop, Trial, skip};
use super::{Facts, POINTS, Point, facts};
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
    let nothing = Facts::default();
    // Faults during this are not reported: the engine may not support the size.
    let mut facts =
        facts::collect(&mut Trial::new(&nothing, settings, &mut Observations::default()))?;
    if !settings.sizes.is_empty() {
        facts.sizes.retain(|size| settings.sizes.contains(size));
        if facts.sizes.is_empty() {
            return Err(ClientError::Unsupported("any of these sizes".to_owned()));
        }
    }
    let is_selected = |point: &Point| settings.points.contains(&point.number);
    let (mut points, mut late) = (Vec::new(), Vec::new());
    for point in POINTS.iter().filter(|point| is_selected(point)) {
        (if point.is_seen_everywhere() { &mut late } else { &mut points }).push(point);
    }
    if let Some(samples) = POINTS.iter().find(|point| point.is_sample() && !late.is_empty()) {
        late.retain(|point| !point.is_sample());
        points.push(samples);
    }
    points.extend(late);
    let mut observations = Observations::default();
    let mut findings = Vec::new();
    for &point in &points {
        if stopper.is_stopped() {
            break;
        }
        on_progress(point, findings.len(), points.len());
        findings.push(look(point, &facts, settings, &mut observations));
    }
    let is_cut_short = findings.len() < points.len();
    findings.retain(|finding| is_selected(finding.point));
    findings.sort_by_key(|finding| finding.point.number);
    let (engine, time) = (settings.engine.name(), start.elapsed());
    Ok(Report { engine, facts, findings, time, is_cut_short, load })
}

/// Runs a script and judges its point.
fn look(
    point: &'static Point,
    facts: &Facts,
    settings: &Settings,
    observations: &mut Observations,
) -> Finding {
    let start = Instant::now();
    let mut trial = Trial::new(facts, settings, observations);
    let outcome = trial.run(point);
    if let Err(Stop::Failed(error)) = &outcome {
        trial.complain(format!("the engine {error}"));
    }
    trial.report_lines();
    if point.is_seen_everywhere() {
        trial.complaints.extend_from_slice(trial.observations.faults(point.number));
    }
    let exchanges = std::mem::take(&mut trial.transcript().exchanges);
    let Trial { complaints, figures, .. } = trial;
    let (verdict, reason) = match outcome {
        _ if !complaints.is_empty() => (Verdict::Failed, None),
        Err(Stop::Skip(reason)) => (Verdict::Skipped, Some(reason)),
        Ok(()) | Err(_) => (Verdict::Passed, None),
    };
    Finding { point, verdict, reason, time: start.elapsed(), complaints, figures, exchanges }
}

/// Average number of runnable processes in the last minute, on Linux.
fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}
