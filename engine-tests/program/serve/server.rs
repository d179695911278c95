//! A server in this process, and its clients.

use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use stonefall::transport::server::{Capacity, Server, Setup, Timeouts};
use stonefall_client::{Client, ClientError, WebAddress};
use stonefall_engine::options::Options;
use tokio::sync::oneshot;

/// Longer than any step.
pub const EVER: Duration = Duration::from_secs(100);

pub fn later() -> Instant {
    Instant::now() + EVER
}

pub struct Served {
    pub address: String,
    notices: Receiver<String>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Starts a server with four sessions, small tables, endless patience, and the changes of `change`.
pub fn serve(change: impl FnOnce(&mut Setup)) -> Served {
    let (told, notices) = channel();
    let mut setup = Setup {
        options: Options { hash_mib: 4, ..Options::default() },
        origins: Vec::new(),
        capacity: Capacity { sessions: 4, threads: 4, hash_mib: 64 },
        explorer: None,
        puzzles: String::new(),
        timeouts: Timeouts {
            handshake: EVER,
            ping: EVER,
            write: EVER,
            place: EVER,
            question: EVER,
            leave: EVER,
            closing: EVER,
        },
        on_notice: Box::new(move |notice| {
            let _ = told.send(notice.to_owned());
        }),
    };
    change(&mut setup);
    let (stop, stopped) = oneshot::channel();
    let (ready, address) = channel();
    let thread = thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let server = Server::bind("127.0.0.1", 0, setup).await.unwrap();
            ready.send(server.address().unwrap().to_string()).unwrap();
            server.run(async { drop(stopped.await) }).await;
        });
    });
    let address = address.recv_timeout(EVER).unwrap();
    Served { address, notices, stop: Some(stop), thread: Some(thread) }
}

impl Served {
    /// Connects as a program.
    pub fn connect(&self) -> Result<Client, ClientError> {
        let address: WebAddress = format!("ws://{}", self.address).parse().unwrap();
        Client::connect(&address, EVER)
    }

    pub fn client(&self) -> Client {
        self.connect().unwrap()
    }

    /// The next notice.
    pub fn notice(&self) -> String {
        self.notices.recv_timeout(EVER).expect("a notice")
    }

    /// Reason of the next end of a session.
    pub fn disconnect(&self) -> String {
        loop {
            if let Some((_, end)) = self.notice().split_once(": over after ") {
                return end.split_once(": ").unwrap().1.to_owned();
            }
        }
    }

    /// Stops the server.
    pub fn stop(&mut self) {
        let _ = self.stop.take().unwrap().send(());
    }
}

/// Fails if the server does not end.
impl Drop for Served {
    fn drop(&mut self) {
        drop(self.stop.take());
        let result = self.thread.take().unwrap().join();
        assert!(thread::panicking() || result.is_ok());
    }
}

/// Lines up to the first that begins with this word.
pub fn until(client: &mut Client, word: &str) -> Vec<String> {
    let mut lines = vec![];
    client
        .wait_for(word, later(), |heard| {
            lines.push(heard.text.clone());
            (heard.first_word() == word).then_some(())
        })
        .unwrap();
    lines
}

/// The answer to a line.
pub fn ask(client: &mut Client, line: &str) -> Vec<String> {
    client.send(line);
    client.send("isready");
    let mut lines = until(client, "readyok");
    lines.pop();
    lines
}
