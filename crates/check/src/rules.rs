//! Points 47 to 50: rules of Tak that a search shows.

use super::boards::{self, Gap, Win, closing, opened, opening, square, two_roads, win};
use super::options::expect_komi;
use super::root::{Root, Search};
use super::trial::{Outcome, Trial, need, skip};
use stonefall_client::Score;
use stonefall_engine::types::Color::{Black, White};
use stonefall_engine::types::Reserve;

/// The last score of the best line.
pub(super) fn score(search: &Search) -> Option<i64> {
    let mut lines = search.infos().rev().filter(|line| line.rank() == 1);
    lines.find_map(|line| line.score().map(Score::rank))
}

/// Largest score, in hundredths of a flat, that counts as a draw.
const DRAWISH: i64 = 50;

fn expect_draw(trial: &mut Trial<'_>, search: &Search, case: &str) {
    let found = score(search);
    let holds = found.is_some_and(|score| score.abs() <= DRAWISH);
    trial.expect(holds, format_args!("the score of a draw{case}"), format_args!("{found:?}"));
}

/// Point 47: every move of White loses except one that repeats the position for the third time.
pub(super) fn repetition(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    if size < 4 {
        return skip("the position needs a board of at least 4x4");
    }
    let (root, mv) = boards::repetition(size);
    trial.start_game()?;
    let search = trial.search(&root, &trial.movetime(300))?;
    let expected =
        format_args!("{mv}, which repeats the position for the third time (other moves lose)");
    trial.expect(search.best() == mv, expected, search.best());
    expect_draw(trial, &search, "");
    Ok(())
}

pub(super) fn negative(trial: &mut Trial<'_>) -> Outcome {
    let komi = [-4, -2, -6, -1].into_iter().find(|&komi| trial.facts.has_komi(komi));
    let komi = need(komi, "the engine offers no negative komi")?;
    trial.start_game()?;
    trial.set("HalfKomi", komi);
    // White is behind by one flat more than the komi is worth, then by one less.
    for lead in [(komi - 2).div_euclid(2), (komi + 2).div_euclid(2)] {
        expect_komi(trial, komi, lead, &format!("for White with a lead of {lead} flats"))?;
    }
    Ok(())
}

pub(super) fn capstones(trial: &mut Trial<'_>) -> Outcome {
    let sizes = trial.facts.sizes.iter().copied();
    let sizes: Vec<_> = sizes.filter(|&size| Reserve::standard(size).capstones != 1).collect();
    if sizes.is_empty() {
        return skip("the engine plays no size without a capstone or with two");
    }
    for size in sizes {
        trial.start()?;
        trial.new_game(size)?;
        let before = win(size, White, Gap::Left).root.command();
        if Reserve::standard(size).capstones == 0 {
            trial.send(&before);
            trial.refused("position startpos moves a1 a2 Cb2")?;
            continue;
        }
        // The position of `opened`, with two capstones for each player.
        let mut moves = opening(size);
        let capstones: Vec<_> = (1..5).map(|file| format!("C{}", square(file, 2))).collect();
        moves.splice(2..2, capstones);
        let root = Root::start(size).with_moves(&moves);
        trial.expect_win(&Win { root, ..opened(size) }, "two capstones for each player")?;
        moves.insert(6, format!("C{}", square(1, 3)));
        trial.send(&before);
        trial.refused(&Root::start(size).with_moves(&moves[..7]).command())?;
    }
    Ok(())
}

pub(super) fn endings(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let komi = trial.facts.half_komi();
    let root = two_roads(size);
    let search = trial.search(&root, &trial.movetime(200))?;
    let ends = root.check(search.best()).and_then(|mv| root.play_out(&[mv]));
    let wins = ends.is_ok_and(|ending| ending.outcome.is_some());
    trial.expect(wins, "b2>, which completes the roads of both and wins", search.best());
    // One square is empty and nothing can move: a flat there wins, draws or loses by the komi.
    for (mover, lead) in [(White, 1), (White, -1), (Black, 1), (Black, -1)] {
        let lead = komi.div_euclid(2) + lead;
        if lead.abs() > 2 {
            continue;
        }
        trial.mark();
        let root = closing(size, mover, lead).with_komi(komi);
        let search = trial.search(&root, &trial.movetime(150))?;
        let sign = i64::from((2 * lead - komi).signum());
        let sign = if mover == White { sign } else { -sign };
        // A wall on the last square is worth a flat less, so it cannot save the loser.
        let (result, mover) = (if sign > 0 { "win" } else { "loss" }, mover.name());
        let expected = format_args!(
            "a {result} for {mover}, who fills the board (White leads by {lead} flats, half-komi {komi})"
        );
        trial.require(score(&search).map(i64::signum) == Some(sign), expected);
    }
    if komi % 2 == 0 && komi.abs() <= 4 {
        trial.mark();
        let root = closing(size, White, komi / 2).with_komi(komi);
        let search = trial.search(&root, &trial.movetime(150))?;
        expect_draw(trial, &search, " with equal flats");
    }
    Ok(())
}
