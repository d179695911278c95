//! How long the answer to `stop` takes, and how far a move goes over its time: as a client sees it,
//! on an idle machine and on one whose cores are all at work.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod positions;
mod program;

use positions::middle_games;
use program::{STONEFALL, Server, later, measures, print};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use stonefall_client::{Client, Launch};
use stonefall_engine::board::{History, Position};
use stonefall_engine::eval::Value;
use stonefall_engine::notation::tps;
use stonefall_engine::search::{Limits, Settings, SizedSearch};

/// Keeps every core busy until it is dropped.
struct Load {
    end: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Load {
    fn new() -> Self {
        let end = Arc::new(AtomicBool::new(false));
        let cores = thread::available_parallelism().map_or(2, usize::from);
        let busy = |_| {
            let end = Arc::clone(&end);
            thread::spawn(move || {
                while !end.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            })
        };
        let threads = (0..cores).map(busy).collect();
        Self { end, threads }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.end.store(true, Ordering::Relaxed);
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Middle games that a longer search than theirs here does not decide, and others that it does.
fn games(count: usize, nodes: u64) -> [Vec<Position<6>>; 2] {
    let mut search = SizedSearch::<6>::new(16);
    let mut is_open = |position: &Position<6>| {
        let limits = Limits::nodes(nodes);
        let result = search.run(position, &History::new(), limits, Settings::default(), &mut ());
        result.lines.iter().any(|line| matches!(line.value, Value::CentiFlats(_)))
    };
    let mut found = [Vec::new(), Vec::new()];
    for position in middle_games::<6>(100) {
        let kind = &mut found[usize::from(!is_open(&position))];
        if kind.len() < count {
            kind.push(position);
        }
        if found.iter().all(|kind| kind.len() == count) {
            break;
        }
    }
    found
}

/// A game of 6x6, begun.
fn begin(client: &mut Client, threads: u32) {
    let identity = client.handshake(later()).expect("it says teiok");
    client.set_option("Threads", Some(&threads.to_string()));
    client.new_game(&identity, 6, 4, later()).expect("it is ready");
}

fn look_at(client: &mut Client, position: &Position<6>) {
    client.send(&format!("position tps {}", tps(position)));
}

/// Times from `stop` to `bestmove` after searches of 20 to 80 ms.
fn stops(client: &mut Client, positions: &[Position<6>], count: usize) -> Vec<f64> {
    let mut times = Vec::new();
    for (index, position) in positions.iter().cycle().take(count).enumerate() {
        look_at(client, position);
        client.go("go infinite");
        thread::sleep(Duration::from_millis(20 + index as u64 * 7 % 60));
        let asked = client.searching_since().map_or(Duration::ZERO, |since| since.elapsed());
        client.send("stop");
        let answer = client.answer(later()).expect("it answers stop");
        times.push(milliseconds(answer.time.saturating_sub(asked)));
    }
    times
}

/// Times of moves beyond their limit of `movetime` ms; negative if the moves arrive in time.
fn overshoots(
    client: &mut Client,
    positions: &[Position<6>],
    movetime: u32,
    count: usize,
) -> Vec<f64> {
    let mut times = Vec::new();
    for position in positions.iter().cycle().take(count) {
        look_at(client, position);
        client.go(&format!("go movetime {movetime}"));
        let answer = client.answer(later()).expect("it moves in time");
        times.push(milliseconds(answer.time) - f64::from(movetime));
    }
    times
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// Number, median, 99th percentile and maximum of times.
fn cells(mut times: Vec<f64>) -> [String; 4] {
    times.sort_unstable_by(f64::total_cmp);
    let at = |share: usize| {
        let index = (times.len() * share / 100).min(times.len() - 1);
        format!("{:.2}", times[index])
    };
    [times.len().to_string(), at(50), at(99), at(100)]
}

fn main() {
    let (count, positions, nodes) = if measures() { (400, 10, 200_000) } else { (1, 1, 20_000) };
    let [open, decided] = games(positions, nodes);
    assert!(!open.is_empty() && !decided.is_empty(), "expected open and decided games");
    let began = Instant::now();
    let (mut stop_rows, mut move_rows) = (Vec::new(), Vec::new());
    for (machine, load) in [("idle", false), ("loaded", true)] {
        let _load = load.then(Load::new);
        for threads in [1, 2] {
            let server = Server::start();
            let over_pipe = |hash| Client::start(&Launch::new(STONEFALL).argument(hash));
            let over_socket = Client::connect(&server.address, Duration::from_secs(10));
            for (way, client) in [
                ("pipe", over_pipe("--hash=16")),
                ("pipe, 4 GiB", over_pipe("--hash=4096")),
                ("WebSocket", over_socket),
            ] {
                let mut client = client.expect("the engine is there");
                begin(&mut client, threads);
                let name = format!("{machine}, {threads} thread(s), {way}");
                let row = |name: String, times| {
                    [name].into_iter().chain(cells(times)).collect::<Vec<_>>()
                };
                stop_rows.push(row(name.clone(), stops(&mut client, &open, count)));
                for (kind, positions, movetime) in
                    [("open", &open, 50), ("open", &open, 5), ("decided", &decided, 20)]
                {
                    let times = overshoots(&mut client, positions, movetime, count);
                    move_rows.push(row(format!("{name}, {kind}, {movetime} ms"), times));
                }
            }
        }
    }
    let header = |first| [first, "n", "median", "99 %", "slowest"];
    print("From stop to bestmove, ms", &header("stop"), &stop_rows);
    print("Beyond go movetime, ms", &header("movetime"), &move_rows);
    println!("{:.0} s", began.elapsed().as_secs_f64());
}
