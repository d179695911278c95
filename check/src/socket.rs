//! Point 96: the engine's own WebSocket, as PTN Ninja speaks over it.

use super::boards::{Gap, middle, win};
use super::games::expect_win;
use super::trial::{Outcome, Trial, skip};
use std::time::{Duration, Instant};
use stonefall_client::{ClientError, Event, Exit, WebAddress};
use stonefall_engine::types::Color::{Black, White};

/// Point 96.
pub(super) fn socket(trial: &mut Trial<'_>) -> Outcome {
    let Some(address) = trial.settings.door.address().cloned() else {
        return skip("the engine is spoken to on its standard input and output");
    };
    trial.case("frames", Trial::open, frames)?;
    trial.case("a ping during a search", |_| Ok(()), |trial| ping(trial, &address))?;
    trial.case("two connections", |_| Ok(()), |trial| twins(trial, &address))?;
    trial.case("goodbye during a search", |_| Ok(()), goodbye)?;
    trial.case("connections that break off", |_| Ok(()), broken_off)
}

/// Commands with and without line ends, alone and together; one line to a frame comes back.
fn frames(trial: &mut Trial<'_>) -> Outcome {
    // The last line end is not sent with a frame.
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
    let lines = trial.until("bestmove")?;
    let best = lines.last().and_then(|heard| heard.words().nth(1)).unwrap_or_default();
    trial.expect(win.is(best), || {
        format!("expected {} to win after position and go in one frame, found {best}", win.square)
    });
    trial.send("tei");
    trial.until("teiok")?;
    let (strays, words) = (trial.stray_lines(), trial.last_words());
    trial.expect(strays == 0, || {
        format!("expected each line in a text frame of its own, found {}", words.join(", "))
    });
    Ok(())
}

/// How long a ping may be on its way.
const PING: u64 = 1000;

fn ping(trial: &mut Trial<'_>, address: &WebAddress) -> Outcome {
    trial.take_wire();
    let patience = trial.settings.patience;
    let mut socket = address.connect(patience)?;
    let idle = Instant::now();
    let is_answered = socket.ping(idle + patience);
    let idle = idle.elapsed();
    trial.put_wire(Box::new(socket));
    trial.expect(is_answered, || "expected an answer to a ping".into());
    trial.within("ping, idle", idle, PING);
    // The same while it thinks: a silent client must not be taken for one that is gone.
    trial.take_wire();
    let mut socket = address.connect(patience)?;
    stonefall_client::Transport::send(&mut socket, b"go infinite\n");
    std::thread::sleep(trial.settings.win_time);
    let busy = Instant::now();
    let is_answered = socket.ping(busy + patience);
    let busy = busy.elapsed();
    trial.put_wire(Box::new(socket));
    trial.expect(is_answered, || "expected an answer to a ping during a search".into());
    trial.within("ping, searching", busy, PING);
    trial.send("stop");
    trial.until("bestmove").map(|_| ())
}

/// A second connection has a game of its own, or is refused.
fn twins(trial: &mut Trial<'_>, address: &WebAddress) -> Outcome {
    trial.start_game()?;
    let (ours, theirs) =
        (win(trial.size(), White, Gap::Left), win(trial.size(), Black, Gap::Right));
    trial.send(&ours.root.command());
    let Some(first) = trial.take_wire() else { return Ok(()) };
    match address.connect(trial.settings.patience) {
        Ok(second) => trial.put_wire(Box::new(second)),
        Err(ClientError::Connect { .. }) => {
            trial.figure("sessions at one time", 1.0, "");
            trial.put_wire(first);
            return expect_win(trial, &ours, "after another was refused").map(|_| ());
        }
        Err(error) => return Err(error.into()),
    }
    trial.new_game(trial.size())?;
    trial.send(&theirs.root.command());
    trial.send("go infinite");
    trial.rest(100)?;
    let Some(second) = trial.take_wire() else { return Ok(()) };
    trial.put_wire(first);
    expect_win(trial, &ours, "beside another connection")?;
    trial.put_wire(second);
    trial.send("stop");
    let lines = trial.until("bestmove")?;
    let best = lines.last().and_then(|heard| heard.words().nth(1)).unwrap_or_default();
    trial.expect(theirs.is(best), || {
        format!("expected {} on the second connection, found {best}", theirs.square)
    });
    Ok(())
}

/// Who says goodbye is let go, even in a search.
fn goodbye(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    trial.send(&middle(trial.size(), White).command());
    trial.send("go infinite");
    trial.rest(100)?;
    let Some(mut wire) = trial.take_wire() else { return Ok(()) };
    let since = Instant::now();
    wire.close();
    loop {
        match wire.receive(since + trial.settings.patience) {
            Event::Line(_) => {}
            Event::Ended(Exit::Closed) => break,
            Event::Ended(_) | Event::Silence => {
                trial.complain("expected the connection to be closed after a close frame");
                return Ok(());
            }
        }
    }
    trial.within("goodbye", since.elapsed(), 1000);
    Ok(())
}

/// Connections that break off in a search.
const BROKEN: usize = 12;

/// What a client leaves behind that is switched off must not be in the way of others.
fn broken_off(trial: &mut Trial<'_>) -> Outcome {
    for _ in 0..BROKEN {
        trial.start()?;
        trial.send("go infinite");
        trial.rest(20)?;
        if let Some(mut wire) = trial.take_wire() {
            wire.kill();
        }
    }
    // An engine that sees them go has its whole machine again.
    std::thread::sleep(Duration::from_millis(100));
    trial.start_game()?;
    let win = win(trial.size(), White, Gap::Left);
    trial.send(&win.root.command());
    expect_win(trial, &win, "after connections that broke off").map(|_| ())
}
