//! Points 61 to 66 and 78 to 88: answers and lines of analysis.

use super::boards::{Gap, closing, lost, middle, win};
use super::root::Root;
use super::rules::score;
use super::trial::{Outcome, Search, Trial, skip};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use stonefall_client::{InfoLine, Score};
use stonefall_engine::types::Color;
use stonefall_engine::types::Color::{Black, White};

/// Searches of all kinds, once for all the points that look at every search.
fn sample(trial: &mut Trial<'_>) -> Outcome {
    if std::mem::replace(&mut trial.seen.is_sampled, true) {
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

/// What was seen of a point in all searches.
pub(super) fn sampled<const POINT: u8>(trial: &mut Trial<'_>) -> Outcome {
    sample_quietly(trial)?;
    if trial.seen.searches == 0 {
        return skip("no search was answered");
    }
    if POINT >= 78 && trial.seen.lines == 0 {
        return skip("no line of analysis was told");
    }
    Ok(())
}

/// The samples, for a point that is not about whether they are answered: that is point 61.
fn sample_quietly(trial: &mut Trial<'_>) -> Outcome {
    let outcome = sample(trial);
    let failures = std::mem::take(&mut trial.complaints);
    trial.seen.unanswered(failures);
    match outcome {
        Err(super::trial::Stop::Trouble(error)) => {
            trial.complain(format!("the engine {error}"));
            let failures = std::mem::take(&mut trial.complaints);
            trial.seen.unanswered(failures);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Point 61.
pub(super) fn one_answer(trial: &mut Trial<'_>) -> Outcome {
    sample_quietly(trial)?;
    trial.figure("searches looked at", trial.seen.searches as f64, "");
    trial.start_game()?;
    let root = Root::start(trial.size());
    for go in ["go movetime 1", &trial.movetime(50), "go wtime 100 btime 100"] {
        trial.mark();
        trial.send(&root.command());
        trial.send(go);
        trial.until("bestmove")?;
        let late = trial.rest(60)?;
        let again = late.iter().any(|heard| heard.first_word() == "bestmove");
        trial.expect(!again, || format!("expected one bestmove for {go}, found two"));
    }
    Ok(())
}

/// Point 82.
pub(super) fn proven(trial: &mut Trial<'_>) -> Outcome {
    sampled::<82>(trial)?;
    if trial.seen.claims == 0 {
        return skip("no line claims a proven result");
    }
    trial.figure("lines that claim a result", trial.seen.claims as f64, "");
    Ok(())
}

/// Point 83.
pub(super) fn chances(trial: &mut Trial<'_>) -> Outcome {
    sampled::<83>(trial)?;
    if trial.seen.chances == 0 { skip("no line tells wdl") } else { Ok(()) }
}

/// Point 80.
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
    let lines = search.infos().filter_map(|heard| InfoLine::read(&heard.text));
    lines.filter(|line| line.values("pv").is_some()).map(|line| (line.rank(), line)).collect()
}

/// Point 86.
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
    let lines = search.infos().filter_map(|heard| InfoLine::read(&heard.text));
    if let Some((before, after)) = gap(lines) {
        trial.complain(format!(
            "expected the lines 1 to {count} in order, found {after} behind {before}"
        ));
    }
    Ok(())
}

/// The first two ranks that do not follow each other: lines that belong together come together.
fn gap<'a>(lines: impl Iterator<Item = InfoLine<'a>>) -> Option<(i64, i64)> {
    // What is but a bound so far is told between them, of whichever line it is.
    let settled = lines.filter(|line| line.values("pv").is_some() && !line.is_bound());
    let ranks: Vec<_> = settled.map(|line| line.rank()).collect();
    // A line may be told again.
    let follows =
        |&(before, after): &(i64, i64)| after == 1 || (before..=before + 1).contains(&after);
    ranks.iter().copied().zip(ranks.iter().copied().skip(1)).find(|pair| !follows(pair))
}

/// Point 87.
pub(super) fn more_than_moves(trial: &mut Trial<'_>) -> Outcome {
    let Some((_, most)) = trial.facts.spin("MultiPV") else {
        return skip("MultiPV is not announced");
    };
    if most < 4 {
        return skip("MultiPV goes to 3 at most");
    }
    trial.start_game_with("MultiPV", most.min(8))?;
    let root = closing(trial.size(), White, 1).with_komi(trial.facts.half_komi());
    let search = trial.search(&root, &trial.movetime(100))?;
    let legal = root.legal_moves() as i64;
    let lines = newest(&search);
    let ranks: Vec<_> = lines.keys().copied().collect();
    trial.expect(ranks.iter().all(|&rank| rank <= legal), || {
        format!("expected no more than {legal} lines, as there are moves, found {ranks:?}")
    });
    let firsts: BTreeSet<_> = lines.values().filter_map(|line| line.pv().first()).collect();
    trial.expect(firsts.len() == lines.len(), || "expected different first moves".into());
    Ok(())
}

/// Lines in a second that still count as some 20.
const RATE: usize = 25;

/// Point 88.
pub(super) fn rate(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    trial.send(&middle(trial.size(), White).command());
    trial.send("go infinite");
    trial.listen(Duration::from_secs(1))?;
    let lines = trial.listen(Duration::from_secs(2))?;
    trial.send("stop");
    if !lines.iter().any(|heard| heard.first_word() == "bestmove") {
        trial.until("bestmove")?;
    }
    let count = lines.iter().filter(|heard| heard.first_word() == "info").count();
    trial.figure("lines in a second, after the first", count as f64 / 2.0, "");
    trial.expect(count <= 2 * RATE, || {
        format!("expected at most {RATE} lines in a second, found {}", count / 2)
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_depth_come_together() {
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
