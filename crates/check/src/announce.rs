//! Points 9 to 17: the announced options. These points send nothing; they read the answer to `tei`.

use super::trial::{Outcome, Trial, skip};
use stonefall_client::{Direction, OptionKind, option_parts};

/// An option line, split at its keywords. These points compare keywords with their case.
pub(super) struct OptionLine<'a> {
    parts: Vec<(&'a str, Vec<&'a str>)>,
    /// The keywords in order, in lower case.
    keys: Vec<String>,
    name: String,
    kind: &'a str,
}

impl<'a> OptionLine<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let parts = option_parts(line)?;
        let keys = parts.iter().map(|(key, _)| key.to_ascii_lowercase()).collect();
        let mut option = Self { parts, keys, name: String::new(), kind: "" };
        option.name = option.words("name").join(" ");
        option.kind = option.words("type").first().copied().unwrap_or_default();
        Some(option)
    }

    fn words(&self, key: &str) -> &[&'a str] {
        self.parts.iter().find(|(name, _)| *name == key).map_or(&[], |(_, words)| words)
    }

    fn number(&self, key: &str) -> Option<i64> {
        self.words(key).first()?.parse().ok()
    }

    /// A keyword other than `var` that stands in the line more than once.
    fn doubled(&self) -> Option<&str> {
        let count = |key: &String| self.keys.iter().filter(|other| *other == key).count();
        self.keys.iter().find(|key| *key != "var" && count(key) > 1).map(String::as_str)
    }
}

/// Complains about each option with a fault.
pub(super) fn each(trial: &mut Trial<'_>, fault: fn(&OptionLine<'_>) -> Option<String>) -> Outcome {
    let mut is_any = false;
    for line in &trial.facts.lines {
        let Some(option) = OptionLine::read(line) else { continue };
        is_any = true;
        if let Some(fault) = fault(&option) {
            trial.mark();
            trial.transcript().record(Direction::FromEngine, line);
            trial.complain(format!("expected {fault}"));
        }
    }
    if is_any { Ok(()) } else { skip("no options are announced") }
}

pub(super) fn order(option: &OptionLine<'_>) -> Option<String> {
    let keys: Vec<_> = option.keys.iter().map(String::as_str).collect();
    let fits = match option.kind {
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
    (!fits && option.doubled().is_none())
        .then(|| format!("the order of name, type, default and range, found {}", keys.join(" ")))
}

pub(super) fn keywords(option: &OptionLine<'_>) -> Option<String> {
    let mut words = option.parts.iter().flat_map(|(_, words)| words);
    if option.name.is_empty() {
        return Some("a name without a keyword of option lines".into());
    }
    match option.doubled() {
        Some(key) => Some(format!("the keyword {key} once")),
        None => words
            .any(|word| word.eq_ignore_ascii_case("value"))
            .then(|| "an option line without the word 'value'".into()),
    }
}

pub(super) fn spins(option: &OptionLine<'_>) -> Option<String> {
    let small = |number: i64| i32::try_from(number).is_ok();
    let fits = match ["min", "default", "max"].map(|key| option.number(key)) {
        [Some(min), Some(default), Some(max)] => {
            min <= default && default <= max && small(min) && small(max)
        }
        _ => false,
    };
    (option.kind == "spin" && !fits).then(|| "min <= default <= max, all within 32 bits".into())
}

pub(super) fn checks(option: &OptionLine<'_>) -> Option<String> {
    let default = option.words("default").join(" ");
    (option.kind == "check" && !["true", "false"].contains(&default.as_str()))
        .then(|| format!("the default true or false, found '{default}'"))
}

pub(super) fn types(option: &OptionLine<'_>) -> Option<String> {
    let is_known = ["check", "spin", "combo", "button", "string"].contains(&option.kind);
    (!is_known).then(|| format!("a type that clients know, found '{}'", option.kind))
}

pub(super) fn words(option: &OptionLine<'_>) -> Option<String> {
    let default = option.words("default");
    let is_text = ["string", "combo"].contains(&option.kind);
    (is_text && default.len() != 1)
        .then(|| format!("a default of one word, found '{}'", default.join(" ")))
}

/// Options that clients look up by name.
const WELL_KNOWN: [&str; 8] =
    ["HalfKomi", "Threads", "Hash", "MultiPV", "Flats", "Caps", "Flatstones", "Capstones"];

pub(super) fn names(option: &OptionLine<'_>) -> Option<String> {
    let name = &option.name;
    let plain: String = name.chars().filter(|char| char.is_alphanumeric()).collect();
    let known = WELL_KNOWN.iter().find(|known| known.eq_ignore_ascii_case(&plain))?;
    (name != known).then(|| format!("the name {known}, found '{name}'"))
}

pub(super) fn komi(trial: &mut Trial<'_>) -> Outcome {
    match trial.facts.option("HalfKomi").map(|option| &option.kind) {
        None => trial.complain("expected an option HalfKomi"),
        Some(&OptionKind::Spin { min: Some(min), max: Some(max), .. }) => trial.expect(
            min >= -20 && max <= 20,
            "a range within -20 to 20 (clients draw a menu of it)",
            format_args!("{min} to {max}"),
        ),
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
                let default = trial.facts.default_of(name);
                trial.expect(
                    min == 1 && max >= 8 && default.as_deref() == Some("1"),
                    "MultiPV with default 1, min 1 and max 8 or more",
                    format_args!("{min} to {max}"),
                );
            }
            Some(_) => {}
        }
    }
    Ok(())
}
