//! Point 96: the engine's own WebSocket, used like PTN Ninja uses it.

use super::boards::{Gap, middle, win};
use super::games::expect_win;
use super::trial::{Outcome, Trial, skip};
use std::time::{Duration, Instant};
use stonefall_client::{Client, ClientError, Event, Exit, Transport, WebAddress};
use stonefall_engine::types::Color::{Black, White};

pub(super) fn socket(trial: &mut Trial<'_>) -> Outcome {
    let Some(address) = trial.settings.connector.address().cloned() else {
        return skip("the engine uses standard input and output");
    };
    trial.case("frames", Trial::open, frames)?;
    trial.case("a ping during a search", |_| Ok(()), |trial| ping(trial, &address))?;
    trial.case("two connections", |_| Ok(()), |trial| twins(trial, &address))?;
    trial.case("a close frame during a search", |_| Ok(()), closed)?;
    trial.case("cut connections", |_| Ok(()), cut)
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
    let best = trial.best_move()?;
    trial.expect(win.is(&best), || {
        format!("expected {} to win after position and go in one frame, found {best}", win.square)
    });
    trial.send("tei");
    trial.until("teiok")?;
    let (strays, words) = (trial.diagnostic_count(), trial.diagnostics());
    trial.expect(strays == 0, || {
        format!("expected one line in each text frame, found {}", words.join(", "))
    });
    Ok(())
}

/// Longest time to a pong, in milliseconds.
const PING: u64 = 1000;

fn ping(trial: &mut Trial<'_>, address: &WebAddress) -> Outcome {
    let patience = trial.settings.patience;
    // A server must answer during a search too: it must not take a silent client for a dead one.
    for (state, command) in [("idle", ""), ("searching", "go infinite\n")] {
        trial.client = None;
        let mut socket = address.connect(patience)?;
        socket.send(command.as_bytes());
        std::thread::sleep(trial.settings.win_time);
        let since = Instant::now();
        let is_answered = socket.ping(since + patience);
        let took = since.elapsed();
        trial.put_client(Client::new(socket));
        trial.expect(is_answered, || format!("expected a pong, {state}"));
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
            return expect_win(trial, &ours, "after another was refused").map(|_| ());
        }
        Err(error) => return Err(error.into()),
    }
    trial.new_game(trial.size())?;
    trial.send(&theirs.root.command());
    trial.send("go infinite");
    trial.pause(100)?;
    let Some(second) = trial.client.take() else { return Ok(()) };
    trial.put_client(first);
    expect_win(trial, &ours, "beside another connection")?;
    trial.put_client(second);
    trial.send("stop");
    let best = trial.best_move()?;
    trial.expect(theirs.is(&best), || {
        format!("expected {} on the second connection, found {best}", theirs.square)
    });
    Ok(())
}

/// The server closes the connection after a close frame, even during a search.
fn closed(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    trial.send(&middle(trial.size(), White).command());
    trial.send("go infinite");
    trial.pause(100)?;
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
    let win = win(trial.size(), White, Gap::Left);
    trial.send(&win.root.command());
    expect_win(trial, &win, "after cut connections").map(|_| ())
}
