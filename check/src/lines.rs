//! Points 61 to 66 and 78 to 88: answers and lines of analysis.

use super::boards::{Gap, closing, lost, middle, win};
use super::root::Root;
use super::rules::score;
use super::session::answers;
use super::trial::{Outcome, Search, Trial, skip};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use stonefall_client::{InfoLine, Score};
use stonefall_engine::types::Color;
use stonefall_engine::types::Color::{Black, White};

/// Runs searches of all kinds, once for all points that look at every search.
fn sample(trial: &mut Trial<'_>) -> Outcome {
    if std::mem::replace(&mut trial.observations.is_sampled, true) {
        return Ok(());
    }
    let size = trial.size();
    let komi = trial.facts.half_komi();
    let mut searches = vec![
        (Root::start(size), 300),
        (middle(size, White), 300),
        (middle(size, Black), 300),
        (Root::start(size), 1),
        (closing(size, White, 1).with_komi(komi), 100),
        (closing(size, Black, 0).with_komi(komi), 100),
    ];
    for mover in Color::ALL {
        searches.push((win(size, mover, Gap::Left).root, 100));
        searches.push((lost(size, mover), 100));
    }
    let mut games = vec![1];
    if trial.facts.spin("MultiPV").is_some_and(|(_, max)| max >= 3) {
        games.push(3);
    }
    for lines in games {
        let begin = |trial: &mut Trial<'_>| {
            if lines > 1 { trial.start_game_with("MultiPV", lines) } else { trial.start_game() }
        };
        begin(trial)?;
        for &(ref root, percent) in &searches {
            let go = &trial.movetime(percent);
            let name = format!("{} {go}", root.text());
            trial.case(&name, begin, |trial| trial.search(root, go).map(|_| ()))?;
        }
    }
    Ok(())
}

/// A point whose faults every search can show.
pub(super) fn sampled<const POINT: u8>(trial: &mut Trial<'_>) -> Outcome {
    sample_quietly(trial)?;
    if trial.observations.searches == 0 {
        return skip("no search was answered");
    }
    if POINT >= 78 && trial.observations.lines == 0 {
        return skip("no search sent an info line with moves");
    }
    Ok(())
}

/// Runs the samples for a point other than 61, which is about unanswered searches.
fn sample_quietly(trial: &mut Trial<'_>) -> Outcome {
    let outcome = sample(trial);
    let failures = std::mem::take(&mut trial.complaints);
    trial.observations.unanswered(failures);
    match outcome {
        Err(super::trial::Stop::Failed(error)) => {
            trial.complain(format!("the engine {error}"));
            let failures = std::mem::take(&mut trial.complaints);
            trial.observations.unanswered(failures);
            Ok(())
        }
        _ => Ok(()),
    }
}

pub(super) fn one_answer(trial: &mut Trial<'_>) -> Outcome {
    sample_quietly(trial)?;
    trial.figure("searches looked at", trial.observations.searches as f64, "");
    trial.start_game()?;
    let root = Root::start(trial.size());
    for go in ["go movetime 1", &trial.movetime(50), "go wtime 100 btime 100"] {
        trial.mark();
        trial.send(&root.command());
        trial.send(go);
        trial.best_move()?;
        let again = answers(&trial.pause(60)?) > 0;
        trial.expect(!again, || format!("expected one bestmove for {go}, found two"));
    }
    Ok(())
}

pub(super) fn proven(trial: &mut Trial<'_>) -> Outcome {
    sampled::<82>(trial)?;
    if trial.observations.proven == 0 {
        return skip("no line claims a proven result");
    }
    trial.figure("lines that claim a result", trial.observations.proven as f64, "");
    Ok(())
}

pub(super) fn chances(trial: &mut Trial<'_>) -> Outcome {
    sampled::<83>(trial)?;
    if trial.observations.chances == 0 { skip("no line has wdl") } else { Ok(()) }
}

pub(super) fn sign(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    trial.start_game()?;
    for mover in Color::ALL {
        for (root, sign, what) in
            [(win(size, mover, Gap::Left).root, 1, "won"), (lost(size, mover), -1, "lost")]
        {
            trial.mark();
            let search = trial.search(&root, &trial.movetime(200))?;
            let found = score(&search);
            trial.expect(found.is_some_and(|score| score.signum() == sign), || {
                let (name, signed) = (mover.name(), if sign > 0 { "positive" } else { "negative" });
                format!(
                    "expected a {signed} score: {name} is to move and has {what}; found {found:?}"
                )
            });
        }
    }
    Ok(())
}

/// The newest line of each rank.
fn newest(search: &Search) -> BTreeMap<i64, InfoLine<'_>> {
    let lines = search.infos().filter_map(|line| InfoLine::read(&line.text));
    lines.filter(|line| line.values("pv").is_some()).map(|line| (line.rank(), line)).collect()
}

