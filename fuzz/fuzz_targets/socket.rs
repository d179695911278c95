//! The bytes of a connection: the server ends the connection after the client, and accepts the next one.
#![cfg_attr(feature = "run", no_main)]

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::sync::mpsc::channel;
use std::time::Duration;
use stonefall::transport::server::{Capacity, Server, Setup, Timeouts};
use stonefall_engine::options::Options;
use stonefall_fuzz::fuzz_target;

const HANDSHAKE: &[u8] = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n\
    Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

/// Longer than the end of any connection.
const EVER: Duration = Duration::from_secs(20);

/// The server, for all inputs of this process.
static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| {
    let (ready, address) = channel();
    std::thread::spawn(move || {
        let setup = Setup {
            options: Options { hash_mib: 1, ..Options::default() },
            origins: Vec::new(),
            capacity: Capacity { sessions: 8, threads: 8, hash_mib: 8 },
            explorer: None,
            puzzles: String::new(),
            timeouts: Timeouts::default(),
            on_notice: Box::new(|_| {}),
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let server = Server::bind("127.0.0.1", 0, setup).await.expect("a port");
            ready.send(server.address().expect("an address")).expect("a waiting target");
            server.run(std::future::pending()).await;
        });
    });
    address.recv().expect("a server")
});

fuzz_target!(|data: &[u8]| {
    let Some((mode, rest)) = data.split_first() else { return };
    let bytes = match mode % 3 {
        // A connection from its first byte.
        0 => rest.to_vec(),
        // Any bytes after a valid handshake.
        1 => [HANDSHAKE, rest].concat(),
        // Valid frames.
        _ => [HANDSHAKE, &frames(rest)].concat(),
    };
    let mut stream = TcpStream::connect(*SERVER).expect("the server listens");
    stream.set_read_timeout(Some(EVER)).expect("a time");
    // The server may have closed already.
    let _ = stream.write_all(&bytes);
    let _ = stream.shutdown(Shutdown::Write);
    if let Err(error) = stream.read_to_end(&mut Vec::new()) {
        let hangs = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
        assert!(!hangs, "the connection is not ended");
    }
});

/// Client frames, each with a kind and a length, without commands that only take long.
fn frames(mut data: &[u8]) -> Vec<u8> {
    let mut frames = Vec::new();
    while let [kind, length, rest @ ..] = data {
        let (payload, rest) = rest.split_at(usize::from(length & 127).min(125).min(rest.len()));
        data = rest;
        let text = String::from_utf8_lossy(payload).to_lowercase();
        if ["perft", "bench", "thread", "hash"].iter().any(|word| text.contains(word)) {
            continue;
        }
        frames.extend([0x80 | kind & 15, 0x80 | payload.len() as u8, 0, 0, 0, 0]);
        frames.extend(payload);
    }
    frames
}
