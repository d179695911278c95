//! Lines, answers, and the ends of sessions.

use super::raw::{self, BINARY, CLOSE, PING, PONG, TEXT};
use super::server::{ask, later, serve, until};
use std::time::Duration;
use stonefall_engine::options::Options;

/// White takes e1 and wins.
const WHITE: &str = "position startpos moves a5 a1 b1 b5 c1 c5 d1 d5";
/// Black takes e5 and wins.
const BLACK: &str = "position startpos moves a5 a1 b1 b5 c1 c5 d1 d5 a2";

#[test]
fn frames_have_every_form() {
    let served = serve(|_| {});
    let mut client = raw::session(&served);
    for frame in ["isready", "isready\n", "isready\r\n", "\n\n  isready\t\n\n"] {
        client.send(TEXT, frame.as_bytes());
        assert_eq!(client.line(), "readyok");
    }
    client.send(BINARY, b"\xff\nisready");
    assert!(client.line().starts_with("info string Unknown command"));
    assert_eq!(client.line(), "readyok");
    let all = format!("teinewgame 5\n{WHITE}\r\ngo depth 3\nisready");
    client.send(TEXT, all.as_bytes());
    let mut lines = vec![client.line()];
    while lines.last().unwrap() != "bestmove e1" {
        lines.push(client.line());
    }
    assert!(lines.iter().any(|line| line.starts_with("info ")) || lines[0] == "readyok");
    // A frame in two pieces, with a ping between them.
    client.send(TEXT & 0x0f, b"");
    let mut pieces = raw::head(TEXT, 4);
    pieces[0] &= 0x7f;
    pieces.extend(b"isre");
    pieces.extend(raw::head(PING, 2));
    pieces.extend(b"hi");
    pieces.extend(raw::head(0, 3));
    pieces.extend(b"ady");
    std::io::Write::write_all(&mut client.0, &pieces).unwrap();
    let mut found = vec![client.frame().unwrap(), client.frame().unwrap()];
    found.sort();
    let readyok = (TEXT, b"readyok".to_vec());
    assert!(found.contains(&readyok) && found.contains(&(PONG, b"hi".to_vec())), "{found:?}");
}

#[test]
fn every_connection_has_its_own_session() {
    let served = serve(|_| {});
    let (mut one, mut two) = (served.client(), served.client());
    for client in [&mut one, &mut two] {
        assert!(client.handshake(later()).unwrap().name.is_some());
    }
    assert_eq!(ask(&mut one, "teinewgame 5"), Vec::<String>::new());
    assert_eq!(ask(&mut two, "teinewgame size 5 halfkomi 4"), Vec::<String>::new());
    one.send(WHITE);
    two.send(BLACK);
    two.go("go infinite");
    until(&mut two, "info");
    one.go("go depth 3");
    assert_eq!(one.answer(later()).unwrap().best, Some("e1".into()));
    // So is the version of the protocol.
    let refusals = [&mut one, &mut two].map(|client| ask(client, "position tps x").pop().unwrap());
    assert!(refusals[0].starts_with("info string error"), "{refusals:?}");
    assert!(refusals[1].starts_with("info error"), "{refusals:?}");
    two.send("stop");
    drop(one);
    two.ready(later()).unwrap();
}

#[test]
fn a_lost_client_ends_its_session_at_once() {
    let served = serve(|setup| setup.capacity.sessions = 1);
    // A search, and an endless count.
    for work in ["go infinite", "go perft 30"] {
        // With a close frame and without.
        for closes in [true, false] {
            let mut client = served.client();
            client.send(work);
            client.ready(later()).unwrap();
            if closes {
                client.transport().close();
                while client.transport().receive(later()).is_ok() {}
            }
            drop(client);
            assert_eq!(served.disconnect(), "the client left");
        }
    }
    // Waiting lines are discarded.
    let mut client = raw::session(&served);
    client.send(TEXT, "go movetime 100000\nstop\n".repeat(50_000).as_bytes());
    drop(client);
    assert_eq!(served.disconnect(), "the client left");
    served.client().ready(later()).unwrap();
}

#[test]
fn quit_ends_the_session_and_not_the_server() {
    let served = serve(|_| {});
    let mut client = raw::session(&served);
    client.send(TEXT, b"go infinite\nquit");
    let mut lines = vec![];
    let close = loop {
        match client.frame().unwrap() {
            (CLOSE, payload) => break payload,
            (_, payload) => lines.push(String::from_utf8(payload).unwrap()),
        }
    };
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    assert_eq!(close[..2], 1000_u16.to_be_bytes());
    assert_eq!(served.disconnect(), "quit");
    served.client().ready(later()).unwrap();
}

