//! Points 18 to 24, 26, 28 and 29: options that are set.

use super::boards::{Gap, closing, middle, win};
use super::root::{Root, Search};
use super::session::answers;
use super::trial::{Outcome, Trial, need, skip};
use std::time::Duration;
use stonefall_client::{Client, OptionKind, OptionSpec, Score};
use stonefall_engine::types::Color::White;
use stonefall_engine::types::Reserve;

/// A command that sets an option to its default.
fn default(option: &OptionSpec) -> String {
    match option.default() {
        Some(default) if !default.is_empty() => {
            format!("setoption name {} value {default}", option.name)
        }
        _ => format!("setoption name {}", option.name),
    }
}

/// The announced options.
fn announced<'a>(trial: &Trial<'a>) -> Outcome<&'a [OptionSpec]> {
    let options = trial.facts.identity.options.as_slice();
    if options.is_empty() { skip("no options are announced") } else { Ok(options) }
}

/// The result of a search that repeats exactly. The time of the last line varies, and so does its
/// number of nodes.
pub(super) fn result(search: &Search) -> String {
    let line = search.infos().rev().find(|line| !line.pv().is_empty()).map(|line| {
        ["depth", "score", "pv"]
            .map(|key| format!("{key} {}", line.values(key).unwrap_or_default().join(" ")))
            .join(" ")
    });
    format!("{} bestmove {}", line.unwrap_or_default(), search.best())
}

pub(super) fn defaults(trial: &mut Trial<'_>) -> Outcome {
    let options = announced(trial)?;
    let root = middle(trial.size(), White);
    let mut results = Vec::new();
    for round in 0..3 {
        trial.start()?;
        for option in options.iter().filter(|_| round == 2) {
            trial.mark();
            let reason = format!("when {} is set to its default", option.name);
            trial.expect_silence(&default(option), reason)?;
        }
        trial.new_game(trial.size())?;
        trial.mark();
        results.push(result(&trial.search(&root, "go nodes 3000")?));
    }
    // The results of a nondeterministic engine cannot be compared.
    let holds = results[0] != results[1] || results[0] == results[2];
    let expected = "the same search as before the defaults were set: ";
    trial.expect(holds, format_args!("{expected}{}", results[0]), &results[2]);
    Ok(())
}

/// Searches a quiet position and expects a number of lines.
fn expect_lines(trial: &mut Trial<'_>, count: i64, case: &str) -> Outcome {
    let search = trial.search(&middle(trial.size(), White), &trial.movetime(150))?;
    let found = search.infos().map(|line| line.rank()).max().unwrap_or(0);
    trial.expect(found == count, format_args!("{count} lines {case}"), found);
    Ok(())
}

/// Searches a position whose winner depends on the komi, and expects the score to name the winner.
pub(super) fn expect_komi(trial: &mut Trial<'_>, half_komi: i32, lead: i32, case: &str) -> Outcome {
    let root = closing(trial.size(), White, lead).with_komi(half_komi);
    let search = trial.search(&root, &trial.movetime(150))?;
    let score = search.infos().rev().find_map(|line| line.score()).map(Score::rank);
    let sign = i64::from((2 * lead - half_komi).signum());
    let sees = score.is_some_and(|score| score.signum() == sign);
    trial.require(sees, format_args!("half-komi {half_komi} to count {case}"));
    Ok(())
}

/// A lead in flats that wins with the smaller of two komis and loses with the larger.
pub(super) fn between(one: i32, other: i32) -> i32 {
    (one + other).div_euclid(4)
}

