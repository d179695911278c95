//! What people ask for and takes a while: `go perft` and `bench`. Each runs on a thread of its own,
//! so that it can be stopped, and tells through the loop's second channel.

use super::reporter::Event;
use crate::tools::bench;
use crate::tools::perft::{Counting, perft};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;
use stonefall_engine::board::Position;
use stonefall_engine::notation::Tps;
use stonefall_engine::report::grouped;
use stonefall_engine::types::{Move, Rules, sized};
use tokio::sync::mpsc::UnboundedSender;

/// What an errand has to do with the loop.
struct Errand {
    stop: Arc<AtomicBool>,
    events: UnboundedSender<Event>,
    /// Whether all is said. A stop that comes after that has stopped nothing.
    is_done: Cell<bool>,
}

impl Errand {
    fn say(&self, text: String) {
        // Nobody listens any more if this fails, and the errand will be stopped.
        let _ = self.events.send(Event::Text(text));
    }

    /// Says the last line.
    fn conclude(&self, text: String) {
        self.is_done.set(true);
        self.say(text);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// However it ends, the loop hears of it.
impl Drop for Errand {
    fn drop(&mut self) {
        if self.is_stopped() && !self.is_done.get() {
            self.say("stopped".to_owned());
        }
        let _ = self.events.send(Event::Finished);
    }
}

/// Does something on another thread; the flag that comes back ends it.
fn start(
    events: UnboundedSender<Event>,
    work: impl FnOnce(&Errand) + Send + 'static,
) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let errand = Errand { stop: Arc::clone(&stop), events, is_done: Cell::new(false) };
    // Without a thread the errand is dropped with the closure, and so is over.
    let _ = thread::Builder::new().name("errand".to_owned()).spawn(move || work(&errand));
    stop
}

/// Counts the leaves of the tree: each move of the root is told with its count, at last the sum.
pub(super) fn perft_from(
    tps: Tps,
    rules: Rules,
    depth: u32,
    events: UnboundedSender<Event>,
) -> Arc<AtomicBool> {
    start(events, move |errand| {
        let _ = sized!(tps.size, N => {
            if let Ok(mut position) = tps.position::<N>(rules) {
                divide(&mut position, depth, errand);
            }
        });
    })
}

fn divide<const N: usize>(position: &mut Position<N>, depth: u32, errand: &Errand) {
    let start = Instant::now();
    let mut sum = u64::from(depth == 0);
    for mv in moves(position, depth) {
        let undo = position.play(mv, &mut ());
        let nodes = count(position, depth - 1, errand);
        position.undo(mv, &undo);
        let Some(nodes) = nodes else { return };
        sum += nodes;
        errand.say(format!("{mv}: {nodes}"));
    }
    let seconds = start.elapsed().as_secs_f64();
    let speed = sum as f64 / seconds.max(1e-9);
    errand.conclude(format!("{sum} nodes in {seconds:.3} s, {speed:.0} nodes/s"));
}

/// Plies that are counted without looking at the flag: a moment's work.
const UNWATCHED: u32 = 2;

/// The count, unless the flag ends it.
fn count<const N: usize>(position: &mut Position<N>, depth: u32, errand: &Errand) -> Option<u64> {
    if errand.is_stopped() {
        return None;
    }
    if depth <= UNWATCHED {
        return Some(perft(position, depth, Counting::Bulk));
    }
    let mut sum = 0;
    for mv in moves(position, depth) {
        let undo = position.play(mv, &mut ());
        let nodes = count(position, depth - 1, errand);
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

/// Searches the positions of the bench; the last line is that of `stonefall bench`.
pub(super) fn bench_all(events: UnboundedSender<Event>) -> Arc<AtomicBool> {
    start(events, |errand| {
        let mut sum = bench::Work::default();
        for (index, text) in bench::POSITIONS.iter().enumerate() {
            if errand.is_stopped() {
                return;
            }
            let Some(work) = bench::search(text, bench::DEPTH) else { continue };
            sum.add(work);
            let count = bench::POSITIONS.len();
            errand.say(format!("{:>2}/{count} {:>12}  {text}", index + 1, grouped(work.nodes)));
        }
        errand.conclude(format!("{} nodes {} nps", sum.nodes, sum.nps()));
    })
}
