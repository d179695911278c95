//! The answer to `tei`: points 3 and 9 to 17.

use super::trial::{Outcome, Trial, skip};
use stonefall_client::{Direction, Line, OptionKind, OptionSpec, option_parts};

/// The beginnings of the lines, in order.
const ORDER: [&str; 6] = ["id name", "id author", "id version", "size", "option", "teiok"];

/// Point 3.
pub(super) fn check_order(trial: &mut Trial<'_>) -> Outcome {
    let mut lines = std::mem::take(&mut trial.lines);
    trial.ready()?;
    lines.append(&mut trial.lines);
    for Line { text, .. } in lines.iter().filter(|line| line.text.trim_end() != line.text) {
        let found = text.escape_debug();
        trial.require(false, format_args!("no trailing blank or \\r in '{found}'"));
    }
    let place = |line: &Line| {
        let words: Vec<_> = line.words().take(2).collect();
        ORDER.iter().position(|start| *start == words.join(" ") || words.first() == Some(start))
    };
    let is_sorted = lines.iter().filter_map(place).is_sorted();
    trial.require(is_sorted, format_args!("{} in this order", ORDER.join(", ")));
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

/// Options that clients look up by name.
const WELL_KNOWN: [&str; 8] =
    ["HalfKomi", "Threads", "Hash", "MultiPV", "Flats", "Caps", "Flatstones", "Capstones"];

/// Points 9 to 15 read each option line, 16 and 17 the well-known options.
pub(super) fn check_options(trial: &mut Trial<'_>, point: u8) -> Outcome {
    match point {
        16 => check_half_komi(trial),
        17 => ["MultiPV", "Threads", "Hash"].iter().for_each(|name| check_spin(trial, name)),
        _ => return check_lines(trial, point),
    }
    Ok(())
}

fn check_lines(trial: &mut Trial<'_>, point: u8) -> Outcome {
    let mut is_any = false;
    for line in &trial.profile.lines {
        let Some(parts) = option_parts(line) else { continue };
        is_any = true;
        if let Some(expected) = violation(&parts, point) {
            trial.begin_case(String::new());
            trial.transcript().record(Direction::FromEngine, line);
            trial.require(false, expected);
        }
    }
    if is_any { Ok(()) } else { skip("no options are announced") }
}

fn check_half_komi(trial: &mut Trial<'_>) {
    match trial.profile.option("HalfKomi").map(|option| &option.kind) {
        None => trial.require(false, "an option HalfKomi"),
        Some(&OptionKind::Spin { min: Some(min), max: Some(max), .. }) => {
            let found = format_args!("{min} to {max}");
            let expected = "a range within -20 to 20 (clients draw a menu of it)";
            trial.expect(min >= -20 && max <= 20, expected, found);
        }
        Some(_) => {
            let expected = "HalfKomi to be a spin with a range";
            trial.require(false, format_args!("{expected} (playtak-tei ignores other types)"));
        }
    }
}

fn check_spin(trial: &mut Trial<'_>, name: &str) {
    let Some((min, max)) = trial.profile.spin(name) else {
        return trial.require(false, format_args!("{name} as a spin"));
    };
    if name == "MultiPV" {
        let default = trial.profile.option(name).and_then(OptionSpec::default);
        let fits = min == 1 && max >= 8 && default.as_deref() == Some("1");
        let expected = "MultiPV with default 1, min 1 and max 8 or more";
        trial.expect(fits, expected, format_args!("{min} to {max}"));
    }
}

/// Expectation of one of the points 9 to 15 that an option line violates. These points compare keywords with their case.
fn violation(parts: &[(&str, Vec<&str>)], point: u8) -> Option<String> {
    let keys: Vec<_> = parts.iter().map(|(key, _)| key.to_ascii_lowercase()).collect();
    let words = |key: &str| parts.iter().find(|part| part.0 == key).map_or(&[][..], |part| &part.1);
    let (name, kind) = (words("name").join(" "), words("type").first().copied().unwrap_or(""));
    let default = words("default");
    let found = default.join(" ");
    let count = |key: &String| keys.iter().filter(|other| *other == key).count();
    let doubled = keys.iter().find(|key| *key != "var" && count(key) > 1);
    let (holds, expected) = match point {
        9 => {
            let order = keys.join(" ");
            let fits = match kind {
                "spin" => order == "name type default min max",
                "combo" => order
                    .strip_prefix("name type default var")
                    .is_some_and(|rest| rest.split(' ').all(|key| ["", "var"].contains(&key))),
                "button" => order == "name type",
                "check" | "string" => order == "name type default",
                _ => order.starts_with("name type"),
            };
            // Repeated keywords belong to the next point.
            let expected = format!("the order of name, type, default and range, found {order}");
            (fits || doubled.is_some(), expected)
        }
        10 => match doubled {
            _ if name.is_empty() => (false, "a name without a keyword of option lines".into()),
            Some(key) => (false, format!("the keyword {key} once")),
            None => {
                let mut words = parts.iter().flat_map(|part| &part.1);
                let has_value = words.any(|word| word.eq_ignore_ascii_case("value"));
                (!has_value, "an option line without the word 'value'".into())
            }
        },
        11 => {
            let number = |key: &str| words(key).first().and_then(|word| word.parse::<i32>().ok());
            let numbers = ["min", "default", "max"].map(number);
            let fits = numbers.iter().all(Option::is_some) && numbers.is_sorted();
            (kind != "spin" || fits, "min <= default <= max, all within 32 bits".into())
        }
        12 => {
            let fits = kind != "check" || matches!(default, ["true"] | ["false"]);
            (fits, format!("the default true or false, found '{found}'"))
        }
        13 => {
            let is_known = ["check", "spin", "combo", "button", "string"].contains(&kind);
            (is_known, format!("a type that clients know, found '{kind}'"))
        }
        14 => {
            let fits = !["string", "combo"].contains(&kind) || default.len() == 1;
            (fits, format!("a default of one word, found '{found}'"))
        }
        _ => {
            let plain: String = name.chars().filter(|char| char.is_alphanumeric()).collect();
            let known = WELL_KNOWN.iter().find(|known| known.eq_ignore_ascii_case(&plain));
            let known = *known.unwrap_or(&name.as_str());
            (name == known, format!("the name {known}, found '{name}'"))
        }
    };
    (!holds).then_some(expected)
}