#[test]
fn a_closing_server_lets_searches_answer() {
    let mut served = serve(|_| {});
    let mut client = raw::session(&served);
    client.send(TEXT, b"go infinite");
    let mut last = client.line();
    served.stop();
    let close = loop {
        match client.frame().unwrap() {
            (CLOSE, payload) => break payload,
            (_, payload) => last = String::from_utf8(payload).unwrap(),
        }
    };
    assert!(last.starts_with("bestmove "), "{last}");
    assert_eq!(close[..2], 1001_u16.to_be_bytes());
    assert_eq!(served.disconnect(), "the server closes");
}

#[test]
fn silent_users_keep_their_sessions() {
    // A client that misses three pings is gone.
    let served = serve(|setup| setup.timeouts.ping = Duration::from_secs(1));
    // This client does not read, and so answers no ping.
    let mut gone = raw::session(&served);
    gone.send(TEXT, b"go infinite");
    // This user only watches.
    let mut silent = served.client();
    silent.send("position startpos");
    silent.go("go infinite");
    assert_eq!(served.disconnect(), "the client does not answer pings");
    std::thread::sleep(Duration::from_secs(1));
    silent.send("stop");
    assert!(silent.answer(later()).is_ok());
}

#[test]
fn pings_are_answered_during_a_search() {
    let served = serve(|_| {});
    let mut client = raw::session(&served);
    for payload in [b"before", b"during"] {
        client.send(PING, payload);
        while client.frame().unwrap() != (PONG, payload.to_vec()) {}
        client.send(TEXT, b"go infinite");
    }
}

#[test]
fn threads_and_memory_are_divided() {
    let served = serve(|setup| {
        setup.options = Options { threads: 4, hash_mib: 64, ..Options::default() };
    });
    let mut one = served.client();
    let first = one.handshake(later()).unwrap();
    let mut two = served.client();
    let second = two.handshake(later()).unwrap();
    for (identity, threads, hash) in [(first, "4", "64"), (second, "2", "32")] {
        assert_eq!(identity.option("Threads").unwrap().default().unwrap(), threads);
        assert_eq!(identity.option("Hash").unwrap().default().unwrap(), hash);
    }
    let told = ask(&mut two, "setoption name threads value 3");
    assert!(told[0].contains("Threads is 2 for now, not 3"), "{told:?}");
    drop(one);
    served.disconnect();
    // The share returns a moment after the connection.
    while !ask(&mut two, "setoption name Threads value 4").is_empty() {}
    assert_eq!(ask(&mut two, "setoption name Hash value 64"), Vec::<String>::new());
}

#[test]
fn a_server_announces_the_options_of_a_form_and_accepts_all() {
    let served = serve(|_| {});
    let mut client = served.client();
    let identity = client.handshake(later()).unwrap();
    assert_eq!(identity.name.as_deref(), Some("Stonefall"));
    assert!(identity.version.is_some_and(|version| version.starts_with(env!("CARGO_PKG_VERSION"))));
    for name in ["Threads", "Hash", "MultiPV", "Level", "Opening", "Rules", "Flats", "Caps1"] {
        assert!(identity.options.iter().any(|option| option.name == name), "{name}");
    }
    let others =
        ["Clear Hash", "Move Overhead", "ShowWDL", "Evaluation", "Flatstones", "Capstones"];
    for name in others {
        assert!(!identity.options.iter().any(|option| option.name == name), "{name}");
    }
    for line in ["Flatstones value 20", "ShowWDL value false", "Clear Hash"] {
        let told = ask(&mut client, &format!("setoption name {line}"));
        assert_eq!(told, Vec::<String>::new());
    }
}

#[test]
fn clients_cannot_name_files() {
    let served = serve(|_| {});
    let mut client = served.client();
    let identity = client.handshake(later()).unwrap();
    assert!(identity.option("Debug Log File").is_none());
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("forbidden.log");
    let _ = std::fs::remove_file(&path);
    let told = ask(&mut client, &format!("setoption name debug log file value {}", path.display()));
    assert!(told[0].contains("command line only"), "{told:?}");
    assert!(!path.exists());
}

#[test]
fn the_log_names_sessions() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("sessions.log");
    let _ = std::fs::remove_file(&path);
    let served = serve(|setup| setup.options.log_file = path.display().to_string());
    let mut clients = [served.client(), served.client()];
    for client in &mut clients {
        client.ready(later()).unwrap();
    }
    let log = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = log.lines().collect();
    let numbers = [1, 2].map(|number| {
        [format!("session {number} >> isready"), format!("session {number} << readyok")]
    });
    assert_eq!(lines, numbers.concat());
}
