//! Progress of parts as text.

use crate::cli::output::counted;
use indicatif::HumanDuration;
use std::time::{Duration, UNIX_EPOCH};
use stonefall_engine::report::grouped;
use stonefall_tools::date;
use stonefall_tools::parts::{PartState, Survey, ranges};

/// Longest duration shown, in seconds.
const LONGEST: f64 = 1e9;

/// The states with their parts, the units and the expected end.
pub(super) fn survey(survey: &Survey) -> String {
    let head = &survey.head;
    let (done, units) = (grouped(survey.done()), grouped(head.units.into()));
    let parts = counted(survey.parts.len(), "part");
    let mut text = format!("{}: {parts}, {done} of {units} units\n", head.work.name());
    for state in PartState::ALL {
        let found = survey.parts.iter().filter(|part| part.state == state);
        let numbers = ranges(found.map(|part| part.part));
        if !numbers.is_empty() {
            let count = survey.count(state);
            text += &format!("   {:<8}{count:>6}   {numbers}\n", state.name());
        }
    }
    for part in survey.parts.iter().filter(|part| part.state == PartState::Running) {
        let rate = part.rate.map_or_else(String::new, |rate| format!(", {}", pace(rate)));
        text += &format!("   part {}: {} of {} units{rate}\n", part.part, part.done, part.units);
    }
    let problems = survey.parts.iter().filter_map(|part| Some((part.part, part.problem.as_ref()?)));
    for (part, problem) in problems {
        text += &format!("   part {part}: {problem}\n");
    }
    for (path, problem) in &survey.strangers {
        text += &format!("   {}: {problem}\n", path.display());
    }
    text + &end(survey)
}

/// `0.25 units a second`, or units per minute or hour.
fn pace(rate: f64) -> String {
    match rate {
        rate if rate >= 1.0 => format!("{rate:.1} units a second"),
        rate if rate >= 1.0 / 60.0 => format!("{:.1} units a minute", 60.0 * rate),
        rate => format!("{:.1} units an hour", 3600.0 * rate),
    }
}

/// The common rate and the expected end.
fn end(survey: &Survey) -> String {
    let (Some(seconds), Some(end)) = (survey.seconds_left(), survey.end()) else {
        return String::new();
    };
    let left = HumanDuration(Duration::from_secs_f64(seconds.min(LONGEST)));
    let (date, time) = date::tags(UNIX_EPOCH + Duration::from_millis(end));
    format!("   {}, {left} left, until {date} {time} UTC\n", pace(survey.rate()))
}
