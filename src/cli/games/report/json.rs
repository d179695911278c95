//! A report as JSON, documented in docs/json.md.

use serde_json::{Map, Value, json};
use stonefall_tools::games::Judge;
use stonefall_tools::report::{OpeningCost, Phase, Play, Quality, Rate, Report, ResultRow, Score};

/// The whole report.
pub(super) fn json(report: &Report, judge: &Judge) -> Value {
    let groups = report.results.iter().map(|(group, rows)| {
        (group.name().to_lowercase(), rows.iter().map(result).collect::<Vec<_>>().into())
    });
    let (first, last) = report.days.clone().unzip();
    json!({
        "player": report.player,
        "rating": report.rating,
        "games": report.games,
        "first_day": first,
        "last_day": last,
        "engine": judge.engine,
        "nodes": judge.nodes,
        "total": score(&report.total),
        "results": groups.collect::<Map<String, Value>>(),
        "own": play(&report.own),
        "similar": report.similar.as_ref().map(|similar| {
            let mut fields = play(&similar.play);
            fields["ratings"] = json!([similar.ratings.start(), similar.ratings.end()]);
            fields
        }),
        "openings": report.openings.iter().map(opening).collect::<Vec<_>>(),
    })
}

fn score(score: &Score) -> Value {
    json!({
        "games": score.games(),
        "won": score.won,
        "drawn": score.drawn,
        "lost": score.lost,
        "score": score.share(),
        "error": score.share().map(|_| score.error()),
        "rated": score.rated,
        "expected": score.expected(),
    })
}

fn result(row: &ResultRow) -> Value {
    let mut fields = score(&row.score);
    fields["name"] = row.name.clone().into();
    fields
}

fn opening(cost: &OpeningCost) -> Value {
    let mut fields = score(&cost.score);
    fields["size"] = cost.opening.size.into();
    fields["moves"] = cost.opening.moves.clone().into();
    fields["color"] = json!(cost.color);
    fields["lost_points"] = cost.lost_points().into();
    fields["chance"] = cost.chance.mean().into();
    fields["judged"] = cost.chance.games.into();
    fields
}

fn play(play: &Play) -> Value {
    let phases = Phase::ALL.into_iter().zip(&play.phases);
    let phases: Vec<_> = phases
        .map(|(phase, part)| {
            let mut fields = quality(part);
            fields["phase"] = json!(phase);
            fields
        })
        .collect();
    json!({
        "games": play.games,
        "all": quality(&play.all),
        "phases": phases,
        "forced": play.forced,
    })
}

fn quality(quality: &Quality) -> Value {
    json!({
        "moves": quality.accuracy.moves(),
        "accuracy": rate(&quality.accuracy),
        "mistakes": rate(&quality.mistakes),
        "blunders": rate(&quality.blunders),
    })
}

/// A mean and its error; `null` with too few moves.
fn rate(rate: &Rate) -> Value {
    match rate.mean().zip(rate.error()) {
        Some((mean, error)) => json!({ "mean": mean, "error": error }),
        None => Value::Null,
    }
}
