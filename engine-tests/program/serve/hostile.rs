//! Hostile and broken clients: the server drops them with a reason, and other sessions continue.

use super::raw::{self, Raw, TEXT};
use super::server::{Served, later, serve};
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

fn assert_serves(served: &Served) {
    served.client().ready(later()).unwrap();
}

/// Breaks a session and expects this code of its close frame; returns the reason.
fn broken(break_it: impl FnOnce(&mut Raw), code: u16) -> String {
    let served = serve(|_| {});
    let mut client = raw::session(&served);
    client.send(TEXT, b"go infinite");
    break_it(&mut client);
    assert_eq!(client.close_frame().expect("a close frame").0, code);
    let disconnect = served.disconnect();
    assert_serves(&served);
    disconnect
}

#[test]
fn large_frames_are_refused() {
    let reason = "expected frames of at most 4194304 bytes, found a larger one";
    assert_eq!(
        broken(|client| client.0.write_all(&raw::head(TEXT, 1 << 40)).unwrap(), 1009),
        reason
    );
    let in_pieces = |client: &mut Raw| {
        let piece = vec![b'x'; 1 << 20];
        for index in 0..5 {
            let mut head = raw::head(if index == 0 { TEXT } else { 0 }, piece.len() as u64);
            head[0] &= 0x7f;
            client.0.write_all(&head).and_then(|()| client.0.write_all(&piece)).unwrap();
        }
    };
    assert_eq!(broken(in_pieces, 1009), reason);
}

#[test]
fn only_long_lines_are_refused() {
    let served = serve(|_| {});
    let mut client = raw::session(&served);
    client.send(TEXT, format!("{}\nisready", "x".repeat(3 << 20)).as_bytes());
    assert_eq!(
        client.line(),
        "info string error expected a line of at most 2097152 bytes, found a longer one"
    );
    assert_eq!(client.line(), "readyok");
}

#[test]
fn other_bytes_end_the_session() {
    let reason = "expected text frames in UTF-8, found other bytes";
    assert_eq!(broken(|client| client.send(TEXT, b"go \xff\xfe"), 1007), reason);
    for bytes in [&b"go infinite\r\n\r\n"[..], &[0x81, 0x02, b'g', b'o'], &[0xff; 20]] {
        let reason = broken(|client| client.0.write_all(bytes).unwrap(), 1002);
        assert!(reason.contains("WebSocket"), "{reason}");
    }
}

#[test]
fn a_client_that_does_not_read_is_dropped() {
    let served = serve(|setup| setup.timeouts.write = Duration::from_secs(1));
    let mut client = raw::session(&served);
    // About ten megabytes of answers, more than the system stores for a connection.
    let frame = "help\n".repeat(4000);
    client.send(TEXT, frame.as_bytes());
    assert_eq!(served.disconnect(), "the client does not read its answers");
    assert_serves(&served);
}

#[test]
fn silent_connections_keep_nobody_out() {
    let served = serve(|_| {});
    let silent: Vec<_> = (0..300).map(|_| TcpStream::connect(&served.address).unwrap()).collect();
    assert_serves(&served);
    drop(silent);
}

#[test]
fn many_connections_leave_nothing_behind() {
    let served = serve(|_| {});
    for index in 0..200 {
        let mut client = raw::session(&served);
        client.send(TEXT, b"go infinite");
        if index % 2 == 0 {
            client.send(raw::CLOSE, &1000_u16.to_be_bytes());
        }
        drop(client);
        assert_eq!(served.disconnect(), "the client left");
    }
    assert_serves(&served);
}