pub(super) fn several(trial: &mut Trial<'_>) -> Outcome {
    let Some((_, most)) = trial.facts.spin("MultiPV") else {
        return skip("MultiPV is not announced");
    };
    let count = most.min(4);
    trial.start_game_with("MultiPV", count)?;
    let search = trial.search(&middle(trial.size(), White), &trial.movetime(300))?;
    let lines = newest(&search);
    let ranks: Vec<_> = lines.keys().copied().collect();
    trial.expect(ranks == (1..=count).collect::<Vec<_>>(), || {
        format!("expected the lines 1 to {count}, found {ranks:?}")
    });
    let firsts: BTreeSet<_> = lines.values().filter_map(|line| line.pv().first()).collect();
    trial.expect(firsts.len() == lines.len(), || {
        format!("expected {} different first moves, found {}", lines.len(), firsts.len())
    });
    let depths: BTreeSet<_> = lines.values().map(|line| line.number("depth")).collect();
    let is_exact = lines.values().all(|line| !line.is_bound());
    let scores: Vec<_> = lines.values().filter_map(InfoLine::score).map(Score::rank).collect();
    trial.expect(depths.len() > 1 || !is_exact || scores.is_sorted_by(|a, b| a >= b), || {
        format!("expected the best line first, found the scores {scores:?}")
    });
    let lines = search.infos().filter_map(|line| InfoLine::read(&line.text));
    if let Some((before, after)) = gap(lines) {
        trial.complain(format!(
            "expected the lines 1 to {count} in order, found {after} after {before}"
        ));
    }
    Ok(())
}

/// The first two ranks out of order: the lines of one depth come together.
fn gap<'a>(lines: impl Iterator<Item = InfoLine<'a>>) -> Option<(i64, i64)> {
    // Lines with a bound come between them, in any rank.
    let settled = lines.filter(|line| line.values("pv").is_some() && !line.is_bound());
    let ranks: Vec<_> = settled.map(|line| line.rank()).collect();
    // A line may be repeated.
    let follows =
        |&(before, after): &(i64, i64)| after == 1 || (before..=before + 1).contains(&after);
    ranks.iter().copied().zip(ranks.iter().copied().skip(1)).find(|pair| !follows(pair))
}

pub(super) fn more_than_moves(trial: &mut Trial<'_>) -> Outcome {
    let Some((_, most)) = trial.facts.spin("MultiPV") else {
        return skip("MultiPV is not announced");
    };
    if most < 4 {
        return skip("the maximum of MultiPV is below 4");
    }
    trial.start_game_with("MultiPV", most.min(8))?;
    let root = closing(trial.size(), White, 1).with_komi(trial.facts.half_komi());
    let search = trial.search(&root, &trial.movetime(100))?;
    let legal = root.legal_moves() as i64;
    let lines = newest(&search);
    let ranks: Vec<_> = lines.keys().copied().collect();
    trial.expect(ranks.iter().all(|&rank| rank <= legal), || {
        format!("expected at most {legal} lines, one for each legal move, found {ranks:?}")
    });
    let firsts: BTreeSet<_> = lines.values().filter_map(|line| line.pv().first()).collect();
    trial.expect(firsts.len() == lines.len(), || "expected different first moves".into());
    Ok(())
}

/// Highest accepted number of lines per second; point 88 allows about 20.
const RATE: usize = 25;

pub(super) fn rate(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    trial.send(&middle(trial.size(), White).command());
    trial.send("go infinite");
    trial.listen(Duration::from_secs(1))?;
    let lines = trial.listen(Duration::from_secs(2))?;
    trial.stop(&lines)?;
    let count = lines.iter().filter(|line| line.first_word() == "info").count();
    trial.figure("lines per second, after the first second", count as f64 / 2.0, "");
    trial.expect(count <= 2 * RATE, || {
        format!("expected at most {RATE} lines per second, found {}", count / 2)
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_lines_of_a_depth_out_of_order() {
        let gap = |words: &[&str]| {
            let lines: Vec<_> =
                words.iter().map(|words| format!("info multipv {words} pv a1")).collect();
            gap(lines.iter().filter_map(|line| InfoLine::read(line)))
        };
        assert_eq!(
            gap(&["1 score cp 5", "2 score cp 4", "2 score cp 4", "3 score cp 3", "1 score cp 5"]),
            None
        );
        assert_eq!(gap(&["1 score cp 5", "3 score cp 3"]), Some((1, 3)));
        assert_eq!(gap(&["1 score cp 5", "3 score cp 3 upperbound", "2 score cp 4"]), None);
        assert_eq!(gap(&["2 score cp 5", "1 score cp 3 lowerbound", "4 score cp 4"]), Some((2, 4)));
    }
}
