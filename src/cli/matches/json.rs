//! JSON form of `match`, documented in `docs/json.md`.

use crate::cli::json::joined;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stonefall_tools::matches::{Decision, MatchPlan, Reason, Score, Tally, Verdict};
use stonefall_tools::version::VERSION;

/// The results of a match.
pub(super) fn report(
    plan: &MatchPlan,
    tally: &Tally,
    verdict: Option<&Verdict>,
    complete: bool,
) -> Value {
    let name = |index: usize| plan.contenders[index].name.as_str();
    let pairings = tally.pairings.iter().map(|([first, second], score)| {
        joined(json!({ "first": name(*first), "second": name(*second) }), result(score))
    });
    let incidents = tally.incidents.iter().map(|incident| {
        json!({
            "game": incident.game + 1,
            "engine": name(incident.contender),
            "reason": incident.reason.name(),
            "detail": incident.detail,
        })
    });
    let [white_wins, draws, black_wins] = tally.colors;
    json!({
        "version": VERSION,
        "size": plan.size,
        "half_komi": plan.rules.half_komi.half_flats(),
        "games": tally.games(),
        "games_planned": plan.total(),
        "complete": complete,
        "engines": engines(plan, tally),
        "pairings": pairings.collect::<Vec<_>>(),
        "sprt": verdict.map(test),
        "endings": named(&tally.endings),
        "white_wins": white_wins,
        "draws": draws,
        "black_wins": black_wins,
        "plies": tally.plies,
        "incidents": incidents.collect::<Vec<_>>(),
    })
}

fn engines(plan: &MatchPlan, tally: &Tally) -> Vec<Value> {
    let engines = plan.contenders.iter().zip(&tally.standings).map(|(contender, standing)| {
        let (claims, effort) = (&standing.claims, &standing.effort);
        let engine = json!({
            "name": contender.name,
            "command": contender.launch.command(),
            "control": contender.control.to_string(),
        });
        let details = json!({
            "faults": named(&standing.faults),
            "announced": claims.made,
            "announced_wrong": claims.wrong,
            "announced_open": claims.open,
            "wins_not_delivered": claims.undelivered,
            "moves": effort.moves,
            "time_ms": effort.milliseconds,
            "nodes": effort.nodes,
            "mean_depth": (effort.moves > 0).then(|| effort.depth as f64 / effort.moves as f64),
        });
        joined(engine, joined(result(&standing.score), details))
    });
    engines.collect()
}

fn result(score: &Score) -> Value {
    let strength = score.pairs.strength();
    json!({
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": score.share(),
        "pairs": score.pairs.0,
        "elo": strength.map(|strength| strength.elo),
        "normalized_elo": strength.map(|strength| strength.normalized),
        "superiority": strength.map(|strength| strength.superiority),
    })
}

fn named(counts: &BTreeMap<Reason, u32>) -> BTreeMap<&'static str, u32> {
    counts.iter().map(|(reason, &count)| (reason.name(), count)).collect()
}

fn test(verdict: &Verdict) -> Value {
    let sprt = &verdict.sprt;
    let [lower, upper] = sprt.bounds();
    let decision = match verdict.decision() {
        Decision::Accepted => Some("passed"),
        Decision::Rejected => Some("failed"),
        Decision::Open => None,
    };
    let llr = sprt.log_ratio(&verdict.pairs);
    let state = json!({ "llr": llr, "lower": lower, "upper": upper, "decision": decision });
    joined(json!(sprt), state)
}
