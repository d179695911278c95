//! Points 9 to 17: the options as they are announced. Nothing is sent: the lines came with `teiok`.

use super::report::Exchange;
use super::trial::{Outcome, Trial, skip};
use stonefall_client::{OptionKind, Way};

/// Words that option lines are made of.
const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

/// An option line, part by part: clients look for the keys anywhere in it.
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

    /// The keys in order; clients do not mind capitals.
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

/// Looks at each option; `judge` says what is wrong.
fn each(trial: &mut Trial<'_>, judge: impl Fn(&Announced) -> Option<String>) -> Outcome {
    let options: Vec<_> =
        trial.facts.lines.iter().filter_map(|line| Announced::read(line)).collect();
    if options.is_empty() {
        return skip("no options are announced");
    }
    for option in &options {
        if let Some(fault) = judge(option) {
            trial.mark();
            trial.exchanges.push(Exchange::new(Way::FromEngine, option.line.as_bytes()));
            trial.complain(fault);
        }
    }
    Ok(())
}

/// Point 9.
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
        // Keywords in the wrong place are the next point's.
        let doubled = keys.iter().any(|key| *key != "var" && count(&keys, key) > 1);
        (!fits && !doubled).then(|| {
            format!("expected the order of name, type, default and range, found {}", keys.join(" "))
        })
    })
}

fn count(keys: &[&str], key: &str) -> usize {
    keys.iter().filter(|it| *it == &key).count()
}

/// Point 10.
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
            return Some(
                "expected a name without the words name, type, default, min, max and var".into(),
            );
        }
        match twice {
            Some(key) => Some(format!("expected the word {key} once")),
            None if value => Some("expected no word 'value' in it".into()),
            None => None,
        }
    })
}

/// Point 11.
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

/// Point 12.
pub(super) fn checks(trial: &mut Trial<'_>) -> Outcome {
    each(trial, |option| {
        let default = option.words("default").unwrap_or_default().join(" ");
        (option.kind() == "check" && !["true", "false"].contains(&default.as_str()))
            .then(|| format!("expected the default true or false, found '{default}'"))
    })
}

/// Point 13.
pub(super) fn types(trial: &mut Trial<'_>) -> Outcome {
    each(trial, |option| {
        let known = ["check", "spin", "combo", "button", "string"].contains(&option.kind());
        (!known).then(|| format!("expected a type that clients know, found '{}'", option.kind()))
    })
}

/// Point 14.
pub(super) fn words(trial: &mut Trial<'_>) -> Outcome {
    each(trial, |option| {
        let default = option.words("default").unwrap_or_default();
        let is_text = ["string", "combo"].contains(&option.kind());
        (is_text && default.len() != 1)
            .then(|| format!("expected a default of one word, found '{}'", default.join(" ")))
    })
}

/// Options that programs look for by their names.
const SOUGHT: [&str; 8] =
    ["HalfKomi", "Threads", "Hash", "MultiPV", "Flats", "Caps", "Flatstones", "Capstones"];

/// Point 15.
pub(super) fn names(trial: &mut Trial<'_>) -> Outcome {
    each(trial, |option| {
        let name = option.name();
        let plain: String = name.chars().filter(|char| char.is_alphanumeric()).collect();
        let sought = SOUGHT.iter().find(|sought| sought.eq_ignore_ascii_case(&plain))?;
        (name != *sought).then(|| format!("expected the name {sought}, found '{name}'"))
    })
}

/// Point 16.
pub(super) fn komi(trial: &mut Trial<'_>) -> Outcome {
    match trial.facts.option("HalfKomi").map(|option| option.kind.clone()) {
        None => trial.complain("expected an option HalfKomi"),
        Some(OptionKind::Spin { min: Some(min), max: Some(max), .. }) => {
            trial.expect(min >= -20 && max <= 20, || {
                format!("expected a range within -20 to 20 (clients draw a menu of it), found {min} to {max}")
            });
        }
        Some(_) => trial.complain(
            "expected HalfKomi to be a spin with a range: playtak-tei looks at no other options",
        ),
    }
    Ok(())
}

/// Point 17.
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
