//! Background jobs: `go perft` and `bench`. Each has a thread, so that `stop` can end it.

use std::thread;
use std::time::Instant;
use stonefall_engine::board::PerftMode;
use stonefall_engine::game::Game;
use stonefall_engine::report::grouped;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::tei::{Event, EventSink, Job};
use stonefall_tools::bench;

/// State of a background job.
struct Running {
    stopper: Stopper,
    sink: EventSink,
    /// Whether the last line is sent: a later stop ends nothing.
    is_done: bool,
}

impl Running {
    fn send(&mut self, text: String) {
        (self.sink)(Event::Text(text));
    }

    fn finish(&mut self, text: String) {
        self.is_done = true;
        self.send(text);
    }
}

/// Reports the end of the job, however it ends.
impl Drop for Running {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.sink)(Event::Failure("the job failed"));
        } else if self.stopper.is_stopped() && !self.is_done {
            self.send("stopped".to_owned());
        }
        (self.sink)(Event::Finished);
    }
}

/// Starts a job; the returned stopper ends it.
pub(super) fn start(job: Job, sink: EventSink) -> Stopper {
    let stopper = Stopper::default();
    let mut running = Running { stopper: stopper.clone(), sink, is_done: false };
    // Without a thread the closure is dropped, which reports the end.
    let _ = thread::Builder::new().name("job".to_owned()).spawn(move || match job {
        Job::Perft { game, depth } => perft(&mut running, *game, depth),
        Job::Bench => bench(&mut running),
    });
    stopper
}

/// Counts the leaves of the tree: one line for each move of the root, then the sum.
fn perft(running: &mut Running, mut game: Game, depth: u32) {
    let start = Instant::now();
    let mut sum = u64::from(depth == 0);
    let moves = if depth == 0 { Vec::new() } else { game.moves() };
    for mv in moves {
        // Generated moves are legal.
        let _ = game.play(mv);
        let nodes = game.perft(depth - 1, PerftMode::Bulk, &running.stopper);
        game.undo();
        let Some(nodes) = nodes else { return };
        sum += nodes;
        running.send(format!("{mv}: {nodes}"));
    }
    let seconds = start.elapsed().as_secs_f64();
    let speed = sum as f64 / seconds.max(1e-9);
    running.finish(format!("{sum} nodes in {seconds:.3} s, {speed:.0} nodes/s"));
}

/// Searches the positions of the bench. The last line is that of `stonefall bench`.
fn bench(running: &mut Running) {
    let mut sum = bench::Work::default();
    let count = bench::POSITIONS.len();
    for (index, text) in bench::POSITIONS.iter().enumerate() {
        if running.stopper.is_stopped() {
            return;
        }
        let Some(work) = bench::search(text, bench::DEPTH) else { continue };
        sum.add(work);
        running.send(format!("{:>2}/{count} {:>12}  {text}", index + 1, grouped(work.nodes)));
    }
    running.finish(format!("{} nodes {} nps", sum.nodes, sum.nps()));
}
