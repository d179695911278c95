//! JSON form of `match`, documented in `docs/json.md`.

use crate::cli::Error;
use crate::cli::json::pretty;
use crate::cli::output::Output;
use crate::tools::matches::{
    Decision, Estimate, MatchPlan, Pairs, Reason, Score, Sprt, Tally, Verdict,
};
use crate::version::VERSION;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;

#[derive(Serialize, Debug)]
struct MatchSummary<'a> {
    version: &'static str,
    size: usize,
    half_komi: i32,
    games: u32,
    games_planned: usize,
    complete: bool,
    engines: Vec<Engine<'a>>,
    pairings: Vec<Pairing<'a>>,
    sprt: Option<Test>,
    endings: BTreeMap<&'static str, u32>,
    white_wins: u32,
    draws: u32,
    black_wins: u32,
    plies: u64,
    incidents: Vec<IncidentJson<'a>>,
}

#[derive(Serialize, Debug)]
struct Engine<'a> {
    name: &'a str,
    command: String,
    control: String,
    #[serde(flatten)]
    result: Result,
    faults: BTreeMap<&'static str, u32>,
    announced: u32,
    announced_wrong: u32,
    announced_open: u32,
    wins_not_delivered: u32,
    moves: u64,
    time_ms: u64,
    nodes: u64,
    mean_depth: Option<f64>,
}

#[derive(Serialize, Debug)]
struct Result {
    wins: u32,
    draws: u32,
    losses: u32,
    score: f64,
    pairs: [u32; 5],
    elo: Option<Estimate>,
    normalized_elo: Option<Estimate>,
    superiority: Option<f64>,
}

#[derive(Serialize, Debug)]
struct Pairing<'a> {
    first: &'a str,
    second: &'a str,
    #[serde(flatten)]
    result: Result,
}

#[derive(Serialize, Debug)]
struct Test {
    #[serde(flatten)]
    sprt: Sprt,
    llr: f64,
    lower: f64,
    upper: f64,
    decision: Option<&'static str>,
}

#[derive(Serialize, Debug)]
struct IncidentJson<'a> {
    game: usize,
    engine: &'a str,
    reason: &'static str,
    detail: &'a str,
}

fn result(score: &Score) -> Result {
    let strength = score.pairs.strength();
    Result {
        wins: score.wins,
        draws: score.draws,
        losses: score.losses,
        score: score.share(),
        pairs: score.pairs.0,
        elo: strength.map(|strength| strength.elo),
        normalized_elo: strength.map(|strength| strength.normalized),
        superiority: strength.map(|strength| strength.superiority),
    }
}

fn named(counts: &BTreeMap<Reason, u32>) -> BTreeMap<&'static str, u32> {
    counts.iter().map(|(reason, &count)| (reason.name(), count)).collect()
}

fn test(sprt: &Sprt, pairs: &Pairs) -> Test {
    let [lower, upper] = sprt.bounds();
    let decision = match sprt.decision(pairs) {
        Decision::Accepted => Some("passed"),
        Decision::Rejected => Some("failed"),
        Decision::Open => None,
    };
    Test { sprt: *sprt, llr: sprt.log_ratio(pairs), lower, upper, decision }
}

/// Writes one object and a line break.
pub(super) fn write(
    plan: &MatchPlan,
    tally: &Tally,
    verdict: Option<&Verdict>,
    complete: bool,
    output: &mut Output,
) -> std::result::Result<(), Error> {
    let name = |index: usize| plan.contenders[index].name.as_str();
    let engines =
        plan.contenders.iter().zip(&tally.standings).map(|(contender, standing)| Engine {
            name: &contender.name,
            command: contender.launch.command(),
            control: contender.control.to_string(),
            result: result(&standing.score),
            faults: named(&standing.faults),
            announced: standing.claims.made,
            announced_wrong: standing.claims.wrong,
            announced_open: standing.claims.open,
            wins_not_delivered: standing.claims.undelivered,
            moves: standing.effort.moves,
            time_ms: standing.effort.milliseconds,
            nodes: standing.effort.nodes,
            mean_depth: (standing.effort.moves > 0)
                .then(|| standing.effort.depth as f64 / standing.effort.moves as f64),
        });
    let pairings = tally.pairings.iter().map(|([first, second], score)| Pairing {
        first: name(*first),
        second: name(*second),
        result: result(score),
    });
    let incidents = tally.incidents.iter().map(|incident| IncidentJson {
        game: incident.game + 1,
        engine: name(incident.contender),
        reason: incident.reason.name(),
        detail: &incident.detail,
    });
    let [white_wins, draws, black_wins] = tally.colors;
    let summary = MatchSummary {
        version: VERSION,
        size: plan.size,
        half_komi: plan.rules.half_komi.half_flats(),
        games: tally.games(),
        games_planned: plan.total(),
        complete,
        engines: engines.collect(),
        pairings: pairings.collect(),
        sprt: verdict.map(|verdict| test(&verdict.sprt, &verdict.pairs)),
        endings: named(&tally.endings),
        white_wins,
        draws,
        black_wins,
        plies: tally.plies,
        incidents: incidents.collect(),
    };
    Ok(output.write_all(pretty(&summary)?.as_bytes())?)
}
