//! Accepted and refused connections.

use super::raw;
use super::server::{EVER, later, serve};
use std::io::Read;
use std::time::Duration;
use stonefall::transport::server::{Notice, Refusal};
use stonefall_client::{Client, WebAddress};

#[test]
fn ptn_ninja_this_machine_and_programs_may_connect() {
    let served = serve(|_| {});
    for headers in [
        "",
        "Origin: https://ptn.ninja\r\n",
        "Origin: http://localhost:8080\r\n",
        "Origin: http://[::1]\r\n",
    ] {
        let (mut client, head) = raw::ask(&served, headers);
        assert!(head.starts_with("HTTP/1.1 101"), "{headers}: {head}");
        client.send(raw::TEXT, b"isready");
        assert_eq!(client.line(), "readyok");
        let Notice::Opened { origin, .. } = served.notice() else { panic!() };
        assert_eq!(origin.as_deref(), headers.trim().strip_prefix("Origin: "));
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
        assert!(body.contains(&format!("--allow-origin {origin}")), "{body}");
        let Notice::Refused { refusal, .. } = served.notice() else { panic!() };
        assert_eq!(refusal, Refusal::Origin(origin.to_owned()));
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
    let _clients = [served.client(), served.client()];
    let error = served.connect().unwrap_err().to_string();
    assert!(error.contains("503") && error.contains("--max-sessions"), "{error}");
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
    for (request, status) in [
        ("tei\r\n\r\n", "400"),
        ("\0\u{1}\u{2}\r\n\r\n", "400"),
        ("POST / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n", "400"),
        ("GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", "400"),
    ] {
        let (_, head) = raw::say(&served, request);
        assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{request}: {head}");
        let Notice::Refused { refusal, .. } = served.notice() else { panic!() };
        assert!(matches!(refusal, Refusal::Failed(_)), "{refusal}");
    }
    served.client().ready(later()).unwrap();
}
