//! Points 1 to 8: starting, and the answer to `tei`.

use super::boards::{Gap, middle, win};
use super::memory::resident;
use super::root::Root;
use super::trial::{Outcome, Stop, Trial, skip};
use std::time::{Duration, Instant};
use stonefall_client::{Heard, InfoLine};
use stonefall_engine::types::Color::White;

/// Point 1.
pub(super) fn silence(trial: &mut Trial<'_>) -> Outcome {
    trial.open()?;
    let lines = trial.rest(300)?;
    trial.expect(lines.is_empty(), || "expected no line before the first command".into());
    Ok(())
}

/// Point 2. The memory is that of the process, as far as the system tells it.
pub(super) fn speed(trial: &mut Trial<'_>) -> Outcome {
    let mut best = Duration::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        trial.open()?;
        trial.send("tei");
        let lines = trial.until("teiok")?;
        let at = lines.last().map_or(start, |heard| heard.at);
        best = best.min(at.saturating_duration_since(start));
    }
    trial.within("start to teiok (best of 3)", best, 200);
    if let Some(mib) = trial.process.and_then(resident) {
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

/// Point 3.
pub(super) fn order(trial: &mut Trial<'_>) -> Outcome {
    trial.open()?;
    trial.send("tei");
    let mut lines = trial.until("teiok")?;
    trial.send("isready");
    lines.extend(trial.until("readyok")?);
    for heard in &lines {
        trial.expect(heard.text.trim_end() == heard.text, || {
            format!("expected no blank and no \\r at the end of '{}'", heard.text.escape_debug())
        });
    }
    let place = |heard: &Heard| {
        let mut words = heard.words();
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
        let mut found = lines.iter().filter(|heard| place(heard) == number);
        let has_text = found.any(|heard| heard.words().count() > 2);
        trial.expect(has_text, || format!("expected {name} with a text behind it"));
    }
    for heard in lines.iter().filter(|heard| ["teiok", "readyok"].contains(&heard.first_word())) {
        trial.expect(heard.words().count() == 1, || {
            format!("expected {} alone on its line", heard.first_word())
        });
    }
    Ok(())
}

/// Point 4.
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
    let texts: Vec<_> = lines.iter().map(|heard| heard.text.clone()).collect();
    trial.expect(texts == trial.facts.lines, || {
        "expected the same lines as at the first time".into()
    });
    let rest = trial.ready()?;
    trial.expect(rest.is_empty(), || "expected nothing after teiok".into());
    let search = trial.go(&win.root, &trial.movetime(200))?;
    trial.expect(win.is(search.best()), || {
        format!("expected the position to stay (best is {}), found {}", win.square, search.best())
    });
    let has_two = search.infos().any(|heard| heard.text.contains("multipv 2"));
    trial.expect(!several || has_two, || "expected MultiPV to stay 2".into());
    Ok(())
}

/// A conversation, so that there is something to see if no other point is looked at. If the engine
/// dies of it, that is another point's.
fn chat(trial: &mut Trial<'_>) -> Outcome {
    let root = middle(trial.size(), White);
    let go = trial.movetime(100);
    match trial.start_game().and_then(|()| trial.search(&root, &go)) {
        Ok(_) | Err(Stop::Trouble(_)) => Ok(()),
        Err(stop) => Err(stop),
    }
}

/// Point 5.
pub(super) fn no_empty_line(trial: &mut Trial<'_>) -> Outcome {
    chat(trial)
}

/// Point 6.
pub(super) fn first_words(trial: &mut Trial<'_>) -> Outcome {
    chat(trial)
}

/// Point 7: lines that tell of an early moment must have come by then.
pub(super) fn flushed(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    let root = Root::start(trial.size());
    trial.send(&root.command());
    trial.send("go infinite");
    let early = trial.rest(600)?;
    trial.send("stop");
    let late = trial.until("bestmove")?;
    let told = |heard: &&Heard| {
        let line = InfoLine::read(&heard.text);
        line.and_then(|line| line.number("time")).is_some_and(|time| time < 300)
    };
    let held_back = !early.iter().any(|heard| heard.first_word() == "info")
        && late.iter().filter(told).count() > 1;
    trial.expect(!held_back, || {
        "expected lines about the first 300 ms to come within 600 ms".into()
    });
    Ok(())
}

/// Point 8.
pub(super) fn stray(trial: &mut Trial<'_>) -> Outcome {
    if trial.settings.door.program().is_none() {
        return skip("the engine is no child process");
    }
    trial.start_game()?;
    let root = Root::start(trial.size());
    trial.search(&root, &trial.movetime(100))?;
    trial.send(&root.command());
    trial.send("go infinite");
    trial.rest(50)?;
    trial.send("stop");
    trial.until("bestmove")?;
    trial.ready()?;
    let (count, words) = (trial.stray_lines(), trial.last_words());
    trial.expect(count == 0, || {
        format!("expected nothing on standard error, found {count} lines: {}", words.join(" | "))
    });
    Ok(())
}
