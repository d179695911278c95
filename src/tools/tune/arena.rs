//! Many games at once.

use super::game::Fixture;
use super::plan::Plan;
use super::points::PairPoints;
use crate::tools::crew;
use stonefall_engine::search::Tuning;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Color;

/// Plays a pair for each two of `sides`, the first of which is pair number `first`, so many games at a
/// time, and calls `hear` after each game. `None` if it was halted.
pub(super) fn play(
    plan: &Plan,
    first: u32,
    sides: &[[Tuning; 2]],
    threads: usize,
    stopper: &Stopper,
    mut hear: impl FnMut(),
) -> Option<Vec<PairPoints>> {
    let mut points = vec![[None; 2]; sides.len()];
    let play = |(): &mut (), game: usize| {
        let pair = first + (game / 2) as u32;
        let fixture = Fixture { plan, pair, first: Color::ALL[game % 2], sides: &sides[game / 2] };
        fixture.play(stopper).ok()
    };
    crew::share(
        0..2 * sides.len(),
        threads,
        || (),
        play,
        |game, result| {
            points[game / 2][game % 2] = Some(result);
            hear();
        },
    );
    points.into_iter().map(|[one, other]| Some(PairPoints([one?, other?]))).collect()
}
