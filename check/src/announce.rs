//! Points 9 to 17: the announced options. These points send nothing; they read the answer to `tei`.

use super::report::Exchange;
use super::trial::{Outcome, Trial, skip};
use stonefall_client::{Direction, OptionKind};

/// Keywords of option lines.
const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

/// An option line, split at its keywords: clients look for them anywhere in the line.
struct Announced {
    line: String,
    parts: Vec<(String, Vec<String>)>,
}

impl Announced {
    fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        if words.next() != Some("option") {
            return None;
        }
        let mut parts: Vec<(String, Vec<String>)> = Vec::new();
        for word in words {
            if KEYS.contains(&word.to_ascii_lowercase().as_str()) {
                parts.push((word.to_owned(), Vec::new()));
            } else if let Some((_, words)) = parts.last_mut() {
                words.push(word.to_owned());
            } else {
                parts.push((String::new(), vec![word.to_owned()]));
            }
        }
        Some(Self { line: line.to_owned(), parts })
    }

    fn words(&self, key: &str) -> Option<&[String]> {
        self.parts.iter().find(|(name, _)| name == key).map(|(_, words)| &**words)
    }

    /// The keys in order, in lower case: clients ignore case.
    fn keys(&self) -> Vec<String> {
        self.parts.iter().map(|(key, _)| key.to_ascii_lowercase()).collect()
    }

    fn name(&self) -> String {
        self.words("name").unwrap_or_default().join(" ")
    }

    fn kind(&self) -> &str {
        self.words("type").and_then(|words| words.first()).map_or("", String::as_str)
    }

    fn number(&self, key: &str) -> Option<i64> {
        self.words(key)?.first()?.parse().ok()
    }
}

/// Runs `judge` on each option; it returns the fault.
fn each(trial: &mut Trial<'_>, judge: impl Fn(&Announced) -> Option<String>) -> Outcome {
    let options: Vec<_> =
        trial.facts.lines.iter().filter_map(|line| Announced::read(line)).collect();
    if options.is_empty() {
        return skip("no options are announced");
    }
    for option in &options {
        if let Some(fault) = judge(option) {
            trial.mark();
            trial.record(Exchange::new(Direction::FromEngine, option.line.as_bytes()));
            trial.complain(fault);
        }
    }
    Ok(())
}

pub(super) fn order(trial: &mut Trial<'_>) -> Outcome {
    each(trial, |option| {
        let keys = option.keys();
        let keys: Vec<_> = keys.iter().map(String::as_str).collect();
        let fits = match option.kind() {
            "spin" => keys == ["name", "type", "default", "min", "max"],
            "combo" => {
                keys.starts_with(&["name", "type", "default", "var"])
                    && keys[3..].iter().all(|key| *key == "var")
            }
            "button" => keys == ["name", "type"],
            "check" | "string" => keys == ["name", "type", "default"],
            _ => keys.starts_with(&["name", "type"]),
        };
        // Repeated keywords belong to the next point.
        let doubled = keys.iter().any(|key| *key != "var" && count(&keys, key) > 1);
        (!fits && !doubled).then(|| {
            format!("expected the order of name, type, default and range, found {}", keys.join(" "))
        })
    })
}

fn count(keys: &[&str], key: &str) -> usize {
    keys.iter().filter(|it| *it == &key).count()
}

pub(super) fn keywords(trial: &mut Trial<'_>) -> Outcome {
    each(trial, |option| {
        let keys = option.keys();
        let keys: Vec<_> = keys.iter().map(String::as_str).collect();
        let twice = keys.iter().find(|key| **key != "var" && count(&keys, key) > 1);
        let value = option
            .parts
            .iter()
            .flat_map(|(_, words)| words)
            .any(|word| word.eq_ignore_ascii_case("value"));
        if option.name().is_empty() {
            return Some("expected a name without a keyword of option lines".into());
        }
        match twice {
            Some(key) => Some(format!("expected the keyword {key} once")),
            None if value => Some("expected an option line without the word 'value'".into()),
            None => None,
        }
    })
}

pub(super) fn spins(trial: &mut Trial<'_>) -> Outcome {
    each(trial, |option| {
        if option.kind() != "spin" {
            return None;
        }
        let numbers = ["min", "default", "max"].map(|key| option.number(key));
        let small = |number: &i64| i32::try_from(*number).is_ok();
        match numbers {
            [Some(min), Some(default), Some(max)]
                if min <= default && default <= max && [min, max].iter().all(small) =>
            {
                None
            }
            _ => Some("expected min <= default <= max, all within 32 bits".into()),
        }
    })
}

pub(super) fn checks(trial: &mut Trial<'_>) -> Outcome {
    each(trial, |option| {
        let default = option.words("default").unwrap_or_default().join(" ");
        (option.kind() == "check" && !["true", "false"].contains(&default.as_str()))
            .then(|| format!("expected the default true or false, found '{default}'"))
    })
}

pub(super) fn types(trial: &mut Trial<'_>) -> Outcome {
    each(trial, |option| {
        let known = ["check", "spin", "combo", "button", "string"].contains(&option.kind());
        (!known).then(|| format!("expected a type that clients know, found '{}'", option.kind()))
    })
}

pub(super) fn words(trial: &mut Trial<'_>) -> Outcome {
    each(trial, |option| {
        let default = option.words("default").unwrap_or_default();
        let is_text = ["string", "combo"].contains(&option.kind());
        (is_text && default.len() != 1)
            .then(|| format!("expected a default of one word, found '{}'", default.join(" ")))
    })
}

/// Options that clients look up by name.
const WELL_KNOWN: [&str; 8] =
    ["HalfKomi", "Threads", "Hash", "MultiPV", "Flats", "Caps", "Flatstones", "Capstones"];

pub(super) fn names(trial: &mut Trial<'_>) -> Outcome {
    each(trial, |option| {
        let name = option.name();
        let plain: String = name.chars().filter(|char| char.is_alphanumeric()).collect();
        let known = WELL_KNOWN.iter().find(|known| known.eq_ignore_ascii_case(&plain))?;
        (name != *known).then(|| format!("expected the name {known}, found '{name}'"))
    })
}

pub(super) fn komi(trial: &mut Trial<'_>) -> Outcome {
    match trial.facts.option("HalfKomi").map(|option| option.kind.clone()) {
        None => trial.complain("expected an option HalfKomi"),
        Some(OptionKind::Spin { min: Some(min), max: Some(max), .. }) => {
            trial.expect(min >= -20 && max <= 20, || {
                format!("expected a range within -20 to 20 (clients draw a menu of it), found {min} to {max}")
            });
        }
        Some(_) => trial.complain(
            "expected HalfKomi to be a spin with a range (playtak-tei ignores other types)",
        ),
    }
    Ok(())
}

pub(super) fn usual(trial: &mut Trial<'_>) -> Outcome {
    for name in ["MultiPV", "Threads", "Hash"] {
        match trial.facts.spin(name) {
            None => trial.complain(format!("expected {name} as a spin")),
            Some((min, max)) if name == "MultiPV" => {
                let default = trial.facts.option(name).and_then(|option| option.default());
                trial.expect(min == 1 && max >= 8 && default.as_deref() == Some("1"), || {
                    format!("expected MultiPV with default 1, min 1 and max 8 or more, found {min} to {max}")
                });
            }
            Some(_) => {}
        }
    }
    Ok(())
}
