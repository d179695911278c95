//! Requests: accepted and refused sessions, files of the page, other paths, and heads.

use super::raw::{self, get, header};
use super::server::{EVER, Served, later, serve};
use std::io::{Read, Write};
use std::time::Duration;
use stonefall::page::{FILES, find};
use stonefall_client::{Client, WebAddress};

fn path(served: &Served, path: &str) -> (String, Vec<u8>) {
    get(served, &format!("GET {path} HTTP/1.1\r\nHost: localhost:7731\r\n\r\n"))
}

#[test]
fn ptn_ninja_this_machine_and_programs_may_connect() {
    let served = serve(|_| {});
    let own = format!("http://{}", served.address);
    for origin in ["", "https://ptn.ninja", "http://localhost:8080", "http://[::1]", &own] {
        let headers = if origin.is_empty() { "" } else { &format!("Origin: {origin}\r\n") };
        let (mut client, head) = raw::ask(&served, headers);
        assert!(head.starts_with("HTTP/1.1 101"), "{headers}: {head}");
        client.send(raw::TEXT, b"isready");
        assert_eq!(client.line(), "readyok");
        let name = if origin.is_empty() { "a program" } else { origin };
        let notice = served.notice();
        assert!(notice.contains(&format!(": {name} connected from 127.0.0.1:")), "{notice}");
        drop(client);
        served.disconnect();
    }
}

#[test]
fn other_pages_may_not_connect() {
    let served = serve(|_| {});
    for origin in ["https://evil.example", "null", "https://ptn.ninja.evil.example"] {
        let (mut client, head) = raw::ask(&served, &format!("Origin: {origin}\r\n"));
        assert!(head.starts_with("HTTP/1.1 403"), "{head}");
        let mut body = String::new();
        client.0.read_to_string(&mut body).unwrap();
        for text in [body, served.notice()] {
            assert!(text.contains(&format!("found {origin}; stonefall serve")), "{text}");
            assert!(text.contains(&format!("--allow-origin {origin}")), "{text}");
        }
    }
    // A page cannot hide behind another one.
    let both = "Origin: https://ptn.ninja\r\nOrigin: https://evil.example\r\n";
    assert!(raw::ask(&served, both).1.starts_with("HTTP/1.1 403"));
}

#[test]
fn sessions_have_a_maximum() {
    let served = serve(|setup| {
        setup.capacity.sessions = 2;
        setup.timeouts.place = Duration::from_millis(50);
    });
    let mut clients = [served.client(), served.client()];
    for client in &mut clients {
        client.ready(later()).unwrap();
    }
    let mut refused = raw::session(&served);
    let reason = "expected at most 2 sessions (--max-sessions), found another one";
    assert_eq!(refused.line(), format!("info string error {reason}"));
    assert_eq!(refused.close_frame(), Some((1013, reason.to_owned())));
    // A full server still has its page.
    let (head, _) = path(&served, "/");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
}

/// A reloaded page connects before its old connection is closed.
#[test]
fn a_connection_waits_for_the_end_of_a_session() {
    let served = serve(|setup| setup.capacity.sessions = 1);
    let first = served.client();
    let address: WebAddress = format!("ws://{}", served.address).parse().unwrap();
    let next = std::thread::spawn(move || {
        Client::connect(&address, EVER).unwrap().ready(later()).unwrap();
    });
    std::thread::sleep(Duration::from_millis(50));
    assert!(!next.is_finished(), "the maximum is still reached");
    drop(first);
    next.join().unwrap();
}

#[test]
fn other_requests_are_refused() {
    let served = serve(|_| {});
    for request in [
        "tei\r\n\r\n",
        "\0\u{1}\u{2}\r\n\r\n",
        "POST / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n",
        "GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    ] {
        let (_, head) = raw::say(&served, request);
        assert!(head.starts_with("HTTP/1.1 400"), "{request}: {head}");
        let notice = served.notice();
        assert!(notice.contains("expected a request: "), "{notice}");
    }
    served.client().ready(later()).unwrap();
}

#[test]
fn every_file_has_its_type_and_its_policy() {
    let served = serve(|_| {});
    for file in FILES {
        let (head, body) = path(&served, &format!("/{}", file.name));
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
        assert!(body == file.bytes, "{} differs", file.name);
        let length = body.len().to_string();
        for (name, value) in [
            ("content-type", file.kind()),
            ("content-length", &length),
            ("x-content-type-options", "nosniff"),
        ] {
            assert_eq!(header(&head, name), value);
        }
        let policy = header(&head, "content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self';"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        // The page loads nothing from other servers.
        let text = String::from_utf8_lossy(&body);
        for tag in ["src=\"http", "url(http", "from \"http", "import(\"http"] {
            assert!(!text.contains(tag), "{} has {tag}", file.name);
        }
    }
    let (head, body) = path(&served, "/?anything");
    assert!(head.starts_with("HTTP/1.1 200") && body == find("/").unwrap().bytes, "{head}");
    // Without a body.
    let (head, body) = get(&served, "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 200") && body.is_empty(), "{head}");
    assert_eq!(header(&head, "content-length"), find("/").unwrap().bytes.len().to_string());
}

#[test]
fn puzzles_of_the_player_are_a_file() {
    for puzzles in ["", "a\tb\n"] {
        let served = serve(|setup| setup.puzzles = puzzles.into());
        let (head, body) = path(&served, "/own-puzzles.tsv");
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && body == puzzles.as_bytes(), "{head}");
        assert_eq!(header(&head, "content-type"), "text/tab-separated-values; charset=utf-8");
        let (head, _) = get(&served, "GET /own-puzzles.tsv HTTP/1.1\r\nHost: evil.example\r\n\r\n");
        assert!(head.starts_with("HTTP/1.1 403"), "{head}");
    }
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
        let notice = served.notice();
        assert!(notice.contains("host name not allowed: "), "{notice}");
    }
    let (head, _) = path(&served, "http://evil.example/");
    assert!(head.starts_with("HTTP/1.1 403"), "{head}");
    let added = vec!["https://tak.example".parse().unwrap()];
    let served = serve(|setup| setup.origins = added);
    let (head, _) = get(&served, "GET / HTTP/1.1\r\nHost: tak.example\r\n\r\n");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(header(&head, "content-security-policy").contains("wss://tak.example;"), "{head}");
}

#[test]
fn heads_have_a_limit_and_may_arrive_in_pieces() {
    let served = serve(|_| {});
    let long = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(20_000));
    let many = format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "A: b\r\n".repeat(200));
    for request in [long, many] {
        let (head, _) = get(&served, &request);
        assert!(head.starts_with("HTTP/1.1 431"), "{head}");
    }
    let mut stream = raw::connect(&served);
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
    let mut stream = raw::connect(&served);
    stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n").unwrap();
    let mut answer = vec![];
    // The connection is closed or reset, without an answer.
    let _ = stream.read_to_end(&mut answer);
    assert!(answer.is_empty());
}
