//! Point 96: the engine's own WebSocket, used like PTN Ninja uses it.

use super::boards::{Gap, middle, win};
use super::engine::Engine;
use super::trial::{Outcome, Trial, skip};
use std::time::{Duration, Instant};
use stonefall_client::{Client, ClientError, Event, Exit, Socket, Transport, WebAddress};
use stonefall_engine::types::Color::{Black, White};

pub(super) fn socket(trial: &mut Trial<'_>) -> Outcome {
    let Engine::Server(address) = &trial.settings.engine else {
        return skip("the engine uses standard input and output");
    };
    trial.begin(Trial::open)?;
    trial.case("frames", frames)?;
    trial.case("a ping during a search", |trial| ping(trial, address))?;
    trial.case("two connections", |trial| twins(trial, address))?;
    trial.case("a close frame during a search", closed)?;
    trial.case("cut connections", cut)
}

/// Commands with and without line ends, alone and together. The engine answers one line per frame.
fn frames(trial: &mut Trial<'_>) -> Outcome {
    // The client does not send the last line end of a frame.
    for text in ["isready\n", "isready\n\n", "isready\r\n\n", "isready\nisready\n", "\nisready\n"] {
        trial.mark();
        trial.send_bytes(text.as_bytes());
        for _ in 0..text.matches("isready").count() {
            trial.until("readyok")?;
        }
    }
    trial.new_game(trial.size())?;
    let win = win(trial.size(), White, Gap::Left);
    let text = format!("{}\n{}\n", win.root.command(), trial.movetime(100));
    trial.send_bytes(text.as_bytes());
    trial.expect_best(&win, "to win after position and go in one frame")?;
    trial.send("tei");
    trial.until("teiok")?;
    let (strays, words) = trial.diagnostics();
    trial.expect(strays == 0, "one line in each text frame", words.join(", "));
    Ok(())
}

/// Longest time to a pong, in milliseconds.
const PING: u64 = 1000;

fn ping(trial: &mut Trial<'_>, address: &WebAddress) -> Outcome {
    let patience = trial.settings.patience;
    // A server must answer during a search too: it must not take a silent client for a dead one.
    for (state, command) in [("idle", ""), ("searching", "go infinite\n")] {
        trial.client = None;
        let mut socket = Socket::connect(address, patience)?;
        socket.send(command.as_bytes());
        std::thread::sleep(trial.settings.win_time);
        let since = Instant::now();
        let is_answered = socket.ping(since + patience);
        let took = since.elapsed();
        trial.put_client(Client::new(socket));
        trial.require(is_answered, format_args!("a pong, {state}"));
        trial.within(&format!("ping, {state}"), took, PING);
    }
    trial.stop(&[]).map(|_| ())
}

/// A second connection has a game of its own, or is refused.
fn twins(trial: &mut Trial<'_>, address: &WebAddress) -> Outcome {
    trial.start_game()?;
    let (ours, theirs) =
        (win(trial.size(), White, Gap::Left), win(trial.size(), Black, Gap::Right));
    trial.send(&ours.root.command());
    let Some(first) = trial.client.take() else { return Ok(()) };
    match Client::connect(address, trial.settings.patience) {
        Ok(second) => trial.put_client(second),
        Err(ClientError::Connect { .. }) => {
            trial.figure("sessions at one time", 1.0, "");
            trial.put_client(first);
            return trial.expect_found(&ours, "after another was refused");
        }
        Err(error) => return Err(error.into()),
    }
    trial.new_game(trial.size())?;
    trial.think(&theirs.root, 100)?;
    let Some(second) = trial.client.take() else { return Ok(()) };
    trial.put_client(first);
    trial.expect_found(&ours, "beside another connection")?;
    trial.put_client(second);
    trial.send("stop");
    trial.expect_best(&theirs, "on the second connection")
}

/// The server closes the connection after a close frame, even during a search.
fn closed(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    trial.think(&middle(trial.size(), White), 100)?;
    let Some(mut client) = trial.client.take() else { return Ok(()) };
    let (since, transport) = (Instant::now(), client.transport());
    transport.close();
    loop {
        match transport.receive(since + trial.settings.patience) {
            Event::Line(_) => {}
            Event::Ended(Exit::Closed) => break,
            Event::Ended(_) | Event::Timeout => {
                trial.complain("expected the connection to be closed after a close frame");
                return Ok(());
            }
        }
    }
    trial.within("close frame", since.elapsed(), 1000);
    Ok(())
}

/// Number of connections that the client cuts during a search.
const BROKEN: usize = 12;

/// The searches of cut connections must not slow down later ones.
fn cut(trial: &mut Trial<'_>) -> Outcome {
    for _ in 0..BROKEN {
        trial.start()?;
        trial.send("go infinite");
        trial.pause(20)?;
        if let Some(mut client) = trial.client.take() {
            client.transport().kill();
        }
    }
    // Time for the engine to notice.
    std::thread::sleep(Duration::from_millis(100));
    trial.start_game()?;
    trial.expect_win(&win(trial.size(), White, Gap::Left), "after cut connections")
}
