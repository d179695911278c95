//! Points 89 to 94: unusual input and surroundings.

use super::boards::{Gap, win};
use super::games::expect_win;
use super::root::Root;
use super::trial::{Outcome, Trial, skip};
use std::path::Path;
use stonefall_client::Client;
use stonefall_engine::types::Color::White;

/// Checks that the engine still finds a win.
fn still_plays(trial: &mut Trial<'_>) -> Outcome {
    let win = win(trial.size(), White, Gap::Left);
    trial.send(&win.root.command());
    expect_win(trial, &win, "a search after that").map(|_| ())
}

pub(super) fn blanks(trial: &mut Trial<'_>) -> Outcome {
    trial.open()?;
    trial.send_bytes(b"tei\r\n");
    trial.until("teiok")?;
    let (size, win) = (trial.size(), win(trial.size(), White, Gap::Left));
    let position = win.root.command();
    for text in [
        format!("teinewgame {size}\r\nisready\r\n"),
        "isready\r\r\n".to_owned(),
        "  isready\t \n".to_owned(),
        "\tisready\n".to_owned(),
    ] {
        trial.case(&text, Trial::start_game, |trial| {
            trial.send_bytes(text.as_bytes());
            trial.until("readyok").map(|_| ())
        })?;
    }
    trial.case("empty lines", Trial::start_game, |trial| {
        trial.send_bytes(b"\n\r\n \n\t\n");
        let reply = trial.ready()?;
        trial.expect(reply.is_empty(), || "expected no answer to empty lines".into());
        Ok(())
    })?;
    trial.case("CRLF", Trial::start_game, |trial| {
        trial.send_bytes(format!("{position}\r\n").as_bytes());
        trial.send_bytes(b"go movetime 100\r\n");
        let best = trial.best_move()?;
        trial.expect(win.is(&best), || format!("expected {} to win, found {best}", win.square));
        Ok(())
    })
}

pub(super) fn bytes(trial: &mut Trial<'_>) -> Outcome {
    trial.case("a byte order mark", Trial::open, |trial| {
        trial.open()?;
        trial.send_bytes(b"\xef\xbb\xbftei\n");
        trial.until("teiok").map(|_| ())
    })?;
    let long = format!("{}\n", "x".repeat(1 << 20));
    let moves = format!("position startpos moves {}\n", "a1 ".repeat(350_000));
    for (name, bytes) in [
        ("bytes that are no text", &b"\xff\xfe\x80 hello\n"[..]),
        ("NUL", b"\0\0isready\0\n"),
        ("a position with bytes that are no text", b"position startpos moves \xc3\x28\n"),
        ("1 MB without a blank", long.as_bytes()),
        ("1 MB of moves", moves.as_bytes()),
    ] {
        trial.case(name, Trial::start_game, |trial| {
            trial.start_game()?;
            trial.send_bytes(bytes);
            trial.ready()?;
            still_plays(trial)
        })?;
    }
    Ok(())
}

pub(super) fn unknown(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    for line in ["hello", "uci", "ponderhit", "debug on", "register later"] {
        trial.case(line, Trial::start_game, |trial| trial.refused(line))?;
    }
    trial.case("a comment", Trial::start_game, |trial| {
        let reply = trial.request("# position startpos")?;
        trial.expect(reply.is_empty(), || "expected no answer to a comment".into());
        Ok(())
    })?;
    trial.case("after that", Trial::start_game, still_plays)
}

pub(super) fn debris(trial: &mut Trial<'_>) -> Outcome {
    for line in ["joho debug on", "joho isready"] {
        trial.case(line, Trial::start_game, |trial| {
            trial.start_game()?;
            trial.send(line);
            trial.ready()?;
            still_plays(trial)
        })?;
    }
    Ok(())
}

pub(super) fn two_instances(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    let root = Root::start(trial.size());
    trial.send(&root.command());
    trial.send(&trial.movetime(300));
    let first = trial.client.take();
    trial.start_game()?;
    still_plays(trial)?;
    if let Some(first) = first {
        trial.put_client(first);
        trial.until("bestmove")?;
        still_plays(trial)?;
    }
    Ok(())
}

/// A read-only folder on Linux.
const SEALED: &str = "/proc";

pub(super) fn folder(trial: &mut Trial<'_>) -> Outcome {
    let Some(mut launch) = trial.settings.connector.program().cloned() else {
        return skip("the engine is not a child process");
    };
    if !Path::new(SEALED).is_dir() {
        return skip("this system has no folder that is known to be read-only");
    }
    launch.folder = Some(SEALED.into());
    launch.environment.push(("HOME".into(), "".into()));
    trial.put_client(Client::start(&launch)?);
    trial.send("tei");
    trial.until("teiok")?;
    trial.ready()?;
    trial.new_game(trial.size())?;
    still_plays(trial)
}
