//! A PlayTak server with a game between two players, who move as a test wants.

use crate::playtak_tests::server::Server;
use crate::serve::server::EVER;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::thread::sleep;
use std::time::{Duration, Instant};
use stonefall_playtak::protocol::Notice;

const ACCOUNTS: [(&str, &str); 2] = [("alphabot", "secret1"), ("betabot", "secret2")];

/// A server on which `alphabot` (White) and `betabot` play on 3x3.
pub struct PlaytakGame {
    pub server: Server,
    pub number: u32,
    players: [Player; 2],
}

struct Player(BufReader<TcpStream>);

impl PlaytakGame {
    pub fn start() -> Self {
        let server = Server::start("tcp", 2, &ACCOUNTS);
        let mut players = ACCOUNTS.map(|account| Player::enter(&server, account));
        let number = begin(&mut players);
        Self { server, number, players }
    }

    /// White, or Black, sends a request such as `P A1`.
    pub fn play(&mut self, player: usize, request: &str) {
        let line = format!("Game#{} {request}", self.number);
        self.players[player].send(&line);
        let answer = if request == "Resign" { "GameList Remove" } else { "OK" };
        self.players[player].expect(answer);
    }

    /// Waits until the spectators have sent this line a number of times.
    pub fn until_received(&self, line: &str, times: usize) {
        let deadline = Instant::now() + EVER;
        while self.received().iter().filter(|received| *received == line).count() < times {
            assert!(Instant::now() < deadline, "no {line}: {:?}", self.received());
            sleep(Duration::from_millis(5));
        }
    }

    /// The lines of the spectators. Each connection is another guest.
    pub fn received(&self) -> Vec<String> {
        (1..10).flat_map(|number| self.server.received(&format!("Guest{number}"))).collect()
    }
}

fn begin(players: &mut [Player; 2]) -> u32 {
    players[0].send("Seek 3 600 5 W 0 10 0 1 0 0 0 ");
    let Some(Notice::NewSeek(seek)) = Notice::read(&players[1].expect("Seek new")) else {
        panic!("no seek")
    };
    players[1].send(&format!("Accept {}", seek.number));
    let starts = players.each_mut().map(|player| player.expect("Game Start"));
    let Some(Notice::GameStart(start)) = Notice::read(&starts[0]) else { panic!("no game") };
    start.number
}

impl Player {
    fn enter(server: &Server, (name, password): (&str, &str)) -> Self {
        let address = server.address().strip_prefix("tcp://").unwrap();
        let mut player = Self(BufReader::new(TcpStream::connect(address).unwrap()));
        player.send("Protocol 2");
        player.send(&format!("Login {name} {password}"));
        player.expect("Welcome ");
        player
    }

    fn send(&mut self, line: &str) {
        self.0.get_mut().write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// The next line with this beginning.
    fn expect(&mut self, beginning: &str) -> String {
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "no line {beginning}");
            if line.starts_with(beginning) {
                return line.trim_end().to_owned();
            }
        }
    }
}
