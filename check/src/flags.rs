//! Points 23, 28 and 29: buttons, piece counts, and options on the command line.

use super::boards::{Gap, win};
use super::root::Root;
use super::trial::{Outcome, Trial, skip};
use std::time::Duration;
use stonefall_client::{Client, OptionKind, OptionSpec};
use stonefall_engine::types::Color::White;

pub(super) fn buttons(trial: &mut Trial<'_>) -> Outcome {
    let options = trial.facts.identity.options.clone();
    let buttons = options.iter().filter(|option| option.kind == OptionKind::Button);
    let buttons: Vec<_> = buttons.map(|option| option.name.clone()).collect();
    if buttons.is_empty() {
        return skip("no button is announced");
    }
    for name in &buttons {
        for line in [format!("setoption name {name}"), format!("setoption name {name} value now")] {
            trial.case(&line, Trial::start_game, |trial| {
                let reply = trial.request(&line)?;
                trial.expect(reply.is_empty(), || format!("expected '{line}' to have no answer"));
                Ok(())
            })?;
        }
    }
    trial.search(&Root::start(trial.size()), &trial.movetime(50)).map(|_| ())
}

/// Point 28. Point 25 checks their effect.
pub(super) fn counts(trial: &mut Trial<'_>) -> Outcome {
    let standard = stonefall_engine::types::Reserve::standard(trial.size());
    let (stones, capstones) = (standard.stones, standard.capstones);
    for name in ["Flats", "Caps", "Flats1", "Flats2", "Caps1", "Caps2", "Flatstones", "Capstones"] {
        let count = if name.starts_with("Flat") { stones } else { capstones };
        let line = format!("setoption name {name} value {count}");
        trial.case(&line, Trial::start, |trial| trial.request(&line).map(|_| ()))?;
    }
    trial.case("a game after that", Trial::start, |trial| {
        trial.new_game(trial.size())?;
        let win = win(trial.size(), White, Gap::Right);
        trial.search(&win.root, &trial.movetime(100)).map(|_| ())
    })
}

/// Point 29. Flags have the names of Stonefall's; the check cannot know others.
pub(super) fn flags(trial: &mut Trial<'_>) -> Outcome {
    let Some(program) = trial.settings.connector.program().cloned() else {
        return skip("the engine is not a child process");
    };
    let spins: Vec<_> = ["Hash", "Threads", "HalfKomi"]
        .into_iter()
        .filter_map(|name| Some((name, trial.facts.spin(name)?)))
        .filter(|(_, (min, max))| max > min)
        .collect();
    let Some(&(name, (min, max))) = spins.first() else {
        return skip("no option with a range is announced");
    };
    let default = trial.facts.option(name).and_then(OptionSpec::default).unwrap_or_default();
    let value = [max.min(7), min.max(2)].into_iter().find(|it| it.to_string() != default);
    let value = value.unwrap_or(min);
    let flag = format!("--{}", name.to_lowercase());
    let launch = program.argument(&flag).argument(value.to_string());
    let unknown = format!("the flag {flag} has no effect, and other names are unknown");
    let Ok(client) = Client::start(&launch) else { return skip(unknown) };
    trial.put_client(client);
    trial.send("tei");
    let Ok(lines) = trial.until_within("teiok", Duration::from_secs(2)) else {
        return skip(unknown);
    };
    let wanted = format!(" default {value} ");
    let is_set = lines.iter().any(|line| {
        line.text.starts_with(&format!("option name {name} ")) && line.text.contains(&wanted)
    });
    if is_set { Ok(()) } else { skip(unknown) }
}
