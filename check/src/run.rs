//! Runs all steps and collects their results.

use super::observations::Observations;
use super::report::{Finding, Report, Verdict};
use super::trial::{Stop, Trial};
use super::{Connector, Facts, POINTS, Point, Selection, facts, load};
use std::time::{Duration, Instant};
use stonefall_client::ClientError;
use stonefall_engine::stopper::Stopper;

/// Engine, points and timing of a check.
pub struct Settings {
    /// How to connect to the engine.
    pub connector: Box<dyn Connector>,
    /// The points to check.
    pub selection: Selection,
    /// Sizes to check; empty for all that the engine plays.
    pub sizes: Vec<usize>,
    /// Time in which the engine finds a win in one move, usually 100 ms. The lengths of most searches
    /// and pauses are multiples of it.
    pub win_time: Duration,
    /// Longest wait for an answer; after that the engine counts as hung.
    pub patience: Duration,
    /// Time added to every deadline, for slow or busy machines.
    pub slack: Duration,
    /// Number of games for point 95.
    pub games: u32,
}

/// Progress of a check: the point whose step starts.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    /// The point.
    pub point: &'static Point,
    /// Number of points done.
    pub done: usize,
    /// Number of selected points.
    pub all: usize,
}

/// Checks an engine. Calls `on_progress` before each point. The stopper ends the check after the
/// current point.
///
/// # Errors
/// If the engine cannot be started, does not answer `tei`, or plays no selected size.
pub fn run(
    settings: &Settings,
    stopper: &Stopper,
    mut on_progress: impl FnMut(Started),
) -> Result<Report, ClientError> {
    let start = Instant::now();
    let load = load::average();
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
    let mut observations = Observations::default();
    let mut findings = Vec::new();
    let mut is_cut_short = false;
    let chosen: Vec<_> =
        POINTS.iter().filter(|point| settings.selection.has(point.number)).collect();
    let (late, early): (Vec<_>, Vec<_>) =
        chosen.iter().partition(|point| point.is_seen_everywhere());
    for point in early.into_iter().chain(late) {
        if stopper.is_stopped() {
            is_cut_short = true;
            break;
        }
        on_progress(Started { point, done: findings.len(), all: chosen.len() });
        findings.push(look(point, &facts, settings, &mut observations));
    }
    findings.sort_by_key(|finding| finding.point.number);
    let (engine, time) = (settings.connector.name(), start.elapsed());
    Ok(Report { engine, facts, findings, time, is_cut_short, load })
}

/// Runs a step and judges its point.
fn look(
    point: &'static Point,
    facts: &Facts,
    settings: &Settings,
    observations: &mut Observations,
) -> Finding {
    let start = Instant::now();
    let mut trial = Trial::new(facts, settings, observations);
    let outcome = (point.step)(&mut trial);
    if let Err(Stop::Failed(error)) = &outcome {
        trial.complain(format!("the engine {error}"));
    }
    let Trial { mut complaints, figures, exchanges, .. } = trial;
    if point.is_seen_everywhere() {
        complaints.extend(observations.faults(point.number).iter().cloned());
    }
    let verdict = match outcome {
        _ if !complaints.is_empty() => Verdict::Failed,
        Err(Stop::Skip(reason)) => Verdict::Skipped(reason),
        Ok(()) | Err(_) => Verdict::Passed,
    };
    Finding { point, verdict, complaints, figures, exchanges, time: start.elapsed() }
}
