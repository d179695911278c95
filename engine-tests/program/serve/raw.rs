//! A client that can break the protocol.

use super::server::{EVER, Served};
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

pub const TEXT: u8 = 1;
pub const BINARY: u8 = 2;
pub const CLOSE: u8 = 8;
pub const PING: u8 = 9;
pub const PONG: u8 = 10;

pub struct Raw(pub TcpStream);

pub fn connect(served: &Served) -> TcpStream {
    let stream = TcpStream::connect(&served.address).unwrap();
    stream.set_read_timeout(Some(EVER)).unwrap();
    stream.set_nodelay(true).unwrap();
    stream
}

/// Requests a session with additional headers; returns the connection and the head of the answer.
pub fn ask(served: &Served, headers: &str) -> (Raw, String) {
    let request = format!(
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
    );
    say(served, &request)
}

/// Sends a request; returns the connection and the head of the answer.
pub fn say(served: &Served, request: &str) -> (Raw, String) {
    let mut stream = connect(served);
    stream.write_all(request.as_bytes()).unwrap();
    let mut head = vec![];
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(0) => break,
            Ok(_) => head.push(byte[0]),
            // A signal interrupts a read with a deadline.
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => panic!("{error}"),
        }
    }
    (Raw(stream), String::from_utf8(head).unwrap())
}

/// Sends a request; returns the head and the body of the answer.
pub fn get(served: &Served, request: &str) -> (String, Vec<u8>) {
    let (mut raw, head) = say(served, request);
    let mut body = vec![];
    raw.0.read_to_end(&mut body).unwrap();
    (head, body)
}

/// The value of a header, or an empty text.
pub fn header<'a>(head: &'a str, name: &str) -> &'a str {
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    lines.find(|(found, _)| found.eq_ignore_ascii_case(name)).map_or("", |(_, value)| value)
}

/// A session.
pub fn session(served: &Served) -> Raw {
    let (raw, head) = ask(served, "");
    assert!(head.starts_with("HTTP/1.1 101"), "{head}");
    raw
}

/// The head of a client's frame, with a mask of zeros.
pub fn head(kind: u8, length: u64) -> Vec<u8> {
    let mut bytes = vec![0x80 | kind];
    match length {
        0..126 => bytes.push(0x80 | length as u8),
        126..0x1_0000 => {
            bytes.push(0x80 | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        _ => {
            bytes.push(0x80 | 127);
            bytes.extend(length.to_be_bytes());
        }
    }
    bytes.extend([0; 4]);
    bytes
}

impl Raw {
    pub fn send(&mut self, kind: u8, payload: &[u8]) {
        let mut bytes = head(kind, payload.len() as u64);
        bytes.extend(payload);
        self.0.write_all(&bytes).unwrap();
    }

    /// Kind and content of the next frame; `None` at the end.
    pub fn frame(&mut self) -> Option<(u8, Vec<u8>)> {
        let mut head = [0; 2];
        self.0.read_exact(&mut head).ok()?;
        assert_eq!(head[1] & 0x80, 0, "servers do not mask");
        let mut length = usize::from(head[1]);
        if length == 126 {
            let mut more = [0; 2];
            self.0.read_exact(&mut more).ok()?;
            length = usize::from(u16::from_be_bytes(more));
        }
        assert!(length < 0x1_0000, "a frame of 127 or more KiB");
        let mut payload = vec![0; length];
        self.0.read_exact(&mut payload).ok()?;
        Some((head[0] & 0x0f, payload))
    }

    /// The line in the next frame.
    pub fn line(&mut self) -> String {
        let (kind, payload) = self.frame().expect("the server has gone");
        assert_eq!(kind, TEXT);
        let line = String::from_utf8(payload).unwrap();
        assert!(!line.is_empty() && !line.contains(['\r', '\n']), "{line:?}");
        line
    }

    /// Code and reason of the close frame.
    pub fn close_frame(&mut self) -> Option<(u16, String)> {
        loop {
            let (kind, payload) = self.frame()?;
            if kind == CLOSE {
                let code = u16::from_be_bytes([payload[0], payload[1]]);
                return Some((code, String::from_utf8(payload[2..].to_vec()).unwrap()));
            }
        }
    }
}
