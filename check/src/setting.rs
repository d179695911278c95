//! Points 18 to 22, 24 and 26: options that are set.

use super::boards::{closing, middle};
use super::root::Root;
use super::session::answers;
use super::trial::{Outcome, Search, Trial, skip};
use stonefall_client::{InfoLine, OptionKind, OptionSpec, Score};
use stonefall_engine::types::Color::White;

/// Arguments of `setoption` that set the default.
fn default(option: &OptionSpec) -> String {
    match option.default() {
        Some(default) if !default.is_empty() => format!(" value {default}"),
        _ => String::new(),
    }
}

/// The result of a search that repeats exactly. The time of the last line varies, and so does its
/// number of nodes.
pub(super) fn result(search: &Search) -> String {
    let line = search.infos().rev().find_map(|line| {
        let line = InfoLine::read(&line.text)?;
        let parts = ["depth", "score", "pv"]
            .map(|key| format!("{key} {}", line.values(key).unwrap_or_default().join(" ")));
        (!line.pv().is_empty()).then(|| parts.join(" "))
    });
    format!("{} bestmove {}", line.unwrap_or_default(), search.best())
}

pub(super) fn defaults(trial: &mut Trial<'_>) -> Outcome {
    let options = trial.facts.identity.options.clone();
    if options.is_empty() {
        return skip("no options are announced");
    }
    let root = middle(trial.size(), White);
    let go = "go nodes 3000";
    let mut results = Vec::new();
    for round in 0..3 {
        trial.start()?;
        if round == 2 {
            for option in &options {
                trial.mark();
                let value = default(option);
                let reply = trial.request(&format!("setoption name {}{value}", option.name))?;
                trial.expect(reply.is_empty(), || {
                    format!("expected no answer when {} is set to its default", option.name)
                });
            }
        }
        trial.new_game(trial.size())?;
        trial.mark();
        results.push(trial.search(&root, go)?);
    }
    let [first, second, third] = [0, 1, 2].map(|index| result(&results[index]));
    // The results of a nondeterministic engine cannot be compared.
    trial.expect(first != second || first == third, || {
        format!("expected the same search as before the defaults were set: {first}, found {third}")
    });
    Ok(())
}

/// Number of lines of a search.
pub(super) fn shown_lines(search: &Search) -> i64 {
    let ranks = search.infos().filter_map(|line| Some(InfoLine::read(&line.text)?.rank()));
    ranks.max().unwrap_or(0)
}

/// Searches a quiet position and counts its lines.
pub(super) fn count_lines(trial: &mut Trial<'_>) -> Outcome<i64> {
    let root = middle(trial.size(), White);
    Ok(shown_lines(&trial.search(&root, &trial.movetime(150))?))
}

/// Searches a position whose winner depends on the komi. Returns whether the score names the winner.
pub(super) fn sees_komi(trial: &mut Trial<'_>, half_komi: i32, lead: i32) -> Outcome<bool> {
    let root = closing(trial.size(), White, lead).with_komi(half_komi);
    let search = trial.search(&root, &trial.movetime(150))?;
    let score = search.infos().rev().find_map(|line| InfoLine::read(&line.text)?.score());
    let score = score.map(Score::rank);
    let expected = (2 * lead - half_komi).signum();
    Ok(score.is_some_and(|score| score.signum() == i64::from(expected)))
}

/// A lead in flats that wins with the smaller of two komis and loses with the larger.
pub(super) fn between(one: i32, other: i32) -> i32 {
    (one + other).div_euclid(4)
}

pub(super) fn capitals(trial: &mut Trial<'_>) -> Outcome {
    let options = trial.facts.identity.options.clone();
    if options.is_empty() {
        return skip("no options are announced");
    }
    trial.start_game()?;
    for option in &options {
        let name = &option.name;
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
            let reply =
                trial.request(&format!("setoption name {} value {value}", name.to_uppercase()))?;
            trial.expect(reply.is_empty(), || format!("expected no answer to the value {value}"));
        }
    }
    if trial.facts.spin("MultiPV").is_some_and(|(_, max)| max >= 3) {
        for (name, count) in [("multipv", 3), ("MULTIPV", 2)] {
            trial.mark();
            trial.set(name, count);
            let found = count_lines(trial)?;
            trial.expect(found == count, || {
                format!("expected {count} lines after setoption name {name}, found {found}")
            });
        }
    }
    Ok(())
}

