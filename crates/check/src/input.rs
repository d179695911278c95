//! Points 89 to 94: unusual input and surroundings.

use super::boards::{Gap, win};
use super::root::Root;
use super::trial::{Outcome, Trial, skip};
use std::path::Path;
use stonefall_client::Client;
use stonefall_engine::types::Color::White;

/// Checks that the engine still finds a win.
fn still_plays(trial: &mut Trial<'_>) -> Outcome {
    trial.expect_win(&win(trial.size(), White, Gap::Left), "a search after that")
}

pub(super) fn blanks(trial: &mut Trial<'_>) -> Outcome {
    trial.open()?;
    trial.send_bytes(b"tei\r\n");
    trial.until("teiok")?;
    let game = format!("teinewgame {}\r\nisready\r\n", trial.size());
    trial.cases(
        [game.as_str(), "isready\r\r\n", "  isready\t \n", "\tisready\n"],
        |trial, text| {
            trial.send_bytes(text.as_bytes());
            trial.until("readyok")
        },
    )?;
    trial.case("empty lines", |trial| {
        trial.send_bytes(b"\n\r\n \n\t\n");
        let reply = trial.ready()?;
        trial.require(reply.is_empty(), "no answer to empty lines");
        Ok(())
    })?;
    trial.case("CRLF", |trial| {
        let win = win(trial.size(), White, Gap::Left);
        trial.send_bytes(format!("{}\r\n", win.root.command()).as_bytes());
        trial.send_bytes(b"go movetime 100\r\n");
        trial.expect_best(&win, "to win")
    })
}

pub(super) fn bytes(trial: &mut Trial<'_>) -> Outcome {
    trial.open()?;
    trial.case("a byte order mark", |trial| {
        trial.send_bytes(b"\xef\xbb\xbftei\n");
        trial.until("teiok")
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
        trial.fresh_case(name, |trial| {
            trial.send_bytes(bytes);
            trial.ready()?;
            still_plays(trial)
        })?;
    }
    Ok(())
}

pub(super) fn unknown(trial: &mut Trial<'_>) -> Outcome {
    trial.cases(["hello", "uci", "ponderhit", "debug on", "register later"], Trial::refused)?;
    trial.case("a comment", |trial| trial.expect_silence("# position startpos", "to a comment"))?;
    trial.case("after that", still_plays)
}

pub(super) fn debris(trial: &mut Trial<'_>) -> Outcome {
    for line in ["joho debug on", "joho isready"] {
        trial.fresh_case(line, |trial| {
            trial.request(line)?;
            still_plays(trial)
        })?;
    }
    Ok(())
}

pub(super) fn two_instances(trial: &mut Trial<'_>) -> Outcome {
    trial.send(&Root::start(trial.size()).command());
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
    let mut launch = trial.settings.engine.program()?.clone();
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
