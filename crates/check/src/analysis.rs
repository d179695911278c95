//! Points 5, 6, 61 to 66 and 78 to 88: answers and lines of analysis.

use super::boards::{Gap, closing, lost, middle, win};
use super::root::{Root, Search};
use super::rules::score;
use super::session::answers;
use super::trial::{Outcome, Stop, Trial, need, skip};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use stonefall_client::{InfoLine, Score};
use stonefall_engine::types::Color;
use stonefall_engine::types::Color::{Black, White};

/// Runs searches of all kinds, once for all points that look at every search.
fn search_samples(trial: &mut Trial<'_>) -> Outcome {
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
    let several = trial.facts.allows("MultiPV", 3).then_some("MultiPV");
    for option in [Some(""), several].into_iter().flatten() {
        trial.begin(move |trial| trial.start_game_with(option, 3))?;
        for (root, percent) in &searches {
            let go = trial.movetime(*percent);
            trial.case(&format!("{} {go}", root.text), |trial| trial.search(root, &go))?;
        }
    }
    Ok(())
}

/// Runs the samples. Their complaints belong to point 61, which is about unanswered searches.
fn sample(trial: &mut Trial<'_>) {
    if let Err(Stop::Failed(error)) = search_samples(trial) {
        trial.complain(format!("the engine {error}"));
    }
    for complaint in std::mem::take(&mut trial.complaints) {
        trial.observations.fault(61, complaint);
    }
}

/// A point whose faults every search can show.
pub(super) fn seen_everywhere(trial: &mut Trial<'_>, point: u8) -> Outcome {
    sample(trial);
    let seen = &*trial.observations;
    match point {
        // The lines of other commands count too.
        ..=60 => Ok(()),
        _ if seen.searches == 0 => skip("no search was answered"),
        78.. if seen.lines == 0 => skip("no search sent an info line with moves"),
        82 if seen.proven == 0 => skip("no line claims a proven result"),
        83 if seen.chances == 0 => skip("no line has wdl"),
        82 => {
            let count = seen.proven as f64;
            trial.figure("lines that claim a result", count, "");
            Ok(())
        }
        _ => Ok(()),
    }
}

pub(super) fn one_answer(trial: &mut Trial<'_>) -> Outcome {
    sample(trial);
    trial.figure("searches looked at", trial.observations.searches as f64, "");
    trial.start_game()?;
    let root = Root::start(trial.size());
    for go in ["go movetime 1", &trial.movetime(50), "go wtime 100 btime 100"] {
        trial.mark();
        trial.send(&root.command());
        trial.send(go);
        trial.best_move()?;
        let again = answers(&trial.pause(60)?) > 0;
        trial.require(!again, format_args!("one bestmove for {go}, found two"));
    }
    Ok(())
}

pub(super) fn sign(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    for mover in Color::ALL {
        let won = win(size, mover, Gap::Left).root;
        for (root, sign, signed, result) in
            [(won, 1, "positive", "won"), (lost(size, mover), -1, "negative", "lost")]
        {
            trial.mark();
            let found = score(&trial.search(&root, &trial.movetime(200))?);
            let name = mover.name();
            trial.expect(
                found.is_some_and(|score| score.signum() == sign),
                format_args!("a {signed} score: {name} is to move and has {result}"),
                format_args!("{found:?}"),
            );
        }
    }
    Ok(())
}

/// The newest line of each rank.
fn newest(search: &Search) -> BTreeMap<i64, InfoLine<'_>> {
    let lines = search.infos().filter(|line| line.values("pv").is_some());
    lines.map(|line| (line.rank(), line)).collect()
}

/// Searches a position with several lines, and expects them to begin with different moves.
fn search_several(trial: &mut Trial<'_>, count: i64, root: &Root, percent: u32) -> Outcome<Search> {
    trial.start_game_with("MultiPV", count)?;
    let search = trial.search(root, &trial.movetime(percent))?;
    let lines = newest(&search);
    let firsts: BTreeSet<_> = lines.values().filter_map(|line| line.pv().first()).collect();
    let expected = format_args!("{} different first moves", lines.len());
    trial.expect(firsts.len() == lines.len(), expected, firsts.len());
    Ok(search)
}

pub(super) fn several(trial: &mut Trial<'_>) -> Outcome {
    let (_, most) = need(trial.facts.spin("MultiPV"), "MultiPV is not announced")?;
    let count = most.min(4);
    let search = search_several(trial, count, &middle(trial.size(), White), 300)?;
    let lines = newest(&search);
    let expected = format_args!("the lines 1 to {count}");
    let found = format_args!("{:?}", lines.keys());
    trial.expect(lines.keys().copied().eq(1..=count), expected, found);
    let depths: BTreeSet<_> = lines.values().map(|line| line.number::<i64>("depth")).collect();
    let is_exact = lines.values().all(|line| !line.is_bound());
    let scores: Vec<_> = lines.values().filter_map(InfoLine::score).map(Score::rank).collect();
    let is_sorted = depths.len() > 1 || !is_exact || scores.is_sorted_by(|a, b| a >= b);
    trial.expect(is_sorted, "the best line first", format_args!("the scores {scores:?}"));
    if let Some((before, after)) = gap(search.infos()) {
        let found = format!("found {after} after {before}");
        trial.complain(format!("expected the lines 1 to {count} in order, {found}"));
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
    let (_, most) = need(trial.facts.spin("MultiPV"), "MultiPV is not announced")?;
    if most < 4 {
        return skip("the maximum of MultiPV is below 4");
    }
    let root = closing(trial.size(), White, 1).with_komi(trial.facts.half_komi());
    let search = search_several(trial, most.min(8), &root, 100)?;
    let legal = root.legal_moves();
    let lines = newest(&search);
    let fits = lines.keys().all(|&rank| rank <= legal as i64);
    let expected = format_args!("at most {legal} lines, one for each legal move");
    trial.expect(fits, expected, format_args!("{:?}", lines.keys()));
    Ok(())
}

/// Highest accepted number of lines per second; point 88 allows about 20.
const RATE: usize = 25;

pub(super) fn rate(trial: &mut Trial<'_>) -> Outcome {
    trial.think(&middle(trial.size(), White), 0)?;
    trial.listen(Duration::from_secs(1))?;
    let lines = trial.listen(Duration::from_secs(2))?;
    trial.stop(&lines)?;
    let count = lines.iter().filter(|line| line.first_word() == "info").count();
    trial.figure("lines per second, after the first second", count as f64 / 2.0, "");
    let expected = format_args!("at most {RATE} lines per second");
    trial.expect(count <= 2 * RATE, expected, count / 2);
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