pub(super) fn komi(trial: &mut Trial<'_>) -> Outcome {
    if !trial.facts.is_new_dialect() {
        return skip("the engine announces no sizes");
    }
    let Some(komi) = trial.facts.other_komi() else {
        return skip("the engine plays with one komi only");
    };
    let lead = between(trial.facts.half_komi(), komi);
    trial.start()?;
    trial.set("HalfKomi", komi);
    trial.new_game(trial.size())?;
    let sees = sees_komi(trial, komi, lead)?;
    trial.expect(sees, || format!("expected a score by half-komi {komi}"));
    Ok(())
}

pub(super) fn range(trial: &mut Trial<'_>) -> Outcome {
    let mut found = false;
    let begin = Trial::start_game;
    for name in ["Hash", "Threads", "MultiPV", "HalfKomi"] {
        let Some((_, max)) = trial.facts.spin(name) else { continue };
        found = true;
        let beyond = max.saturating_add(1).to_string();
        for value in ["99999999999999999999", "0", "-1", "-99999999999", &beyond] {
            let line = format!("setoption name {name} value {value}");
            trial.case(&line, begin, |trial| trial.request(&line).map(|_| ()))?;
        }
        trial.case("a search after that", begin, |trial| {
            // The default, because a thousand threads would slow the search down.
            if let Some(option) = trial.facts.option(name).cloned() {
                trial.request(&format!("setoption name {name}{}", default(&option)))?;
            }
            trial.search(&middle(trial.size(), White), &trial.movetime(50)).map(|_| ())
        })?;
    }
    if found { Ok(()) } else { skip("no option with a range is announced") }
}

pub(super) fn nonsense(trial: &mut Trial<'_>) -> Outcome {
    let begin = Trial::start_game;
    let name =
        trial.facts.identity.options.first().map_or("Hash", |option| &option.name).to_owned();
    for line in [
        format!("setoption name {name} value much"),
        format!("setoption name {name} value"),
        format!("setoption name {name}"),
        "setoption name Nothing value 1".into(),
        "setoption name Nothing".into(),
        "setoption name value 3".into(),
        "setoption name".into(),
        "setoption".into(),
        "setoption value name".into(),
        // PTN Ninja sends this even if the option is not announced.
        format!("setoption name HalfKomi value {}", trial.facts.half_komi()),
    ] {
        trial.case(&line, begin, |trial| trial.request(&line).map(|_| ()))?;
    }
    trial.case("a search after that", begin, |trial| {
        trial.search(&Root::start(trial.size()), &trial.movetime(50)).map(|_| ())
    })
}

pub(super) fn order(trial: &mut Trial<'_>) -> Outcome {
    let several = trial.facts.spin("MultiPV").is_some_and(|(_, max)| max >= 2);
    let komi = trial.facts.other_komi();
    if !several && komi.is_none() {
        return skip("neither MultiPV nor a range of HalfKomi is announced");
    }
    for (place, name) in
        ["before teinewgame", "between teinewgame and isready", "after isready"].iter().enumerate()
    {
        let set = |trial: &mut Trial<'_>| {
            if several {
                trial.set("MultiPV", 2);
            }
            if let Some(komi) = komi {
                trial.set("HalfKomi", komi);
            }
        };
        trial.start()?;
        if place == 0 {
            set(trial);
        }
        trial.send(&format!("teinewgame {}", trial.size()));
        if place == 1 {
            set(trial);
        }
        trial.ready()?;
        if place == 2 {
            set(trial);
        }
        if several {
            let found = count_lines(trial)?;
            trial.expect(found == 2, || {
                format!("expected 2 lines with MultiPV set {name}, found {found}")
            });
        }
        if let Some(komi) = komi {
            let lead = between(trial.facts.half_komi(), komi);
            let sees = sees_komi(trial, komi, lead)?;
            trial.expect(sees, || format!("expected half-komi {komi} to count, set {name}"));
        }
    }
    Ok(())
}

pub(super) fn running(trial: &mut Trial<'_>) -> Outcome {
    trial.start_game()?;
    let root = Root::start(trial.size());
    trial.send(&root.command());
    trial.send("go infinite");
    trial.pause(100)?;
    let several = trial.facts.spin("MultiPV").is_some_and(|(_, max)| max >= 2);
    if several {
        trial.set("MultiPV", 2);
    }
    trial.set("Nothing", 7);
    let reply =
        trial.request(&format!("setoption name HalfKomi value {}", trial.facts.half_komi()))?;
    let ended = answers(&reply) > 0;
    trial.expect(!ended, || "expected the search to continue".into());
    trial.stop(&reply)?;
    trial.ready()?;
    if several {
        let found = count_lines(trial)?;
        trial.expect(found == 2, || {
            format!("expected 2 lines in the search after MultiPV was set, found {found}")
        });
    }
    Ok(())
}
