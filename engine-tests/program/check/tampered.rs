//! This engine behind a connection that changes its lines.

use std::time::{Duration, Instant};
use stonefall_check::{Engine, Report, Settings, parse_points, run};
use stonefall_client::{Client, ClientError, Event, Exit, Launch, Line, Process, Transport};
use stonefall_engine::stopper::Stopper;

/// Changes to a conversation.
#[derive(Clone, Copy)]
pub struct Tampering {
    /// For a line of the client: the line that the engine gets, and lines that the client gets at once.
    pub sent: fn(&str) -> (String, Vec<String>),
    /// For a line of the engine: the lines that the client gets instead.
    pub received: fn(&str) -> Vec<String>,
    /// A line before the first command.
    pub first_line: &'static str,
}

/// Changes nothing.
pub const NOTHING: Tampering = Tampering {
    sent: |text| (text.to_owned(), vec![]),
    received: |line| vec![line.to_owned()],
    first_line: "",
};

/// Kills the engine when sent to it.
pub const DEATH: &str = "(dies)";
/// Silences the engine when sent to it; every later wait times out at once.
pub const HANG: &str = "(hangs)";

struct Tampered {
    inner: Process,
    tampering: Tampering,
    /// Lines for the client, the next one last.
    waiting: Vec<String>,
    hangs: bool,
}

impl Tampered {
    fn push(&mut self, lines: Vec<String>) {
        self.waiting.splice(0..0, lines.into_iter().rev());
    }
}

impl Transport for Tampered {
    fn send(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let mut passed = String::new();
        for line in text.split_inclusive('\n') {
            let (line, answers) = (self.tampering.sent)(line);
            match line.as_str() {
                DEATH => drop(self.inner.kill()),
                HANG => self.hangs = true,
                line => passed += line,
            }
            self.push(answers);
        }
        self.inner.send(passed.as_bytes());
    }

    fn receive(&mut self, deadline: Instant) -> Event {
        loop {
            if let Some(text) = self.waiting.pop() {
                return Event::Line(Line::new(&text));
            }
            if self.hangs {
                return Event::Timeout;
            }
            match self.inner.receive(deadline) {
                Event::Line(line) => self.push((self.tampering.received)(&line.text)),
                event => return event,
            }
        }
    }

    fn close(&mut self) {
        self.inner.close();
    }

    fn kill(&mut self) -> Exit {
        self.inner.kill()
    }

    fn diagnostics(&self) -> (usize, Vec<String>) {
        self.inner.diagnostics()
    }
}

fn start(tampering: Tampering) -> Result<Client, ClientError> {
    let first = Some(tampering.first_line).filter(|line| !line.is_empty());
    let waiting = first.map(str::to_owned).into_iter().collect();
    Ok(Client::new(Tampered {
        inner: Process::start(&launch())?,
        tampering,
        waiting,
        hangs: false,
    }))
}

fn launch() -> Launch {
    Launch::new(crate::program::STONEFALL)
}

pub fn stonefall() -> Engine {
    Engine::Program(launch())
}

/// Settings without deadlines.
pub fn settings(engine: Engine, points: &str) -> Settings {
    Settings {
        engine,
        points: parse_points(points).unwrap(),
        sizes: vec![5],
        win_time: Duration::from_millis(20),
        patience: Duration::from_secs(100),
        slack: Duration::from_secs(100),
        games: 4,
    }
}

/// The selected points that the engine fails with this tampering.
pub fn failed(tampering: Tampering, points: &str) -> Vec<u8> {
    report(tampering, points).failed()
}

/// The whole report.
pub fn report(tampering: Tampering, points: &str) -> Report {
    check(&settings(Engine::Other(Box::new(move || start(tampering))), points))
}

/// Runs the check.
pub fn check(settings: &Settings) -> Report {
    run(settings, &Stopper::default(), |_, _, _| {}).unwrap()
}
