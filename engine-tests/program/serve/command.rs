//! The commands `stonefall serve` and `stonefall board`.

use crate::program::{complaint, file, rejected, start, stonefall};
use std::io::{BufRead, BufReader, Read};
use std::process::Child;
use stonefall_client::WebAddress;

/// The program as a server; killed when dropped.
pub struct Program(pub Child);

impl Program {
    /// Starts the program; also returns its first line.
    fn new(arguments: &[&str]) -> (Self, String) {
        let mut program = Self(start(arguments));
        let mut line = String::new();
        BufReader::new(program.0.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        (program, line)
    }

    /// Starts the server; also returns its address.
    pub fn start(arguments: &[&str]) -> (Self, WebAddress) {
        let (program, line) = Self::new(&[&["serve", "--port", "0"], arguments].concat());
        let (_, rest) = line.split_once("listens at ").expect(&line);
        (program, rest.split(';').next().unwrap().parse().unwrap())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_during_a_search_ends_it_well() {
    use super::server::{EVER, later};
    use stonefall_client::Client;

    let (mut program, address) = Program::start(&["--hash", "4", "--half-komi", "4"]);
    let mut client = Client::connect(&address, EVER).unwrap();
    let identity = client.handshake(later()).unwrap();
    assert_eq!(identity.option("HalfKomi").unwrap().default().unwrap(), "4");
    client.go("go infinite");
    client.ready(later()).unwrap();
    crate::program::interrupt(&program.0);
    assert!(client.answer(later()).is_ok());
    assert_eq!(program.0.wait().unwrap().code(), Some(0));
    let mut log = String::new();
    program.0.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.starts_with("session 1: a program connected from 127.0.0.1:"), "{log}");
    assert!(log.trim_end().ends_with("the server closes"), "{log}");
}

fn fails(arguments: &[&str], code: i32) -> String {
    let output = stonefall(&[&["serve"], arguments].concat());
    assert!(output.stdout.is_empty(), "{output:?}");
    complaint(&output, code)
}

#[test]
fn errors_are_explained() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let text = fails(&["--port", &port], 1);
    assert!(text.contains(&port) && text.contains("--port takes another"), "{text}");
    let text = fails(&["--port", "0", "--address", "192.0.2.1"], 1);
    assert!(text.contains("192.0.2.1"), "{text}");
    let text = fails(&["--allow-origin", "example.org"], 2);
    assert!(text.contains("expected an origin such as https://example.org"), "{text}");
    for arguments in [["--port", "70000"], ["--max-sessions", "0"], ["--max-hash", "0"]] {
        fails(&arguments, 2);
    }
}

// On other systems a firewall may ask the user.
#[cfg(target_os = "linux")]
#[test]
fn open_access_is_reported() {
    let (mut open, address) = Program::start(&["--address", "0.0.0.0"]);
    assert!(address.to_string().contains("0.0.0.0"), "{address}");
    let mut line = String::new();
    BufReader::new(open.0.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("Everybody who can reach") && line.contains("no password"), "{line}");
}

/// `stonefall board` without a browser, and its first line.
fn board(arguments: &[&str]) -> (Program, String) {
    Program::new(&[&["board", "--no-open"], arguments].concat())
}

#[test]
fn the_board_reports_its_address_and_finds_a_free_port() {
    let (_first, line) = board(&["--port", "0"]);
    let (_, address) = line.trim_end().split_once("The board is at http://").expect(&line);
    let mut stream = std::net::TcpStream::connect(address.trim_end_matches('/')).unwrap();
    let head = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", address.trim_end_matches('/'));
    std::io::Write::write_all(&mut stream, head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("<title>Stonefall</title>"));
    // With a game.
    let (_game, line) = board(&["--port", "0", "engine-tests/data/ptn/ninja.ptn"]);
    assert!(line.contains("/#ptn=%5B"), "{line}");
    // With a position, and the komi of the options.
    let (_position, line) = board(&["--port", "0", "--half-komi", "4", "x3/x,2,1/x3 1 2"]);
    assert!(line.contains("Komi%20%222%22") && line.contains("x3%2Fx%2C2%2C1%2Fx3"), "{line}");
    // With puzzles, also behind a byte order mark.
    let table = std::fs::read_to_string("engine-tests/data/forced/5x5.tsv").unwrap();
    let table = file("marked.tsv", format!("\u{feff}{table}"));
    let (_puzzles, line) = board(&["--port", "0", "--puzzles", &table]);
    assert!(line.trim_end().ends_with("/#puzzles"), "{line}");
    let no_table = file("no-puzzles.tsv", "size\n");
    let error = rejected(&["serve", "--port", "0", "--puzzles", &no_table], 1);
    assert!(error.contains("line 1: expected the column names of a table of puzzles"), "{error}");

    // The second one takes a free port.
    let (_second, one) = board(&[]);
    let (_third, other) = board(&[]);
    assert!(one.contains("The board is at http://127.0.0.1:"), "{one}");
    assert!(other.contains("The board is at http://127.0.0.1:") && one != other, "{other}");
}
