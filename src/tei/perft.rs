//! `go perft`: counts on a thread of its own, so that it can be stopped.

use super::reporter::Event;
use crate::board::Position;
use crate::notation::Tps;
use crate::tools::perft::{Counting, perft};
use crate::types::{Move, Rules, sized};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;
use tokio::sync::mpsc::UnboundedSender;

/// Starts to count; the flag that comes back ends it. Each move of the root is told with its count,
/// and at last the sum.
pub(super) fn start(
    tps: Tps,
    rules: Rules,
    depth: u32,
    events: UnboundedSender<Event>,
) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    thread::spawn(move || {
        let _ = sized!(tps.size, N => {
            if let Ok(mut position) = tps.position::<N>(rules) {
                divide(&mut position, depth, &flag, &events);
            }
        });
        let _ = events.send(Event::Finished);
    });
    stop
}

fn divide<const N: usize>(
    position: &mut Position<N>,
    depth: u32,
    stop: &AtomicBool,
    events: &UnboundedSender<Event>,
) {
    let say = |text: String| {
        let _ = events.send(Event::Text(text));
    };
    let start = Instant::now();
    let mut sum = u64::from(depth == 0);
    for mv in moves(position, depth) {
        let undo = position.play(mv, &mut ());
        let nodes = count(position, depth - 1, stop);
        position.undo(mv, &undo);
        match nodes {
            Some(nodes) => {
                sum += nodes;
                say(format!("{mv}: {nodes}"));
            }
            None => return say("stopped".to_owned()),
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    say(format!("{sum} nodes in {seconds:.3} s, {:.0} nodes/s", sum as f64 / seconds.max(1e-9)));
}

/// Plies that are counted without looking at the flag: a moment's work.
const UNWATCHED: u32 = 2;

/// The count, unless the flag ends it.
fn count<const N: usize>(position: &mut Position<N>, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= UNWATCHED {
        return Some(perft(position, depth, Counting::Bulk));
    }
    let mut sum = 0;
    for mv in moves(position, depth) {
        let undo = position.play(mv, &mut ());
        let nodes = count(position, depth - 1, stop);
        position.undo(mv, &undo);
        sum += nodes?;
    }
    Some(sum)
}

fn moves<const N: usize>(position: &Position<N>, depth: u32) -> Vec<Move> {
    let mut moves = Vec::new();
    if depth > 0 && position.outcome().is_none() {
        position.generate(&mut moves);
    }
    moves
}
