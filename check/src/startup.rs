//! Points 1 to 8: the start, and the answer to `tei`.

use super::boards::{Gap, middle, win};
use super::memory::resident;
use super::root::Root;
use super::session::arrival;
use super::trial::{Outcome, Stop, Trial, skip};
use std::time::{Duration, Instant};
use stonefall_client::{InfoLine, Line};
use stonefall_engine::types::Color::White;

pub(super) fn silence(trial: &mut Trial<'_>) -> Outcome {
    trial.open()?;
    let lines = trial.pause(300)?;
    trial.expect(lines.is_empty(), || "expected no line before the first command".into());
    Ok(())
}

/// Point 2. Only some systems report the memory of a process.
pub(super) fn speed(trial: &mut Trial<'_>) -> Outcome {
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        let lines = trial.introduce()?;
        best = best.min(arrival(&lines, start));
    }
    trial.within("start to teiok (best of 3)", best, 200);
    if let Some(mib) = trial.process().and_then(resident) {
        trial.figure("memory before isready", mib, "MiB");
        let hash = match trial.facts.option("Hash").and_then(|option| option.default()) {
            Some(default) => default.parse().unwrap_or(0.0),
            None => 0.0,
        };
        trial.expect(hash < 32.0 || mib < hash, || {
            format!("expected less memory than the table of {hash} MiB before isready, found {mib:.0} MiB")
        });
    }
    Ok(())
}

pub(super) fn order(trial: &mut Trial<'_>) -> Outcome {
    let mut lines = trial.introduce()?;
    trial.send("isready");
    lines.extend(trial.until("readyok")?);
    for line in &lines {
        trial.expect(line.text.trim_end() == line.text, || {
            format!("expected no trailing blank or \\r in '{}'", line.text.escape_debug())
        });
    }
    let place = |line: &Line| {
        let mut words = line.words();
        match (words.next(), words.next()) {
            (Some("id"), Some("name")) => 0,
            (Some("id"), Some("author")) => 1,
            (Some("id"), Some("version")) => 2,
            (Some("size"), _) => 3,
            (Some("option"), _) => 4,
            (Some("teiok"), _) => 5,
            _ => 6,
        }
    };
    let places: Vec<_> = lines.iter().map(place).filter(|&place| place < 6).collect();
    trial.expect(places.is_sorted(), || {
        "expected id name, id author, id version, size, option, teiok in this order".into()
    });
    for (number, name) in [(0, "id name"), (1, "id author")] {
        let mut found = lines.iter().filter(|line| place(line) == number);
        let has_text = found.any(|line| line.words().count() > 2);
        trial.expect(has_text, || format!("expected a text after {name}"));
    }
    for line in lines.iter().filter(|line| ["teiok", "readyok"].contains(&line.first_word())) {
        trial.expect(line.words().count() == 1, || {
            format!("expected {} alone on its line", line.first_word())
        });
    }
    Ok(())
}

pub(super) fn again(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    let several = trial.facts.spin("MultiPV").is_some_and(|(_, max)| max > 1);
    if several {
        trial.set("MultiPV", 2);
    }
    let win = win(trial.size(), White, Gap::Left);
    trial.send(&win.root.command());
    trial.send("tei");
    let lines = trial.until("teiok")?;
    let texts: Vec<_> = lines.iter().map(|line| line.text.clone()).collect();
    trial.expect(texts == trial.facts.lines, || {
        "expected the same lines as after the first tei".into()
    });
    let rest = trial.ready()?;
    trial.expect(rest.is_empty(), || "expected nothing after teiok".into());
    let search = trial.go(&win.root, &trial.movetime(200))?;
    trial.expect(win.is(search.best()), || {
        format!("expected the position to stay (best move {}), found {}", win.square, search.best())
    });
    let has_two = search.infos().any(|line| line.text.contains("multipv 2"));
    trial.expect(!several || has_two, || "expected MultiPV to stay 2".into());
    Ok(())
}

/// A short session, so that something is observed if no other point is checked. A crash belongs to
/// another point.
fn sample(trial: &mut Trial<'_>) -> Outcome {
    let root = middle(trial.size(), White);
    let go = trial.movetime(100);
    match trial.start_game().and_then(|()| trial.search(&root, &go)) {
        Ok(_) | Err(Stop::Failed(_)) => Ok(()),
        Err(stop) => Err(stop),
    }
}

pub(super) fn no_empty_line(trial: &mut Trial<'_>) -> Outcome {
    sample(trial)
}

pub(super) fn first_words(trial: &mut Trial<'_>) -> Outcome {
    sample(trial)
}

/// Point 7: lines about an early moment must arrive early.
pub(super) fn flushed(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    let root = Root::start(trial.size());
    trial.send(&root.command());
    trial.send("go infinite");
    let early = trial.pause(600)?;
    trial.send("stop");
    let late = trial.until("bestmove")?;
    let reply = |line: &&Line| {
        let line = InfoLine::read(&line.text);
        line.and_then(|line| line.number("time")).is_some_and(|time| time < 300)
    };
    let held_back = !early.iter().any(|line| line.first_word() == "info")
        && late.iter().filter(reply).count() > 1;
    trial.expect(!held_back, || {
        "expected lines about the first 300 ms to come within 600 ms".into()
    });
    Ok(())
}

pub(super) fn no_diagnostics(trial: &mut Trial<'_>) -> Outcome {
    if trial.settings.connector.program().is_none() {
        return skip("the engine is not a child process");
    }
    trial.start_game()?;
    let root = Root::start(trial.size());
    trial.search(&root, &trial.movetime(100))?;
    trial.send(&root.command());
    trial.send("go infinite");
    trial.pause(50)?;
    trial.stop(&[])?;
    trial.ready()?;
    let (count, words) = (trial.diagnostic_count(), trial.diagnostics());
    trial.expect(count == 0, || {
        format!("expected nothing on standard error, found {count} lines: {}", words.join(" | "))
    });
    Ok(())
}
