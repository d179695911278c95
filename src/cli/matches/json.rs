//! JSON form of `match`, documented in `docs/json.md`.

use serde::Serialize;
use stonefall_tools::matches::{Decision, MatchPlan, Sprt, Tally, Verdict};
use stonefall_tools::version::VERSION;

/// The results of a match.
#[derive(Serialize)]
pub(super) struct MatchFacts<'a> {
    version: &'static str,
    size: usize,
    half_komi: i32,
    games: u32,
    games_planned: usize,
    complete: bool,
    #[serde(flatten)]
    tally: &'a Tally,
    sprt: Option<SprtFacts<'a>>,
}

#[derive(Serialize)]
struct SprtFacts<'a> {
    #[serde(flatten)]
    sprt: &'a Sprt,
    llr: f64,
    lower: f64,
    upper: f64,
    decision: Option<&'static str>,
}

impl<'a> MatchFacts<'a> {
    pub(super) fn new(
        plan: &MatchPlan,
        tally: &'a Tally,
        verdict: Option<&'a Verdict>,
        complete: bool,
    ) -> Self {
        Self {
            version: VERSION,
            size: plan.size,
            half_komi: plan.rules.half_komi.half_flats(),
            games: tally.games(),
            games_planned: plan.total(),
            complete,
            tally,
            sprt: verdict.map(SprtFacts::new),
        }
    }
}

impl<'a> SprtFacts<'a> {
    fn new(verdict: &'a Verdict) -> Self {
        let sprt = &verdict.sprt;
        let [lower, upper] = sprt.bounds();
        let decision = match verdict.decision() {
            Decision::Accepted => Some("passed"),
            Decision::Rejected => Some("failed"),
            Decision::Open => None,
        };
        Self { sprt, llr: sprt.log_ratio(&verdict.pairs), lower, upper, decision }
    }
}
