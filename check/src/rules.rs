//! Points 47 to 50: rules of Tak that a search shows.

use super::boards::{self, closing, opened, opening, square, two_roads};
use super::games::expect_win;
use super::refuse::refuses;
use super::root::Root;
use super::setting::sees_komi;
use super::trial::{Outcome, Search, Trial, skip};
use stonefall_client::{InfoLine, Score};
use stonefall_engine::types::Color::{Black, White};
use stonefall_engine::types::Reserve;

/// The last score of the best line.
pub(super) fn score(search: &Search) -> Option<i64> {
    search.infos().rev().find_map(|line| {
        let line = InfoLine::read(&line.text)?;
        line.score().filter(|_| line.rank() == 1).map(Score::rank)
    })
}

/// Largest score, in hundredths of a flat, that counts as a draw.
const DRAWISH: i64 = 50;

/// Point 47: every move of White loses except one that repeats the position for the third time.
pub(super) fn repetition(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    if size < 4 {
        return skip("the position needs a board of at least 4x4");
    }
    let (root, mv) = boards::repetition(size);
    trial.start_game()?;
    let search = trial.search(&root, &trial.movetime(300))?;
    trial.expect(search.best() == mv, || {
        format!(
            "expected {mv}, which repeats the position for the third time (other moves lose), found {}",
            search.best()
        )
    });
    let found = score(&search);
    trial.expect(found.is_some_and(|score| score.abs() <= DRAWISH), || {
        format!("expected the score of a draw, found {found:?}")
    });
    Ok(())
}

pub(super) fn negative(trial: &mut Trial<'_>) -> Outcome {
    let Some(komi) = [-4, -2, -6, -1].into_iter().find(|&komi| trial.facts.has_komi(komi)) else {
        return skip("the engine offers no negative komi");
    };
    trial.start_game()?;
    trial.set("HalfKomi", komi);
    // White is behind by one flat more than the komi is worth, then by one less.
    for lead in [(komi - 2).div_euclid(2), (komi + 2).div_euclid(2)] {
        let sees = sees_komi(trial, komi, lead)?;
        trial.expect(sees, || {
            format!("expected half-komi {komi} to count for White with a lead of {lead} flats")
        });
    }
    Ok(())
}

pub(super) fn capstones(trial: &mut Trial<'_>) -> Outcome {
    let sizes = trial.facts.sizes.clone();
    let sizes: Vec<_> =
        sizes.into_iter().filter(|&size| Reserve::standard(size).capstones != 1).collect();
    if sizes.is_empty() {
        return skip("the engine plays no size without a capstone or with two");
    }
    for size in sizes {
        trial.start()?;
        trial.new_game(size)?;
        if Reserve::standard(size).capstones == 0 {
            let line = format!("position startpos moves {} {} Cb2", square(0, 0), square(0, 1));
            refuses(trial, size, &line)?;
            continue;
        }
        // The position of `opened`, with two capstones for each player.
        let mut moves = opening(size);
        let capstones: Vec<_> = (1..5).map(|file| format!("C{}", square(file, 2))).collect();
        moves.splice(2..2, capstones);
        let win = boards::Win { root: Root::moves(size, &moves), ..opened(size) };
        trial.send(&win.root.command());
        expect_win(trial, &win, "two capstones for each player")?;
        moves.insert(6, format!("C{}", square(1, 3)));
        let third = format!("position startpos moves {}", moves[..7].join(" "));
        refuses(trial, size, &third)?;
    }
    Ok(())
}

pub(super) fn endings(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let komi = trial.facts.half_komi();
    trial.start_game()?;
    let root = two_roads(size);
    let search = trial.search(&root, &trial.movetime(200))?;
    let ends = root.check(search.best()).and_then(|mv| root.play_out(&[mv]));
    trial.expect(ends.is_ok_and(|ending| ending.outcome.is_some()), || {
        format!("expected b2>, which completes the roads of both and wins, found {}", search.best())
    });
    // One square is empty and nothing can move: a flat there wins, draws or loses by the komi.
    for (mover, lead) in [(White, 1), (White, -1), (Black, 1), (Black, -1)] {
        let lead = komi.div_euclid(2) + lead;
        if lead.abs() > 2 {
            continue;
        }
        trial.mark();
        let root = closing(size, mover, lead).with_komi(komi);
        let search = trial.search(&root, &trial.movetime(150))?;
        let found = score(&search).map(i64::signum);
        let sign = i64::from((2 * lead - komi).signum());
        let sign = if mover == White { sign } else { -sign };
        // A wall on the last square is worth a flat less, so it cannot save the loser.
        trial.expect(found == Some(sign), || {
            format!(
                "expected a {} for {}, who fills the board (White leads by {lead} flats, half-komi {komi})",
                if sign > 0 { "win" } else { "loss" },
                mover.name()
            )
        });
    }
    if komi % 2 == 0 && komi.abs() <= 4 {
        trial.mark();
        let root = closing(size, White, komi / 2).with_komi(komi);
        let search = trial.search(&root, &trial.movetime(150))?;
        let found = score(&search);
        trial.expect(found.is_some_and(|score| score.abs() <= DRAWISH), || {
            format!("expected the score of a draw with equal flats, found {found:?}")
        });
    }
    Ok(())
}
