//! For the benches of the whole program.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use stonefall::table::grid;
use stonefall_client::WebAddress;
use stonefall_engine::report::Style;

pub(crate) const STONEFALL: &str = env!("CARGO_BIN_EXE_stonefall");

/// Far longer than anything takes.
pub(crate) fn later() -> Instant {
    Instant::now() + Duration::from_secs(100)
}

/// Whether to measure. `cargo test --benches` only checks that the bench runs.
pub(crate) fn measures() -> bool {
    std::env::args().any(|argument| argument == "--bench")
}

pub(crate) fn print(title: &str, header: &[&str], rows: &[Vec<String>]) {
    println!("\n{title}\n{}", grid(header, rows, 100, Style::Unicode));
}

/// `stonefall serve`; killed when dropped.
pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) address: WebAddress,
}

impl Server {
    pub(crate) fn start() -> Self {
        let mut child = Command::new(STONEFALL)
            .args(["serve", "--port=0", "--hash=16", "--max-sessions=2", "--max-threads=4"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("stonefall starts");
        let mut line = String::new();
        let output = child.stdout.as_mut().expect("the output is piped");
        BufReader::new(output).read_line(&mut line).expect("it says where it listens");
        let (_, address) = line.split_once("listens at ").expect("it says where it listens");
        let address = address.split(';').next().unwrap_or_default();
        let address = address.parse().expect("it listens at an address");
        Self { child, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