pub(super) fn capitals(trial: &mut Trial<'_>) -> Outcome {
    let options = announced(trial)?;
    trial.start_game()?;
    for option in options {
        let values: Vec<String> = match &option.kind {
            OptionKind::Check { default } => {
                let last = if *default == Some(true) { "1" } else { "0" };
                ["true", "FALSE", "1", "0", "on", "off", last].map(str::to_owned).to_vec()
            }
            OptionKind::Combo { values, default } => {
                let values = values.iter().chain(default);
                values.flat_map(|value| [value.to_uppercase(), value.to_lowercase()]).collect()
            }
            _ => continue,
        };
        for value in values {
            trial.mark();
            let line = format!("setoption name {} value {value}", option.name.to_uppercase());
            trial.expect_silence(&line, format_args!("to the value {value}"))?;
        }
    }
    if trial.facts.allows("MultiPV", 3) {
        for (name, count) in [("multipv", 3), ("MULTIPV", 2)] {
            trial.mark();
            trial.set(name, count);
            expect_lines(trial, count, &format!("after setoption name {name}"))?;
        }
    }
    Ok(())
}

pub(super) fn komi(trial: &mut Trial<'_>) -> Outcome {
    if !trial.facts.is_new_dialect() {
        return skip("the engine announces no sizes");
    }
    let komi = need(trial.facts.other_komi(), "the engine plays with one komi only")?;
    trial.start_game_with("HalfKomi", komi.into())?;
    expect_komi(trial, komi, between(trial.facts.half_komi(), komi), "beside announced sizes")
}

pub(super) fn range(trial: &mut Trial<'_>) -> Outcome {
    let facts = trial.facts;
    let mut is_any = false;
    for name in ["Hash", "Threads", "MultiPV", "HalfKomi"] {
        let (Some((_, max)), Some(option)) = (facts.spin(name), facts.option(name)) else {
            continue;
        };
        is_any = true;
        let beyond = max.saturating_add(1).to_string();
        let values = ["99999999999999999999", "0", "-1", "-99999999999", &beyond];
        let lines = values.map(|value| format!("setoption name {name} value {value}"));
        trial.cases(lines, Trial::request)?;
        trial.case("a search after that", |trial| {
            // The default, because a thousand threads would slow the search down.
            trial.request(&default(option))?;
            trial.search(&middle(trial.size(), White), &trial.movetime(50))
        })?;
    }
    if is_any { Ok(()) } else { skip("no option with a range is announced") }
}

/// Commands that an engine may refuse. `HASH` is the first announced option. PTN Ninja sets HalfKomi
/// even if the option is not announced.
const NONSENSE: [&str; 10] = [
    "setoption name HASH value much",
    "setoption name HASH value",
    "setoption name HASH",
    "setoption name Nothing value 1",
    "setoption name Nothing",
    "setoption name value 3",
    "setoption name",
    "setoption",
    "setoption value name",
    "setoption name HalfKomi value KOMI",
];

pub(super) fn nonsense(trial: &mut Trial<'_>) -> Outcome {
    let first = trial.facts.identity.options.first().map_or("Hash", |option| &option.name);
    let komi = trial.facts.half_komi().to_string();
    let lines = NONSENSE.map(|line| line.replace("HASH", first).replace("KOMI", &komi));
    trial.cases(lines, Trial::request)?;
    trial.case("a search after that", |trial| {
        trial.search(&Root::start(trial.size()), &trial.movetime(50))
    })
}

pub(super) fn buttons(trial: &mut Trial<'_>) -> Outcome {
    let options = trial.facts.identity.options.iter();
    let buttons = options.filter(|option| option.kind == OptionKind::Button);
    let lines: Vec<_> = buttons
        .map(|option| format!("setoption name {}", option.name))
        .flat_map(|line| [line.clone(), format!("{line} value now")])
        .collect();
    if lines.is_empty() {
        return skip("no button is announced");
    }
    trial.cases(&lines, |trial, line| trial.expect_silence(line, format_args!("to '{line}'")))?;
    trial.search(&Root::start(trial.size()), &trial.movetime(50))?;
    Ok(())
}

const TIMES: [&str; 3] = ["before teinewgame", "between teinewgame and isready", "after isready"];

