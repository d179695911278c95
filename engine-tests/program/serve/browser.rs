//! Headless Chromium opens a page (`page.html`) that behaves like PTN Ninja and checks every line of the engine.
//! Without Chromium at build time the tests are ignored.

use super::server::{EVER, serve};
use crate::board::chromium::Browser;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use stonefall::transport::socket::{Notice, Refusal};

const PAGE: &str = include_str!("page.html");

/// Serves the page and receives its report.
fn host() -> (u16, Receiver<Value>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, reports) = channel();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let sender = sender.clone();
            // Browsers open connections in advance.
            std::thread::spawn(move || answer(stream, &sender));
        }
    });
    (port, reports)
}

/// Answers one request, unless the browser has closed the connection.
fn answer(stream: TcpStream, reports: &Sender<Value>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let (mut request, mut length) = (String::new(), 0);
    reader.read_line(&mut request).ok()?;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? <= 2 {
            break;
        }
        if let Some(number) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = number.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    if request.starts_with("POST /report") {
        reports.send(serde_json::from_slice(&body).ok()?).ok()?;
    }
    let page = if request.starts_with("GET /page") { PAGE } else { "" };
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nConnection: close\r\n";
    write!(&stream, "{head}Content-Length: {}\r\n\r\n{page}", page.len()).ok()
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn sessions_like_those_of_ptn_ninja() {
    let served = serve(|_| {});
    let (port, reports) = host();
    let engine = &served.address;
    let page = format!("http://localhost:{port}/page?engine=ws://{engine}");
    let _browser = Browser::open("sessions", &page);
    let report = reports.recv_timeout(EVER).expect("the page did not report");
    assert_eq!(report["faults"], serde_json::json!([]), "{report:#}");
    assert_eq!(report["stage"], "sessions", "{report:#}");
    assert!(report["counts"]["searches"].as_u64() > Some(30), "{report:#}");
    assert!(report["counts"]["infos"].as_u64() > Some(60), "{report:#}");
    let Notice::Opened { origin, .. } = served.notice() else { panic!() };
    assert_eq!(origin, Some(format!("http://localhost:{port}")));
}

#[test]
#[cfg_attr(not(browser), ignore = "no Chromium was found when the tests were built")]
fn a_page_of_another_origin_is_refused() {
    let served = serve(|_| {});
    let (port, reports) = host();
    let page = format!("http://evil.example:{port}/page?engine=ws://{}", served.address);
    let _browser = Browser::open("elsewhere", &page);
    let report = reports.recv_timeout(EVER).expect("the page did not report");
    assert_eq!(report["stage"], "refused", "{report:#}");
    let Notice::Refused { refusal, .. } = served.notice() else { panic!() };
    assert_eq!(refusal, Refusal::Origin(format!("http://evil.example:{port}")));
}
