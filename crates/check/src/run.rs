//! Runs all steps and collects their results.

use super::engine::Engine;
use super::observations::Observations;
use super::report::{Finding, Report, Verdict};
use super::trial::{Stop, Trial};
use super::{Facts, POINTS, Point, facts, load};
use std::time::{Duration, Instant};
use stonefall_client::ClientError;
use stonefall_engine::stopper::Stopper;

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
    let selected = POINTS.iter().filter(|point| settings.points.contains(&point.number));
    let (late, early): (Vec<_>, Vec<_>) = selected.partition(|point| point.is_seen_everywhere());
    let points = [early, late].concat();
    for &point in &points {
        if stopper.is_stopped() {
            break;
        }
        on_progress(point, findings.len(), points.len());
        findings.push(look(point, &facts, settings, &mut observations));
    }
    findings.sort_by_key(|finding| finding.point.number);
    let (engine, time) = (settings.engine.name(), start.elapsed());
    let is_cut_short = findings.len() < points.len();
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
    let outcome = point.run(&mut trial);
    if let Err(Stop::Failed(error)) = &outcome {
        trial.complain(format!("the engine {error}"));
    }
    trial.report_lines();
    if point.is_seen_everywhere() {
        trial.complaints.extend(trial.observations.faults(point.number).iter().cloned());
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
