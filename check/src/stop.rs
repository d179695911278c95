//! Points 67 to 74: what comes while a search runs.

use super::boards::{Gap, middle, win};
use super::games::expect_win;
use super::root::Root;
use super::trial::{Outcome, Trial};
use std::time::{Duration, Instant};
use stonefall_client::Heard;
use stonefall_engine::types::Color::{Black, White};

/// Number of `bestmove`s among lines.
fn answers(lines: &[Heard]) -> usize {
    lines.iter().filter(|heard| heard.first_word() == "bestmove").count()
}

/// Starts a search without end.
fn begin(trial: &mut Trial<'_>, root: &Root) -> Outcome<Vec<Heard>> {
    trial.send(&root.command());
    trial.send("go infinite");
    trial.rest(100)
}

/// Searches that are stopped.
const STOPS: usize = 20;

/// Point 67.
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
        let at = lines.last().map_or(since, |heard| heard.at);
        times.push(at.saturating_duration_since(since));
        trial.ready()?;
    }
    times.sort_unstable();
    trial.within("stop to bestmove, median of 20", times[STOPS / 2], 10);
    trial.within("stop to bestmove, slowest of 20", times[STOPS - 1], 10);
    Ok(())
}

/// Point 68.
pub(super) fn idle(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    let told = trial.ask("stop")?;
    trial.expect(told.is_empty(), || "expected no answer to stop without a search".into());
    begin(trial, &Root::start(trial.size()))?;
    trial.send_bytes(b"stop\nstop\n");
    trial.until("bestmove")?;
    let mut late = trial.ready()?;
    late.extend(trial.rest(50)?);
    trial.expect(answers(&late) == 0, || "expected one bestmove for two stops".into());
    Ok(())
}

/// Point 69.
pub(super) fn at_once(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    let root = middle(trial.size(), White);
    for _ in 0..5 {
        trial.mark();
        trial.send(&root.command());
        trial.send_bytes(b"go infinite\nstop\n");
        let lines = trial.until("bestmove")?;
        let best = lines.last().map(|heard| heard.text.clone()).unwrap_or_default();
        let mv = best.split_whitespace().nth(1).unwrap_or_default();
        let legal = root.check(mv).is_ok();
        trial.expect(legal, || format!("expected a legal move, found '{best}'"));
        let told = lines.iter().any(|heard| heard.first_word() == "info");
        trial.expect(told, || "expected a line of analysis before the bestmove".into());
        trial.ready()?;
    }
    Ok(())
}

/// Point 70.
pub(super) fn pipelined(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    trial.start_game()?;
    let (first, second) = (win(size, White, Gap::Left), win(size, Black, Gap::Right));
    begin(trial, &first.root)?;
    let go = trial.movetime(50);
    let text = format!("stop\n{}\n{go}\n", second.root.command());
    trial.send_bytes(text.as_bytes());
    let mut lines = trial.until("bestmove")?;
    let is = |lines: &[Heard], square: &str| {
        lines.last().is_some_and(|heard| heard.text.trim_end().ends_with(square))
    };
    if !is(&lines, &first.square) && is(&lines, &second.square) {
        // The first search had ended by itself, as one whose result is known may.
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

/// What a command during a search may lead to: its end, with a `bestmove`, or nothing. Returns the
/// number of answers after a `stop` behind it.
fn during(trial: &mut Trial<'_>, command: &str) -> Outcome<usize> {
    let root = middle(trial.size(), White);
    let early = begin(trial, &root)?;
    trial.send(command);
    let mut lines = trial.rest(300)?;
    lines.extend(trial.ready()?);
    let count = answers(&early) + answers(&lines);
    trial.send("stop");
    let late = trial.rest(100)?;
    let rest = trial.ready()?;
    Ok(count + answers(&late) + answers(&rest))
}

/// Point 71.
pub(super) fn go_again(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    let count = during(trial, &trial.movetime(100))?;
    trial.expect((1..=2).contains(&count), || {
        format!("expected a bestmove for each search that was begun, found {count}")
    });
    trial.mark();
    let win = win(trial.size(), White, Gap::Left);
    trial.send(&win.root.command());
    expect_win(trial, &win, "the next search").map(|_| ())
}

/// Point 72.
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

/// Point 73.
pub(super) fn ready(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    begin(trial, &middle(trial.size(), White))?;
    let mut slowest = Duration::ZERO;
    for _ in 0..10 {
        let since = Instant::now();
        trial.send("isready");
        let lines = trial.until("readyok")?;
        let at = lines.last().map_or(since, |heard| heard.at);
        slowest = slowest.max(at.saturating_duration_since(since));
        trial.expect(answers(&lines) == 0, || "expected the search to go on".into());
        trial.rest(10)?;
    }
    trial.within("isready to readyok, slowest of 10", slowest, 50);
    trial.send("stop");
    trial.until("bestmove").map(|_| ())
}

/// Point 74.
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
        let late = trial.rest(50)?;
        count += late.iter().filter(|heard| heard.first_word() == "readyok").count();
        trial.expect(count == 1000, || format!("expected 1000 readyok, found {count}"));
    }
    trial.send("stop");
    trial.until("bestmove").map(|_| ())
}
