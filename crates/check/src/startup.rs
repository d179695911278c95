//! Points 1 to 4, 7 and 8: the start, and the answer to `tei`.

use super::boards::{Gap, win};
use super::memory::resident;
use super::root::Root;
use super::session::arrival;
use super::trial::{Outcome, Trial};
use std::time::{Duration, Instant};
use stonefall_client::{InfoLine, Line};
use stonefall_engine::types::Color::White;

pub(super) fn silence(trial: &mut Trial<'_>) -> Outcome {
    trial.open()?;
    let lines = trial.pause(300)?;
    trial.require(lines.is_empty(), "no line before the first command");
    Ok(())
}

/// Point 2. Only some systems report the memory of a process.
pub(super) fn speed(trial: &mut Trial<'_>) -> Outcome {
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        best = best.min(arrival(&trial.introduce()?, start));
    }
    trial.within("start to teiok (best of 3)", best, 200);
    if let Some(mib) = trial.process().and_then(resident) {
        trial.figure("memory before isready", mib, "MiB");
        let hash = trial.facts.default_of("Hash").and_then(|default| default.parse().ok());
        let hash: f64 = hash.unwrap_or(0.0);
        let expected = format_args!("less memory than the table of {hash} MiB before isready");
        trial.expect(hash < 32.0 || mib < hash, expected, format_args!("{mib:.0} MiB"));
    }
    Ok(())
}

/// The beginnings of the lines of an answer to `tei`, in order.
const ORDER: [&str; 6] = ["id name", "id author", "id version", "size", "option", "teiok"];

pub(super) fn order(trial: &mut Trial<'_>) -> Outcome {
    let mut lines = trial.introduce()?;
    trial.send("isready");
    lines.extend(trial.until("readyok")?);
    for line in &lines {
        let shown = line.text.escape_debug();
        let expected = format_args!("no trailing blank or \\r in '{shown}'");
        trial.require(line.text.trim_end() == line.text, expected);
    }
    let place = |line: &Line| {
        let words: Vec<_> = line.words().take(2).collect();
        ORDER.iter().position(|start| *start == words.join(" ") || words.first() == Some(start))
    };
    let places: Vec<_> = lines.iter().filter_map(place).collect();
    trial.require(places.is_sorted(), format_args!("{} in this order", ORDER.join(", ")));
    for (number, name) in ORDER.iter().enumerate().take(2) {
        let mut found = lines.iter().filter(|line| place(line) == Some(number));
        let has_text = found.any(|line| line.words().count() > 2);
        trial.require(has_text, format_args!("a text after {name}"));
    }
    for line in lines.iter().filter(|line| ["teiok", "readyok"].contains(&line.first_word())) {
        let is_alone = line.words().count() == 1;
        trial.require(is_alone, format_args!("{} alone on its line", line.first_word()));
    }
    Ok(())
}

pub(super) fn again(trial: &mut Trial<'_>) -> Outcome {
    let several = trial.facts.allows("MultiPV", 2);
    trial.start_game_with(if several { "MultiPV" } else { "" }, 2)?;
    let win = win(trial.size(), White, Gap::Left);
    trial.send(&win.root.command());
    trial.send("tei");
    let lines = trial.until("teiok")?;
    let is_same = lines.iter().map(|line| &line.text).eq(&trial.facts.lines);
    trial.require(is_same, "the same lines as after the first tei");
    let rest = trial.ready()?;
    trial.require(rest.is_empty(), "nothing after teiok");
    let search = trial.go(&win.root, &trial.movetime(200))?;
    let expected = format_args!("the position to stay (best move {})", win.square);
    trial.expect(win.is(search.best()), expected, search.best());
    let has_two = search.infos().any(|line| line.text.contains("multipv 2"));
    trial.require(!several || has_two, "MultiPV to stay 2");
    Ok(())
}

/// Point 7: lines about an early moment must arrive early.
pub(super) fn flushed(trial: &mut Trial<'_>) -> Outcome {
    let early = trial.think(&Root::start(trial.size()), 600)?;
    trial.send("stop");
    let late = trial.until("bestmove")?;
    let is_early = |line: &&Line| {
        let line = InfoLine::read(&line.text);
        line.and_then(|line| line.number::<i64>("time")).is_some_and(|time| time < 300)
    };
    let is_delayed = !early.iter().any(|line| line.first_word() == "info")
        && late.iter().filter(is_early).count() > 1;
    trial.require(!is_delayed, "lines about the first 300 ms to come within 600 ms");
    Ok(())
}

pub(super) fn no_diagnostics(trial: &mut Trial<'_>) -> Outcome {
    trial.settings.engine.program()?;
    trial.start_game()?;
    let root = Root::start(trial.size());
    trial.search(&root, &trial.movetime(100))?;
    trial.think(&root, 50)?;
    trial.stop(&[])?;
    trial.ready()?;
    let (count, words) = trial.diagnostics();
    let found = format_args!("{count} lines: {}", words.join(" | "));
    trial.expect(count == 0, "nothing on standard error", found);
    Ok(())
}
