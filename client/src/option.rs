//! Options that an engine announces.

use thiserror::Error;

/// An option of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Its name.
    pub name: String,
    /// Type, default and range.
    pub kind: OptionKind,
}

/// Type of an option, with its default and range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// Default; `None` if malformed.
        default: Option<bool>,
    },
    /// A whole number.
    Spin {
        /// Default.
        default: Option<i64>,
        /// Minimum.
        min: Option<i64>,
        /// Maximum.
        max: Option<i64>,
    },
    /// One of several texts.
    Combo {
        /// Default.
        default: Option<String>,
        /// Allowed values.
        values: Vec<String>,
    },
    /// Any text.
    Text {
        /// Default.
        default: Option<String>,
    },
    /// A button: it has no value.
    Button,
}

/// Error of an option line, or of a value for an option.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// The name is missing.
    #[error("expected option name NAME type TYPE")]
    NoName,
    /// The type is missing or unknown.
    #[error("expected the type check, spin, combo, string or button, found '{0}'")]
    Type(String),
    /// The value is outside the announced range.
    #[error("option {name}: expected {expected}, found '{found}'")]
    Value {
        /// Name of the option.
        name: String,
        /// Description of the allowed values.
        expected: String,
        /// The value.
        found: String,
    },
}

/// Keywords of an option line.
const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

impl OptionSpec {
    /// Reads the words after `option`. Names, defaults and values may contain spaces, but not the
    /// words `name`, `type`, `default`, `min`, `max` and `var`.
    ///
    /// # Errors
    /// If the name or a known type is missing. Other malformed parts are absent in the result.
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

    /// Checks a value against the announced range.
    ///
    /// # Errors
    /// If the value is outside; the message names the range.
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

/// PTN Ninja also accepts `0` and `1`.
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
    fn reads_announced_options() {
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
        // A name that begins with a keyword is lost, as in PTN Ninja.
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
            check("name K type list", "2"),
            Err("expected the type check, spin, combo, string or button, found 'list'".into())
        );
    }
}
