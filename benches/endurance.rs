//! Whether the program holds more and more: hundreds of games in one process, and a thousand
//! connections that come and go.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)]

mod program;

use program::{STONEFALL, Server, later, measures, print};
use std::fs;
use std::thread;
use std::time::{Duration, Instant};
use stonefall_client::{Client, Launch};
use stonefall_engine::board::Position;
use stonefall_engine::notation::parse_move;
use stonefall_engine::types::{Rules, sized};

/// Allowed growth of a process in MiB: allocators keep some freed memory.
const GAIN: f64 = 16.0;

/// Resources of a process.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// Memory, in MiB.
    memory: f64,
    threads: usize,
    /// Open files and connections.
    files: usize,
}

impl Held {
    /// `None` where the system does not tell.
    fn by(process: u32) -> Option<Self> {
        let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
        let field = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name))?;
            line.split_whitespace().nth(1)?.parse::<u32>().ok()
        };
        Some(Self {
            memory: f64::from(field("VmRSS:")?) / 1024.0,
            threads: field("Threads:")? as usize,
            files: fs::read_dir(format!("/proc/{process}/fd")).ok()?.count(),
        })
    }

    /// Whether this is hardly more than at first.
    fn is_within(self, first: Self) -> bool {
        self.memory < first.memory + GAIN
            && self.threads < first.threads + 4
            && self.files < first.files + 4
    }

    fn cells(self) -> [String; 3] {
        [format!("{:.1}", self.memory), self.threads.to_string(), self.files.to_string()]
    }
}

/// A whole game of the engine against itself; the number of its plies.
fn game<const N: usize>(client: &mut Client, nodes: u32) -> usize {
    let mut position = Position::<N>::start(Rules::standard(N));
    let mut line = "position startpos moves".to_owned();
    let mut plies = 0;
    // Games without end are left.
    while position.outcome().is_none() && plies < 300 {
        client.send(&line);
        client.go(&format!("go nodes {nodes}"));
        let answer = client.answer(later()).expect("it moves");
        let Some(word) = answer.best else { panic!("no move after {line}") };
        let mv = parse_move(&word).expect("it is a move");
        assert!(position.is_legal(mv), "{word} after {line}");
        position.play(mv, &mut ());
        line.push(' ');
        line.push_str(&word);
        plies += 1;
    }
    plies
}

/// All sizes in turn, in one process.
fn games(count: usize, nodes: u32) {
    let launch = Launch::new(STONEFALL).argument("--hash=16").argument("--threads=2");
    let mut client = Client::start(&launch).expect("the engine starts");
    let id = client.transport().process_id().expect("the engine is a process");
    let identity = client.handshake(later()).expect("it says teiok");
    let (mut rows, mut plies, mut early) = (Vec::new(), 0, None);
    for number in 1..=count {
        let size = 3 + number % 6;
        client.new_game(&identity, size, 4, later()).expect("it is ready");
        plies += sized!(size, N => game::<N>(&mut client, nodes)).expect("there is such a board");
        let Some(held) = Held::by(id) else { continue };
        // By then each size has loaded its network.
        if number == (count / 5).max(6) {
            early = Some(held.memory);
        }
        if number * 10 % count == 0 {
            let counts = [number.to_string(), plies.to_string()];
            rows.push(counts.into_iter().chain(held.cells()).collect());
        }
        if let Some(early) = early {
            assert!(held.memory < early + GAIN, "{early} MiB have become {} MiB", held.memory);
        }
    }
    print(
        "Games in one process, all sizes, two threads, a table of 16 MiB",
        &["games", "plies", "MiB", "threads", "files"],
        &rows,
    );
}

/// Resources of a server once it holds no more than `first` allows. The session of a client that has just left still holds
/// its table and threads for a moment, so the last value counts only after some seconds.
fn settled(process: u32, first: Option<Held>) -> Option<Held> {
    let deadline = Instant::now() + Duration::from_secs(10);
    loop {
        let held = Held::by(process)?;
        if first.is_none_or(|first| held.is_within(first)) || Instant::now() > deadline {
            return Some(held);
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Each connection begins a search without end; every other says goodbye.
fn connections(count: usize) {
    let server = Server::start();
    let id = server.child.id();
    let (mut rows, mut first) = (Vec::new(), None);
    for number in 0..=count {
        // The places of those who have just left may still be taken for a moment.
        let mut client = loop {
            if let Ok(mut client) = Client::connect(&server.address, Duration::from_secs(10))
                && client.ready(later()).is_ok()
            {
                break client;
            }
            thread::sleep(Duration::from_millis(1));
        };
        if number * 10 % count == 0
            && let Some(held) = settled(id, first)
        {
            let counts = [number.to_string()];
            rows.push(counts.into_iter().chain(held.cells()).collect());
            let first = *first.get_or_insert(held);
            assert!(held.is_within(first), "{first:?} has become {held:?}");
        }
        client.send("go infinite");
        if number % 2 == 0 {
            client.transport().close();
            while client.line(later()).is_ok() {}
        }
    }
    print("A server after N connections", &["connections", "MiB", "threads", "files"], &rows);
}

fn main() {
    let (count, nodes, clients) = if measures() { (500, 1000, 1000) } else { (10, 50, 10) };
    games(count, nodes);
    connections(clients);
}
