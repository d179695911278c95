//! What people ask for and takes a while: `go perft` and `bench`. Each runs on a thread of its own,
//! so that it can be stopped.

use crate::tools::bench;
use std::cell::{Cell, RefCell};
use std::thread;
use std::time::Instant;
use stonefall_engine::board::Counting;
use stonefall_engine::game::Game;
use stonefall_engine::report::grouped;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::tei::{self, Event, Sink};

/// What an errand has to do with the conversation.
struct Errand {
    stopper: Stopper,
    sink: RefCell<Sink>,
    /// Whether all is said. A stop that comes after that has stopped nothing.
    is_done: Cell<bool>,
}

impl Errand {
    fn say(&self, text: String) {
        self.sink.borrow_mut()(Event::Text(text));
    }

    /// Says the last line.
    fn conclude(&self, text: String) {
        self.is_done.set(true);
        self.say(text);
    }

    fn is_stopped(&self) -> bool {
        self.stopper.is_stopped()
    }
}

/// However it ends, the conversation hears of it.
impl Drop for Errand {
    fn drop(&mut self) {
        if self.is_stopped() && !self.is_done.get() {
            self.say("stopped".to_owned());
        }
        self.sink.get_mut()(Event::Finished);
    }
}

/// Does something on another thread; the stopper that comes back ends it.
fn start(sink: Sink, work: impl FnOnce(&Errand) + Send + 'static) -> Stopper {
    let stopper = Stopper::default();
    let errand = Errand { stopper: stopper.clone(), sink: sink.into(), is_done: Cell::new(false) };
    // Without a thread the errand is dropped with the closure, and so is over.
    let _ = thread::Builder::new().name("errand".to_owned()).spawn(move || work(&errand));
    stopper
}

/// Does what was asked for.
pub(super) fn run(errand: tei::Errand, sink: Sink) -> Stopper {
    match errand {
        tei::Errand::Perft { board, depth } => perft_from(board, depth, sink),
        tei::Errand::Bench => bench_all(sink),
    }
}

/// Counts the leaves of the tree: each move of the root is told with its count, at last the sum.
fn perft_from(mut board: Box<Game>, depth: u32, sink: Sink) -> Stopper {
    start(sink, move |errand| {
        let start = Instant::now();
        let mut sum = u64::from(depth == 0);
        let moves = if depth == 0 { Vec::new() } else { board.moves() };
        for mv in moves {
            // Legal moves can be played.
            let _ = board.play(mv);
            let nodes = board.perft(depth - 1, Counting::Bulk, &errand.stopper);
            board.undo();
            let Some(nodes) = nodes else { return };
            sum += nodes;
            errand.say(format!("{mv}: {nodes}"));
        }
        let seconds = start.elapsed().as_secs_f64();
        let speed = sum as f64 / seconds.max(1e-9);
        errand.conclude(format!("{sum} nodes in {seconds:.3} s, {speed:.0} nodes/s"));
    })
}

/// Searches the positions of the bench; the last line is that of `stonefall bench`.
fn bench_all(sink: Sink) -> Stopper {
    start(sink, |errand| {
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
