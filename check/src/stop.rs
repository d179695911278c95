//! Points 67 to 74: commands during a search.

use super::boards::{Gap, middle, win};
use super::games::expect_win;
use super::root::Root;
use super::session::{answers, arrival};
use super::trial::{Outcome, Trial};
use std::time::{Duration, Instant};
use stonefall_client::Line;
use stonefall_engine::types::Color::{Black, White};

/// Starts an infinite search.
fn begin(trial: &mut Trial<'_>, root: &Root) -> Outcome<Vec<Line>> {
    trial.send(&root.command());
    trial.send("go infinite");
    trial.pause(100)
}

/// Number of stopped searches.
const STOPS: usize = 20;

pub(super) fn latency(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    trial.start()?;
    if trial.facts.spin("Threads").is_some_and(|(_, max)| max >= 2) {
        trial.set("Threads", 2);
    }
    trial.new_game(size)?;
    let mut times = Vec::new();
    for index in 0..STOPS {
        trial.mark();
        let root = if index % 2 == 0 { middle(size, White) } else { Root::start(size) };
        begin(trial, &root)?;
        let since = Instant::now();
        trial.send("stop");
        let lines = trial.until("bestmove")?;
        times.push(arrival(&lines, since));
        trial.ready()?;
    }
    times.sort_unstable();
    trial.within("stop to bestmove, median of 20", times[STOPS / 2], 10);
    trial.within("stop to bestmove, slowest of 20", times[STOPS - 1], 10);
    Ok(())
}

pub(super) fn idle(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    let reply = trial.request("stop")?;
    trial.expect(reply.is_empty(), || "expected no answer to stop without a search".into());
    begin(trial, &Root::start(trial.size()))?;
    trial.send_bytes(b"stop\nstop\n");
    trial.until("bestmove")?;
    let mut late = trial.ready()?;
    late.extend(trial.pause(50)?);
    trial.expect(answers(&late) == 0, || "expected one bestmove for two stops".into());
    Ok(())
}

pub(super) fn at_once(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    let root = middle(trial.size(), White);
    for _ in 0..5 {
        trial.mark();
        trial.send(&root.command());
        trial.send_bytes(b"go infinite\nstop\n");
        let lines = trial.until("bestmove")?;
        let best = lines.last().map(|line| line.text.clone()).unwrap_or_default();
        let mv = best.split_whitespace().nth(1).unwrap_or_default();
        let legal = root.check(mv).is_ok();
        trial.expect(legal, || format!("expected a legal move, found '{best}'"));
        let reply = lines.iter().any(|line| line.first_word() == "info");
        trial.expect(reply, || "expected a line of analysis before the bestmove".into());
        trial.ready()?;
    }
    Ok(())
}

pub(super) fn pipelined(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    trial.start_game()?;
    let (first, second) = (win(size, White, Gap::Left), win(size, Black, Gap::Right));
    begin(trial, &first.root)?;
    let go = trial.movetime(50);
    let text = format!("stop\n{}\n{go}\n", second.root.command());
    trial.send_bytes(text.as_bytes());
    let mut lines = trial.until("bestmove")?;
    let is = |lines: &[Line], square: &str| {
        lines.last().is_some_and(|line| line.text.trim_end().ends_with(square))
    };
    if !is(&lines, &first.square) && is(&lines, &second.square) {
        // The first search ended by itself, as one with a known result may.
        return Ok(());
    }
    trial.expect(is(&lines, &first.square), || {
        format!("expected {} as the first answer", first.square)
    });
    lines = trial.until("bestmove")?;
    trial.expect(is(&lines, &second.square), || {
        format!("expected {} as the second answer", second.square)
    });
    Ok(())
}

/// Sends a command during a search, which it may end. Returns the number of answers after a `stop`.
fn during(trial: &mut Trial<'_>, command: &str) -> Outcome<usize> {
    let root = middle(trial.size(), White);
    let early = begin(trial, &root)?;
    trial.send(command);
    let mut lines = trial.pause(300)?;
    lines.extend(trial.ready()?);
    let count = answers(&early) + answers(&lines);
    trial.send("stop");
    let late = trial.pause(100)?;
    let rest = trial.ready()?;
    Ok(count + answers(&late) + answers(&rest))
}

pub(super) fn go_again(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    let count = during(trial, &trial.movetime(100))?;
    trial.expect((1..=2).contains(&count), || {
        format!("expected a bestmove for each search, found {count}")
    });
    trial.mark();
    let win = win(trial.size(), White, Gap::Left);
    trial.send(&win.root.command());
    expect_win(trial, &win, "the next search").map(|_| ())
}

pub(super) fn position_again(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let win = win(size, Black, Gap::Left);
    for command in [win.root.command(), format!("teinewgame {size}")] {
        trial.case(&command, Trial::start_game, |trial| {
            trial.start_game()?;
            let count = during(trial, &command)?;
            trial.expect(count == 1, || {
                format!("expected one bestmove for one search, found {count}")
            });
            trial.send(&win.root.command());
            expect_win(trial, &win, "the next search").map(|_| ())
        })?;
    }
    Ok(())
}

pub(super) fn ready(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    begin(trial, &middle(trial.size(), White))?;
    let mut slowest = Duration::ZERO;
    for _ in 0..10 {
        let since = Instant::now();
        trial.send("isready");
        let lines = trial.until("readyok")?;
        slowest = slowest.max(arrival(&lines, since));
        trial.expect(answers(&lines) == 0, || "expected the search to continue".into());
        trial.pause(10)?;
    }
    trial.within("isready to readyok, slowest of 10", slowest, 50);
    trial.send("stop");
    trial.until("bestmove").map(|_| ())
}

pub(super) fn thousand(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    for searching in [false, true] {
        if searching {
            begin(trial, &middle(trial.size(), White))?;
        }
        trial.send_bytes("isready\n".repeat(1000).as_bytes());
        let mut count = 0;
        while count < 1000 {
            trial.until("readyok")?;
            count += 1;
        }
        let late = trial.pause(50)?;
        count += late.iter().filter(|line| line.first_word() == "readyok").count();
        trial.expect(count == 1000, || format!("expected 1000 readyok, found {count}"));
    }
    trial.send("stop");
    trial.until("bestmove").map(|_| ())
}
