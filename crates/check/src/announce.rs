//! The announced options: points 9 to 17.

use super::Facts;
use stonefall_client::{OptionKind, OptionSpec, option_parts};

/// Options that clients look up by name.
const WELL_KNOWN: [&str; 8] =
    ["HalfKomi", "Threads", "Hash", "MultiPV", "Flats", "Caps", "Flatstones", "Capstones"];

/// The fault of an option line at one of the points 9 to 15; `None` for another line. These points compare keywords with
/// their case.
pub(super) fn fault(line: &str, point: u8) -> Option<Option<String>> {
    let parts = option_parts(line)?;
    let keys: Vec<_> = parts.iter().map(|(key, _)| key.to_ascii_lowercase()).collect();
    let words = |key: &str| parts.iter().find(|part| part.0 == key).map_or(&[][..], |part| &part.1);
    let (name, kind) = (words("name").join(" "), words("type").first().copied().unwrap_or(""));
    let default = words("default");
    let count = |key: &String| keys.iter().filter(|other| *other == key).count();
    let doubled = keys.iter().find(|key| *key != "var" && count(key) > 1);
    let (holds, expected) = match point {
        9 => {
            let order = keys.join(" ");
            let fits = match kind {
                "spin" => order == "name type default min max",
                "combo" => {
                    order.replace(" var", "") == "name type default" && order.ends_with("var")
                }
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
            let fits = matches!(default, ["true"] | ["false"]);
            let found = default.join(" ");
            (kind != "check" || fits, format!("the default true or false, found '{found}'"))
        }
        13 => {
            let is_known = ["check", "spin", "combo", "button", "string"].contains(&kind);
            (is_known, format!("a type that clients know, found '{kind}'"))
        }
        14 => {
            let is_text = ["string", "combo"].contains(&kind);
            let found = default.join(" ");
            (!is_text || default.len() == 1, format!("a default of one word, found '{found}'"))
        }
        _ => {
            let plain: String = name.chars().filter(|char| char.is_alphanumeric()).collect();
            let known = WELL_KNOWN.iter().find(|known| known.eq_ignore_ascii_case(&plain));
            let known = *known.unwrap_or(&name.as_str());
            (name == known, format!("the name {known}, found '{name}'"))
        }
    };
    Some((!holds).then_some(expected))
}

/// The faults of the well-known options at point 16 or 17.
pub(super) fn faults(facts: &Facts, point: u8) -> Vec<String> {
    let mut faults = Vec::new();
    if point == 16 {
        match facts.option("HalfKomi").map(|option| &option.kind) {
            None => faults.push("expected an option HalfKomi".to_owned()),
            Some(&OptionKind::Spin { min: Some(min), max: Some(max), .. }) => {
                if min < -20 || max > 20 {
                    let expected = "expected a range within -20 to 20 (clients draw a menu of it)";
                    faults.push(format!("{expected}, found {min} to {max}"));
                }
            }
            Some(_) => faults.push(
                "expected HalfKomi to be a spin with a range (playtak-tei ignores other types)"
                    .into(),
            ),
        }
        return faults;
    }
    for name in ["MultiPV", "Threads", "Hash"] {
        match facts.spin(name) {
            None => faults.push(format!("expected {name} as a spin")),
            Some((min, max)) if name == "MultiPV" => {
                let default = facts.option(name).and_then(OptionSpec::default);
                if min != 1 || max < 8 || default.as_deref() != Some("1") {
                    let expected = "expected MultiPV with default 1, min 1 and max 8 or more";
                    faults.push(format!("{expected}, found {min} to {max}"));
                }
            }
            Some(_) => {}
        }
    }
    faults
}
