//! The page over plain HTTP: files, other paths, and hostile requests.

use super::raw;
use super::server::{Served, later, serve};
use std::io::{Read, Write};
use std::time::Duration;
use stonefall::page::{FILES, find};
use stonefall::transport::server::{Notice, Origins, Refusal};

/// The head and the body of the answer.
fn get(served: &Served, request: &str) -> (String, Vec<u8>) {
    let (mut raw, head) = raw::say(served, request);
    let mut body = vec![];
    raw.0.read_to_end(&mut body).unwrap();
    (head, body)
}

fn path(served: &Served, path: &str) -> (String, Vec<u8>) {
    get(served, &format!("GET {path} HTTP/1.1\r\nHost: localhost:7731\r\n\r\n"))
}

fn header<'a>(head: &'a str, name: &str) -> &'a str {
    let named = |line: &&str| line.to_ascii_lowercase().starts_with(&format!("{name}: "));
    head.lines().find(named).and_then(|line| line.split_once(": ")).map_or("", |(_, value)| value)
}

#[test]
fn every_file_has_its_type_and_its_policy() {
    let served = serve(|_| {});
    for file in FILES {
        let (head, body) = path(&served, &format!("/{}", file.name));
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
        assert!(body == file.bytes, "{} differs", file.name);
        assert_eq!(header(&head, "content-type"), file.kind());
        assert_eq!(header(&head, "content-length"), body.len().to_string());
        assert_eq!(header(&head, "x-content-type-options"), "nosniff");
        let policy = header(&head, "content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        assert!(
            policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"),
            "{policy}"
        );
        // The page loads nothing from other servers.
        let text = String::from_utf8_lossy(&body);
        for tag in ["src=\"http", "url(http", "from \"http", "import(\"http"] {
            assert!(!text.contains(tag), "{} has {tag}", file.name);
        }
    }
    let (head, body) = path(&served, "/?anything");
    assert!(head.starts_with("HTTP/1.1 200") && body == find("/").unwrap().bytes, "{head}");
}

#[test]
fn puzzles_of_the_player_are_a_file() {
    for (puzzles, served) in
        [("", serve(|_| {})), ("a\tb\n", serve(|it| it.puzzles = "a\tb\n".into()))]
    {
        let (head, body) = path(&served, "/own-puzzles.tsv");
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && body == puzzles.as_bytes(), "{head}");
        assert_eq!(header(&head, "content-type"), "text/tab-separated-values; charset=utf-8");
        let (head, _) = get(&served, "GET /own-puzzles.tsv HTTP/1.1\r\nHost: evil.example\r\n\r\n");
        assert!(head.starts_with("HTTP/1.1 403"), "{head}");
    }
}

#[test]
fn an_answer_to_head_has_no_body() {
    let served = serve(|_| {});
    let (head, body) = get(&served, "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 200") && body.is_empty(), "{head}");
    assert_eq!(header(&head, "content-length"), find("/").unwrap().bytes.len().to_string());
}

#[test]
fn other_paths_are_not_found() {
    let served = serve(|_| {});
    for wrong in [
        "/nothing.js",
        "/../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "//etc/passwd",
        "/etc/passwd",
        "/%00",
        "/index.html/",
        "/web/page/index.html",
    ] {
        let (head, _) = path(&served, wrong);
        assert!(head.starts_with("HTTP/1.1 404"), "{wrong}: {head}");
    }
}

#[test]
fn files_can_only_be_read() {
    let served = serve(|_| {});
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let request = format!(
            "{method} / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{}",
            "x".repeat(100_000)
        );
        let (head, _) = get(&served, &request);
        assert!(head.starts_with("HTTP/1.1 405"), "{head}");
        assert_eq!(header(&head, "allow"), "GET, HEAD");
    }
}

#[test]
fn other_host_names_get_nothing() {
    let served = serve(|_| {});
    for headers in ["Host: evil.example:7731\r\n", "", "Host: localhost\r\nHost: evil.example\r\n"]
    {
        let (head, body) = get(&served, &format!("GET / HTTP/1.1\r\n{headers}\r\n"));
        assert!(head.starts_with("HTTP/1.1 403"), "{headers}: {head}");
        assert!(!String::from_utf8(body).unwrap().contains('<'));
        let Notice::Refused { refusal, .. } = served.notice() else { panic!() };
        assert!(matches!(refusal, Refusal::Host(_)), "{refusal}");
    }
    let (head, _) = path(&served, "http://evil.example/");
    assert!(head.starts_with("HTTP/1.1 403"), "{head}");
    let added = vec!["https://tak.example".parse().unwrap()];
    let served = serve(|setup| setup.origins = Origins::with(added));
    let (head, _) = get(&served, "GET / HTTP/1.1\r\nHost: tak.example\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(header(&head, "content-security-policy").contains("wss://tak.example;"), "{head}");
}

#[test]
fn the_servers_own_page_may_connect() {
    let served = serve(|_| {});
    let headers = format!("Origin: http://{}\r\n", served.address);
    assert!(raw::ask(&served, &headers).1.starts_with("HTTP/1.1 101"));
}

#[test]
fn heads_have_a_limit() {
    let served = serve(|_| {});
    let long = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(20_000));
    let many = format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "A: b\r\n".repeat(200));
    for request in [long, many] {
        let (head, _) = get(&served, &request);
        assert!(head.starts_with("HTTP/1.1 431"), "{head}");
    }
}

#[test]
fn a_head_may_arrive_in_pieces() {
    let served = serve(|_| {});
    let mut stream = std::net::TcpStream::connect(&served.address).unwrap();
    stream.set_nodelay(true).unwrap();
    for piece in ["GET / HT", "TP/1.1\r\nHo", "st: localhost\r\n", "\r\n"] {
        stream.write_all(piece.as_bytes()).unwrap();
    }
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn an_incomplete_head_is_dropped() {
    let served = serve(|setup| setup.timeouts.handshake = Duration::from_millis(50));
    let mut stream = std::net::TcpStream::connect(&served.address).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n").unwrap();
    let mut answer = vec![];
    // The connection is closed or reset, without an answer.
    let _ = stream.read_to_end(&mut answer);
    assert!(answer.is_empty());
}

#[test]
fn a_full_server_still_has_its_page() {
    let served = serve(|setup| setup.capacity.sessions = 1);
    let mut client = served.client();
    client.ready(later()).unwrap();
    let (head, _) = path(&served, "/");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
}