pub(super) fn order(trial: &mut Trial<'_>) -> Outcome {
    let several = trial.facts.allows("MultiPV", 2);
    let komi = trial.facts.other_komi();
    if !several && komi.is_none() {
        return skip("neither MultiPV nor a range of HalfKomi is announced");
    }
    for time in TIMES {
        let set_at = |trial: &mut Trial<'_>, now: &str| {
            if now == time && several {
                trial.set("MultiPV", 2);
            }
            if let Some(komi) = komi.filter(|_| now == time) {
                trial.set("HalfKomi", komi);
            }
        };
        trial.start()?;
        set_at(trial, TIMES[0]);
        trial.send(&format!("teinewgame {}", trial.size()));
        set_at(trial, TIMES[1]);
        trial.ready()?;
        set_at(trial, TIMES[2]);
        if several {
            expect_lines(trial, 2, &format!("with MultiPV set {time}"))?;
        }
        if let Some(komi) = komi {
            let lead = between(trial.facts.half_komi(), komi);
            expect_komi(trial, komi, lead, &format!("when set {time}"))?;
        }
    }
    Ok(())
}

pub(super) fn running(trial: &mut Trial<'_>) -> Outcome {
    trial.think(&Root::start(trial.size()), 100)?;
    let several = trial.facts.allows("MultiPV", 2);
    if several {
        trial.set("MultiPV", 2);
    }
    trial.set("Nothing", 7);
    trial.set("HalfKomi", trial.facts.half_komi());
    let reply = trial.ready()?;
    trial.require(answers(&reply) == 0, "the search to continue");
    trial.stop(&reply)?;
    trial.ready()?;
    if several {
        expect_lines(trial, 2, "in the search after MultiPV was set")?;
    }
    Ok(())
}

/// Point 28. Point 25 checks their effect.
pub(super) fn counts(trial: &mut Trial<'_>) -> Outcome {
    let Reserve { stones, capstones, .. } = Reserve::standard(trial.size());
    let flats = ["Flats", "Flats1", "Flats2", "Flatstones"].map(|name| (name, stones));
    let caps = ["Caps", "Caps1", "Caps2", "Capstones"].map(|name| (name, capstones));
    let lines = flats.into_iter().chain(caps);
    let lines = lines.map(|(name, count)| format!("setoption name {name} value {count}"));
    trial.begin(Trial::start)?;
    trial.cases(lines, Trial::request)?;
    trial.case("a game after that", |trial| {
        trial.new_game(trial.size())?;
        let win = win(trial.size(), White, Gap::Right);
        trial.search(&win.root, &trial.movetime(100))
    })
}

/// Point 29. Flags have the names of Stonefall's; the check cannot know others.
pub(super) fn flags(trial: &mut Trial<'_>) -> Outcome {
    let program = trial.settings.engine.program()?;
    let mut spins = ["Hash", "Threads", "HalfKomi"]
        .into_iter()
        .filter_map(|name| Some((name, trial.facts.spin(name)?)))
        .filter(|(_, (min, max))| max > min);
    let (name, (min, max)) = need(spins.next(), "no option with a range is announced")?;
    let default = trial.facts.default_of(name).unwrap_or_default();
    let value = [max.min(7), min.max(2)].into_iter().find(|it| it.to_string() != default);
    let value = value.unwrap_or(min);
    let flag = format!("--{}", name.to_lowercase());
    let launch = program.clone().argument(&flag).argument(value.to_string());
    let unknown = format!("the flag {flag} has no effect, and other names are unknown");
    let Ok(client) = Client::start(&launch) else { return skip(unknown) };
    trial.put_client(client);
    trial.send("tei");
    // A program that takes the flag for something else may stay silent.
    let time = Duration::from_secs(2) + trial.settings.slack;
    let Ok(lines) = trial.until_within("teiok", time) else { return skip(unknown) };
    let (start, wanted) = (format!("option name {name} "), format!(" default {value} "));
    let is_set =
        lines.iter().any(|line| line.text.starts_with(&start) && line.text.contains(&wanted));
    if is_set { Ok(()) } else { skip(unknown) }
}
