//! JSON form of `parts status`, documented in `docs/json.md`.

use serde_json::{Map, Value, json};
use stonefall_tools::parts::{PartState, Survey, ranges};

pub(super) fn survey(survey: &Survey) -> Value {
    let counts: Map<_, _> = PartState::ALL
        .into_iter()
        .map(|state| (state.name().to_owned(), survey.count(state).into()))
        .collect();
    let parts = survey.parts.iter().map(|part| {
        json!({
            "part": part.part,
            "state": part.state.name(),
            "units_done": part.done,
            "units": part.units,
            "units_per_second": part.rate,
            "problem": part.problem,
        })
    });
    let strangers = survey
        .strangers
        .iter()
        .map(|(path, problem)| json!({ "file": path.display().to_string(), "problem": problem }));
    json!({
        "work": survey.head.work,
        "seed": survey.head.seed,
        "settings": survey.head.settings,
        "units_done": survey.done(),
        "units": survey.head.units,
        "units_per_second": survey.rate(),
        "seconds_left": survey.seconds_left(),
        "states": counts,
        "array": ranges(survey.waiting()),
        "parts": parts.collect::<Vec<_>>(),
        "other_files": strangers.collect::<Vec<_>>(),
    })
}
