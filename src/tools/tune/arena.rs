//! Many games at once.

use super::game::Fixture;
use super::plan::Plan;
use super::points::{PairPoints, Points};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use stonefall_engine::search::Tuning;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::Color;

/// The stack of a thread that searches.
const STACK: usize = 16 << 20;

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
    let next = AtomicUsize::new(0);
    let work = |sender: mpsc::Sender<(usize, Points)>| {
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            let Some(sides) = sides.get(game / 2) else { return };
            let pair = first + (game / 2) as u32;
            let fixture = Fixture { plan, pair, first: Color::ALL[game % 2], sides };
            let Ok(points) = fixture.play(stopper) else { return };
            if sender.send((game, points)).is_err() {
                return;
            }
        }
    };
    let mut points = vec![[None; 2]; sides.len()];
    thread::scope(|scope| {
        let (sender, games) = mpsc::channel();
        for _ in 0..threads.clamp(1, 2 * sides.len().max(1)) {
            let (sender, work) = (sender.clone(), &work);
            // A thread that cannot be started is done without.
            let _ =
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(sender));
        }
        drop(sender);
        for (game, result) in games {
            points[game / 2][game % 2] = Some(result);
            hear();
        }
    });
    points.into_iter().map(|[one, other]| Some(PairPoints([one?, other?]))).collect()
}
