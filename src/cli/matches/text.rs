//! Text report of a match.

use super::MatchFacts;
use crate::cli::output::{columns, counted};
use crate::table::grid;
use std::fmt::Write as _;
use stonefall_engine::report::Style;
use stonefall_tools::matches::{
    Decision, Estimate, Incident, Pairing, Pairs, Reason, Score, Sprt, Standing, Tally, Verdict,
};

/// Below this number of pairs, error bars are unreliable.
const FEW_PAIRS: u32 = 10;

/// Engines whose standing is shown during the match.
const SHOWN_ENGINES: usize = 8;

/// Incidents that are listed individually.
const SHOWN_INCIDENTS: usize = 20;

/// The complete report.
pub(super) fn report(facts: &MatchFacts<'_>, verdict: Option<&Verdict>, style: Style) -> String {
    let &MatchFacts { size, half_komi, tally, games, .. } = facts;
    let (games, komi) = (counted(games as usize, "game"), f64::from(half_komi) / 2.0);
    let mut text = format!("\n   {games} on {size}x{size}, komi {komi}\n\n");
    text += &table(tally, style);
    text.push('\n');
    let is_duel = tally.standings.len() == 2;
    for Pairing { first, second, score } in &tally.pairings {
        let _ = writeln!(text, "   {first} - {second}: {score}");
        text += &strength(score, is_duel);
    }
    if let Some(verdict) = verdict {
        let _ = writeln!(text, "   {}", sprt_words(&verdict.sprt, &verdict.pairs));
    }
    text += &endings(tally);
    text + &faults(tally)
}

/// The standings in short form: the score of two engines, or the best of several.
pub(super) fn standings(tally: &Tally, verdict: Option<&Verdict>) -> Vec<String> {
    let mut rows = Vec::new();
    if let [Pairing { first, score, .. }] = &tally.pairings[..] {
        rows.push(format!("{first} {score} {}", elo_words(&score.pairs)));
    } else {
        let places = tally.order().into_iter().take(SHOWN_ENGINES);
        rows.extend(places.map(|standing| format!("{} {}", standing.name, standing.score)));
    }
    rows.extend(verdict.map(|verdict| sprt_words(&verdict.sprt, &verdict.pairs)));
    rows
}

fn table(tally: &Tally, style: Style) -> String {
    let rows: Vec<_> = tally.order().into_iter().map(row).collect();
    let header = ["Engine", "Games", "Won", "Lost", "Drawn", "Points", "Elo", "Depth", "s/move"];
    grid(&header, &rows, columns() - 4, style)
}

fn row(standing: &Standing) -> Vec<String> {
    let Score { wins, draws, losses, pairs } = &standing.score;
    let points = f64::from(*wins) + f64::from(*draws) / 2.0;
    let elo = pairs.strength().map(|strength| estimate(strength.elo)).unwrap_or_default();
    let moves = standing.effort.moves.max(1) as f64;
    vec![
        standing.name.clone(),
        standing.score.games().to_string(),
        wins.to_string(),
        losses.to_string(),
        draws.to_string(),
        format!("{points} ({:.1} %)", 100.0 * standing.score.share()),
        elo,
        format!("{:.1}", standing.mean_depth.unwrap_or(0.0)),
        format!("{:.3}", standing.effort.milliseconds as f64 / 1000.0 / moves),
    ]
}

/// `+12.3 ± 45.6`
fn estimate(estimate: Estimate) -> String {
    if estimate.value.is_infinite() {
        return if estimate.value > 0.0 { "+inf".into() } else { "-inf".into() };
    }
    if estimate.error.is_infinite() {
        return format!("{:+.1} ± ?", estimate.value);
    }
    format!("{:+.1} ± {:.1}", estimate.value, estimate.error)
}

/// Elo of a pairing in short form; empty without a pair.
pub(in crate::cli) fn elo_words(pairs: &Pairs) -> String {
    let strength = pairs.strength();
    strength.map_or_else(String::new, |strength| format!("Elo {}", estimate(strength.elo)))
}

/// Elo in all forms; for a duel also the results of pairs.
pub(in crate::cli) fn strength(score: &Score, is_duel: bool) -> String {
    let Some(strength) = score.pairs.strength() else { return String::new() };
    let mut text = format!("      Elo {} (95 %)", estimate(strength.elo));
    let _ = write!(text, ", normalized {}", estimate(strength.normalized));
    let _ = write!(text, ", superiority {:.1} %", 100.0 * strength.superiority);
    let few = score.pairs.total() < FEW_PAIRS;
    text += if few { "; too few games for reliable error bars\n" } else { "\n" };
    if is_duel {
        let [none, half, one, three, two] = score.pairs.0;
        let _ = writeln!(
            text,
            "      pairs with 0, 1/2, 1, 1 1/2 and 2 points: {none}, {half}, {one}, {three}, {two}"
        );
    }
    text
}

/// State of a test.
fn sprt_words(sprt: &Sprt, pairs: &Pairs) -> String {
    let [lower, upper] = sprt.bounds();
    let (elo0, elo1) = (sprt.elo0, sprt.elo1);
    let verdict = match sprt.decision(pairs) {
        Decision::Accepted => ": passed",
        Decision::Rejected => ": failed",
        Decision::Open => "",
    };
    let (ratio, model) = (sprt.log_ratio(pairs), sprt.model.name());
    format!("SPRT [{elo0}, {elo1}] {model}: LLR {ratio:.2} ({lower:.2}, {upper:.2}){verdict}")
}

fn endings(tally: &Tally) -> String {
    if tally.games() == 0 {
        return String::new();
    }
    let ways: Vec<_> =
        tally.endings.iter().map(|(reason, count)| format!("{} {count}", reason.name())).collect();
    let Tally { white_wins: white, draws, black_wins: black, .. } = tally;
    let mean = tally.plies as f64 / f64::from(tally.games());
    format!(
        "   White won {white}, Black {black}, drawn {draws}; ended by {}; {mean:.1} plies on average\n",
        ways.join(", ")
    )
}

fn faults(tally: &Tally) -> String {
    let mut text = String::new();
    for standing in &tally.standings {
        let name = &standing.name;
        if !standing.faults.is_empty() {
            let counts: Vec<_> = Reason::FAULTS
                .iter()
                .filter_map(|reason| Some((reason.name(), standing.faults.get(reason)?)))
                .map(|(name, count)| format!("{name} {count}"))
                .collect();
            let _ = writeln!(text, "   {name} lost by faults: {}", counts.join(", "));
        }
        let claims = &standing.claims;
        if claims.is_false() {
            let _ = writeln!(
                text,
                "   {name} announced {} results; {} with a wrong line, {} wins not delivered{}",
                claims.made,
                claims.wrong,
                claims.undelivered,
                match (standing.false_claim, claims.example.as_str()) {
                    (Some(game), "") => format!(" (first in game {game})"),
                    (Some(game), example) => format!(" (first in game {game}, {example})"),
                    _ => String::new(),
                }
            );
        }
    }
    for incident in tally.incidents.iter().take(SHOWN_INCIDENTS) {
        let Incident { game, engine, reason, detail } = incident;
        let _ = writeln!(text, "   game {game}: {engine}, {}: {detail}", reason.name());
    }
    let more = tally.incidents.len().saturating_sub(SHOWN_INCIDENTS);
    if more > 0 {
        let _ = writeln!(text, "   and {more} more");
    }
    text
}
