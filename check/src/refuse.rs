//! Points 41, 44 and 45: malformed positions and illegal moves.

use super::boards::{Gap, opened, square, win};
use super::games::expect_win;
use super::root::Root;
use super::setup::{begin, expect_read, kept};
use super::trial::{Outcome, Trial};
use stonefall_engine::types::Color::{Black, White};

pub(super) fn malformed(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let rank = vec!["x"; size].join(",");
    let rest = vec![rank.as_str(); size - 1].join("/");
    let with = |first: &str| format!("{first}/{rest} 1 5");
    let blanks = |count: usize| vec!["x"; count].join(",");
    let nine = format!("{} 1 5", vec![blanks(9); 9].join("/"));
    let heap =
        "1".repeat(2 * usize::from(stonefall_engine::types::Reserve::standard(size).stones) + 5);
    begin(trial)?;
    for tps in [
        format!("{rest} 1 5"),
        nine,
        with(&format!("{heap},{}", blanks(size - 1))),
        with(&format!("1S2,{}", blanks(size - 1))),
        with(&format!("1C2,{}", blanks(size - 1))),
        with(&format!("x0,{rank}")),
        with(&format!("king,{}", blanks(size - 1))),
        with(&blanks(size + 1)),
        format!("{rank}/{rest} 3 5"),
        format!("{rank}/{rest} 1 five"),
        format!("{rank}/{rest}"),
        String::new(),
    ] {
        let line = format!("position tps {tps}");
        trial.case(&line, begin, |trial| {
            trial.refused(line.trim_end())?;
            let kept = kept(trial);
            expect_win(trial, &kept, "the position before").map(|_| ())
        })?;
    }
    Ok(())
}

/// Point 44: the engine refuses the whole command, or plays the moves before the bad one.
pub(super) fn illegal(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let white = win(size, White, Gap::Right);
    let prefix = win(size, Black, Gap::Right);
    let free = square(0, 1);
    begin(trial)?;
    for mv in ["zz9", "a9", "3a1>9", "--", "b1", "5h8<", "hello"] {
        let line = format!("{} moves {free} {mv}", white.root.command());
        trial.case(&line, begin, |trial| {
            trial.refused(&line)?;
            trial.send(&trial.movetime(100));
            let best = trial.best_move()?;
            let kept = kept(trial);
            trial.expect(kept.is(&best) || prefix.is(&best), || {
                format!(
                    "expected {} for the position before or {} for the moves before {mv}, found {best}",
                    kept.square, prefix.square
                )
            });
            Ok(())
        })?;
    }
    Ok(())
}

/// Sends a position that the engine has to refuse.
pub(super) fn refuses(trial: &mut Trial<'_>, size: usize, line: &str) -> Outcome {
    let win = win(size, White, Gap::Left);
    trial.send(&win.root.command());
    trial.refused(line)
}

pub(super) fn swap(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    begin(trial)?;
    for line in ["position startpos moves Sa1", "position startpos moves a1 Sb2"] {
        trial.case(line, begin, |trial| trial.refused(line))?;
    }
    let win = opened(size);
    expect_read(trial, &win.root.command(), &win)?;
    for moves in [vec![], vec![square(1, 1)]] {
        trial.case("the opening", begin, |trial| {
            let search = trial.search(&Root::moves(size, &moves), &trial.movetime(50))?;
            let best = search.best().to_owned();
            trial.expect(best.len() == 2, || format!("expected a flat, found {best}"));
            Ok(())
        })?;
    }
    Ok(())
}
