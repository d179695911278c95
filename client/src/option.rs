//! The options that an engine announces.

use thiserror::Error;

/// An option of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// What it can be set to.
    pub kind: OptionKind,
}

/// What an option can be set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// What it is at first, if that can be understood.
        default: Option<bool>,
    },
    /// A whole number.
    Spin {
        /// What it is at first.
        default: Option<i64>,
        /// The smallest.
        min: Option<i64>,
        /// The largest.
        max: Option<i64>,
    },
    /// One of several words.
    Combo {
        /// What it is at first.
        default: Option<String>,
        /// What there is to choose from.
        values: Vec<String>,
    },
    /// Any text.
    Text {
        /// What it is at first.
        default: Option<String>,
    },
    /// Nothing: it is pressed.
    Button,
}

/// Why an option line is not understood, or a value not taken.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No name.
    #[error("expected option name NAME type TYPE")]
    NoName,
    /// No type, or an unknown one.
    #[error("expected the type check, spin, combo, string or button, found '{0}'")]
    Type(String),
    /// A value that is not offered.
    #[error("option {name}: expected {expected}, found '{found}'")]
    Value {
        /// The option.
        name: String,
        /// What it can be.
        expected: String,
        /// What it was to be.
        found: String,
    },
}

/// The words that tell what follows.
const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

impl OptionSpec {
    /// Reads what follows `option`. Names, defaults and values may have blanks; the words `name`,
    /// `type`, `default`, `min`, `max` and `var` may not be in them.
    ///
    /// # Errors
    /// If there is no name or no known type. Other faults leave a part of it unknown.
    pub fn read<'a>(words: impl Iterator<Item = &'a str>) -> Result<Self, OptionError> {
        let mut parts: Vec<(String, Vec<&str>)> = Vec::new();
        for word in words {
            let key = word.to_ascii_lowercase();
            if KEYS.contains(&key.as_str()) {
                parts.push((key, Vec::new()));
            } else if let Some((_, words)) = parts.last_mut() {
                words.push(word);
            }
        }
        let all = |key: &str| {
            let found: Vec<_> =
                parts.iter().filter(|part| part.0 == key).map(|part| part.1.join(" ")).collect();
            found
        };
        let first = |key: &str| all(key).into_iter().next();
        let number = |key: &str| first(key).and_then(|text| text.parse().ok());
        let name = first("name").filter(|name| !name.is_empty()).ok_or(OptionError::NoName)?;
        let kind = first("type").unwrap_or_default();
        let kind = match kind.to_ascii_lowercase().as_str() {
            "check" => OptionKind::Check { default: first("default").as_deref().and_then(truth) },
            "spin" => OptionKind::Spin {
                default: number("default"),
                min: number("min"),
                max: number("max"),
            },
            "combo" => OptionKind::Combo { default: first("default"), values: all("var") },
            "string" => OptionKind::Text { default: first("default") },
            "button" => OptionKind::Button,
            _ => return Err(OptionError::Type(kind)),
        };
        Ok(Self { name, kind })
    }

    /// Whether the option can be set to this, as far as its line says.
    ///
    /// # Errors
    /// If it cannot: the message says what is expected.
    pub fn check(&self, value: &str) -> Result<(), OptionError> {
        let (fits, expected) = match &self.kind {
            OptionKind::Check { .. } => (truth(value).is_some(), "true or false".to_owned()),
            OptionKind::Spin { min, max, .. } => {
                let number = value.parse::<i64>().ok();
                let fits = number.is_some_and(|number| {
                    min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max)
                });
                let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                (fits, format!("a number from {min} to {max}"))
            }
            OptionKind::Combo { values, .. } => {
                let fits = values.iter().any(|offered| offered.eq_ignore_ascii_case(value));
                (fits, format!("one of {}", values.join(", ")))
            }
            OptionKind::Text { .. } | OptionKind::Button => (true, String::new()),
        };
        if fits {
            return Ok(());
        }
        Err(OptionError::Value { name: self.name.clone(), expected, found: value.to_owned() })
    }

    /// The announced default as text.
    #[must_use]
    pub fn default(&self) -> Option<String> {
        match &self.kind {
            OptionKind::Check { default } => default.map(|it| it.to_string()),
            OptionKind::Spin { default, .. } => default.map(|it| it.to_string()),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.clone(),
            OptionKind::Button => None,
        }
    }
}

/// PTN Ninja takes `0` and `1` as well.
fn truth(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "on" => Some(true),
        "false" | "0" | "off" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<OptionSpec, OptionError> {
        OptionSpec::read(text.split_whitespace())
    }

    #[test]
    fn reads_what_engines_announce() {
        let hash = read("name Hash type spin default 64 min 1 max 1024").map(|it| it.kind);
        let spin = |default, min, max| OptionKind::Spin { default, min, max };
        assert_eq!(hash, Ok(spin(Some(64), Some(1), Some(1024))));
        let bare = read("name Hash type spin default many").map(|it| it.kind);
        assert_eq!(bare, Ok(spin(None, None, None)));
        let combo = read("name Half Komi TYPE combo default 0 var 0 var very big");
        let kind = OptionKind::Combo {
            default: Some("0".into()),
            values: vec!["0".into(), "very big".into()],
        };
        assert_eq!(combo, Ok(OptionSpec { name: "Half Komi".into(), kind }));
        assert_eq!(read("type spin"), Err(OptionError::NoName));
        // A name that begins with one of the words is lost, as it is in PTN Ninja.
        assert_eq!(read("name Max type spin"), Err(OptionError::NoName));
    }

    #[test]
    fn checks_values() {
        let check = |line: &str, value: &str| {
            read(line).and_then(|it| it.check(value)).map_err(|error| error.to_string())
        };
        let hash = "name Hash type spin default 64 min 1 max 1024";
        assert_eq!(check(hash, "256"), Ok(()));
        assert_eq!(
            check(hash, "0"),
            Err("option Hash: expected a number from 1 to 1024, found '0'".into())
        );
        assert_eq!(check("name A type check default true", "OFF"), Ok(()));
        assert_eq!(
            check("name K type combo default 0 var 0 var 4", "2"),
            Err("option K: expected one of 0, 4, found '2'".into())
        );
        assert_eq!(
            check("name K type wish", "2"),
            Err("expected the type check, spin, combo, string or button, found 'wish'".into())
        );
    }
}
