//! The check as a whole: each step in turn, and what it came to.

use super::report::{Complaint, Finding, Report, Verdict};
use super::seen::Seen;
use super::trial::{Stop, Trial};
use super::{Door, Facts, POINTS, Point, Selection, facts, load};
use std::time::{Duration, Instant};
use stonefall_client::ClientError;
use stonefall_engine::stopper::Stopper;

/// What to check, and how patiently.
pub struct Settings {
    /// The way to the engine.
    pub door: Box<dyn Door>,
    /// The points to look at.
    pub selection: Selection,
    /// Sizes to play on; all that the engine plays if there are none.
    pub sizes: Vec<usize>,
    /// Time in which the engine sees a win in one move, usually 100 ms: most searches and pauses
    /// take as long or some times as long.
    pub win_time: Duration,
    /// How long an answer is waited for before the engine counts as hung.
    pub patience: Duration,
    /// What is added to every deadline, for slow or busy machines.
    pub slack: Duration,
    /// Games to play for point 95.
    pub games: u32,
}

/// A point is being looked at.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    /// Which.
    pub point: &'static Point,
    /// Points that are behind it.
    pub done: usize,
    /// Points in all.
    pub all: usize,
}

/// Checks an engine; `hear` is told of every point that is begun. The stopper breaks the check off
/// after the point that is being looked at.
///
/// # Errors
/// If the engine cannot be started, does not introduce itself, or plays none of the sizes.
pub fn run(
    settings: &Settings,
    stopper: &Stopper,
    mut hear: impl FnMut(Started),
) -> Result<Report, ClientError> {
    let start = Instant::now();
    let load = load::average();
    let nothing = Facts::default();
    // What is seen while the sizes are tried out is no fault: the engine may not play them.
    let mut facts = facts::learn(&mut Trial::new(&nothing, settings, &mut Seen::default()))?;
    if !settings.sizes.is_empty() {
        facts.sizes.retain(|size| settings.sizes.contains(size));
        if facts.sizes.is_empty() {
            return Err(ClientError::Refused("any of these sizes".to_owned()));
        }
    }
    let mut seen = Seen::default();
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
        hear(Started { point, done: findings.len(), all: chosen.len() });
        findings.push(look(point, &facts, settings, &mut seen));
    }
    findings.sort_by_key(|finding| finding.point.number);
    let (engine, time) = (settings.door.name(), start.elapsed());
    Ok(Report { engine, facts, findings, time, is_cut_short, load })
}

/// Takes a step, and judges.
fn look(point: &'static Point, facts: &Facts, settings: &Settings, seen: &mut Seen) -> Finding {
    let start = Instant::now();
    let mut trial = Trial::new(facts, settings, seen);
    let outcome = (point.step)(&mut trial);
    if let Err(Stop::Trouble(error)) = &outcome {
        trial.complain(format!("the engine {error}"));
    }
    let Trial { mut complaints, figures, exchanges, .. } = trial;
    if point.is_seen_everywhere() {
        complaints.extend(seen.faults(point.number).iter().cloned());
    }
    let verdict = match outcome {
        _ if !complaints.is_empty() => Verdict::Failed,
        Err(Stop::Skip(reason)) => Verdict::Skipped(reason),
        Ok(()) | Err(_) => Verdict::Passed,
    };
    let complaints: Vec<Complaint> = complaints;
    Finding { point, verdict, complaints, figures, exchanges, time: start.elapsed() }
}
