//! Points 67 to 74: commands during a search.

use super::boards::{Gap, middle, win};
use super::root::Root;
use super::session::{answers, arrival};
use super::trial::{Outcome, Trial};
use std::time::{Duration, Instant};
use stonefall_client::Line;
use stonefall_engine::types::Color::{Black, White};

/// Number of stopped searches.
const STOPS: usize = 20;

pub(super) fn latency(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let threads = if trial.facts.allows("Threads", 2) { "Threads" } else { "" };
    trial.start_game_with(threads, 2)?;
    let mut times = Vec::new();
    for root in [middle(size, White), Root::start(size)].iter().cycle().take(STOPS) {
        trial.mark();
        trial.think(root, 100)?;
        let since = Instant::now();
        trial.send("stop");
        times.push(arrival(&trial.until("bestmove")?, since));
        trial.ready()?;
    }
    times.sort_unstable();
    trial.within("stop to bestmove, median of 20", times[STOPS / 2], 10);
    trial.within("stop to bestmove, slowest of 20", times[STOPS - 1], 10);
    Ok(())
}

pub(super) fn idle(trial: &mut Trial<'_>) -> Outcome {
    trial.expect_silence("stop", "to stop without a search")?;
    trial.think(&Root::start(trial.size()), 100)?;
    trial.send_bytes(b"stop\nstop\n");
    trial.until("bestmove")?;
    let mut late = trial.ready()?;
    late.extend(trial.pause(50)?);
    trial.require(answers(&late) == 0, "one bestmove for two stops");
    Ok(())
}

pub(super) fn at_once(trial: &mut Trial<'_>) -> Outcome {
    let root = middle(trial.size(), White);
    for _ in 0..5 {
        trial.mark();
        trial.send(&root.command());
        trial.send_bytes(b"go infinite\nstop\n");
        let lines = trial.until("bestmove")?;
        trial.expect_legal(&root, lines.last());
        let is_info = lines.iter().any(|line| line.first_word() == "info");
        trial.require(is_info, "a line of analysis before the bestmove");
        trial.ready()?;
    }
    Ok(())
}

pub(super) fn pipelined(trial: &mut Trial<'_>) -> Outcome {
    let size = trial.size();
    let (first, second) = (win(size, White, Gap::Left), win(size, Black, Gap::Right));
    trial.think(&first.root, 100)?;
    let text = format!("stop\n{}\n{}\n", second.root.command(), trial.movetime(50));
    trial.send_bytes(text.as_bytes());
    let best = trial.best_move()?;
    if second.is(&best) {
        // The first search ended by itself, as one with a known result may.
        return Ok(());
    }
    trial.expect(first.is(&best), format_args!("{} as the first answer", first.square), best);
    trial.expect_best(&second, "as the second answer")
}

/// Sends a command during a search, which it may end. Returns the number of answers after a `stop`.
fn during(trial: &mut Trial<'_>, command: &str) -> Outcome<usize> {
    let mut lines = trial.think(&middle(trial.size(), White), 100)?;
    trial.send(command);
    lines.extend(trial.pause(300)?);
    lines.extend(trial.ready()?);
    trial.send("stop");
    lines.extend(trial.pause(100)?);
    lines.extend(trial.ready()?);
    Ok(answers(&lines))
}

pub(super) fn go_again(trial: &mut Trial<'_>) -> Outcome {
    let count = during(trial, &trial.movetime(100))?;
    trial.expect((1..=2).contains(&count), "a bestmove for each search", count);
    trial.mark();
    trial.expect_win(&win(trial.size(), White, Gap::Left), "the next search")
}

pub(super) fn position_again(trial: &mut Trial<'_>) -> Outcome {
    let win = win(trial.size(), Black, Gap::Left);
    for command in [win.root.command(), format!("teinewgame {}", trial.size())] {
        trial.fresh_case(&command, |trial| {
            let count = during(trial, &command)?;
            trial.expect(count == 1, "one bestmove for one search", count);
            trial.expect_win(&win, "the next search")
        })?;
    }
    Ok(())
}

pub(super) fn ready(trial: &mut Trial<'_>) -> Outcome {
    trial.think(&middle(trial.size(), White), 100)?;
    let mut slowest = Duration::ZERO;
    for _ in 0..10 {
        let since = Instant::now();
        trial.send("isready");
        let lines: Vec<Line> = trial.until("readyok")?;
        slowest = slowest.max(arrival(&lines, since));
        trial.require(answers(&lines) == 0, "the search to continue");
        trial.pause(10)?;
    }
    trial.within("isready to readyok, slowest of 10", slowest, 50);
    trial.stop(&[])?;
    Ok(())
}

pub(super) fn thousand(trial: &mut Trial<'_>) -> Outcome {
    for searching in [false, true] {
        if searching {
            trial.think(&middle(trial.size(), White), 100)?;
        }
        trial.send_bytes("isready\n".repeat(1000).as_bytes());
        for _ in 0..1000 {
            trial.until("readyok")?;
        }
        let late = trial.pause(50)?;
        let count = 1000 + late.iter().filter(|line| line.first_word() == "readyok").count();
        trial.expect(count == 1000, "1000 readyok", count);
    }
    trial.stop(&[])?;
    Ok(())
}
