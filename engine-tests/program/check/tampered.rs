//! This engine behind a connection that changes what is said.

use std::time::{Duration, Instant};
use stonefall_check::{Door, Report, Settings, run};
use stonefall_client::{ClientError, Event, Exit, Heard, Launch, Transport};
use stonefall_engine::stopper::Stopper;

/// What is done to the lines.
#[derive(Clone, Copy)]
pub struct Tampering {
    /// What the client sends: what the engine gets, and what the client hears at once.
    pub sent: fn(&str) -> (String, Vec<String>),
    /// What the engine says: what the client hears instead.
    pub heard: fn(&str) -> Vec<String>,
    /// What is said before the first command.
    pub greeting: &'static str,
}

/// Changes nothing.
pub const NOTHING: Tampering = Tampering {
    sent: |text| (text.to_owned(), vec![]),
    heard: |line| vec![line.to_owned()],
    greeting: "",
};

/// What a line is changed to that ends the engine.
pub const DEATH: &str = "(dies)";
/// What a line is changed to after which the engine says nothing more. Nobody has to wait for that.
pub const HANG: &str = "(hangs)";

struct Tampered {
    inner: Box<dyn Transport>,
    tampering: Tampering,
    /// What is to be heard next, the last line first.
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
            let (line, said) = (self.tampering.sent)(line);
            match line.as_str() {
                DEATH => drop(self.inner.kill()),
                HANG => self.hangs = true,
                line => passed += line,
            }
            self.push(said);
        }
        self.inner.send(passed.as_bytes());
    }

    fn receive(&mut self, deadline: Instant) -> Event {
        loop {
            if let Some(text) = self.waiting.pop() {
                let length = text.len();
                return Event::Line(Heard { at: Instant::now(), text, length });
            }
            if self.hangs {
                return Event::Silence;
            }
            match self.inner.receive(deadline) {
                Event::Line(heard) => self.push((self.tampering.heard)(&heard.text)),
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

    fn last_words(&self) -> Vec<String> {
        self.inner.last_words()
    }

    fn stray_lines(&self) -> usize {
        self.inner.stray_lines()
    }
}

struct TamperedDoor {
    launch: Launch,
    tampering: Tampering,
}

impl Door for TamperedDoor {
    fn open(&self) -> Result<(Box<dyn Transport>, Option<u32>), ClientError> {
        let inner = Box::new(self.launch.start()?);
        let waiting = match self.tampering.greeting {
            "" => vec![],
            greeting => vec![greeting.to_owned()],
        };
        Ok((Box::new(Tampered { inner, tampering: self.tampering, waiting, hangs: false }), None))
    }

    fn program(&self) -> Option<&Launch> {
        None
    }

    fn name(&self) -> String {
        "tampered".into()
    }
}

/// This engine as it is started.
pub fn engine() -> Launch {
    Launch::new(env!("CARGO_BIN_EXE_stonefall"))
}

/// Settings that leave time out of it.
pub fn settings(door: Box<dyn Door>, points: &str) -> Settings {
    Settings {
        door,
        selection: points.parse().unwrap(),
        sizes: vec![5],
        win_time: Duration::from_millis(20),
        patience: Duration::from_secs(100),
        slack: Duration::from_secs(100),
        games: 4,
    }
}

/// The points, of those that are looked at, that fail on the engine when it is tampered with.
pub fn failed(tampering: Tampering, points: &str) -> Vec<u8> {
    report(tampering, points).failed()
}

/// The whole report.
pub fn report(tampering: Tampering, points: &str) -> Report {
    let door = TamperedDoor { launch: engine(), tampering };
    run(&settings(Box::new(door), points), &Stopper::default(), |_| {}).unwrap()
}
