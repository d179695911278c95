//! Options that an engine announces.

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

/// Keywords of an option line.
const KEYS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

/// Splits an option line at its keywords: clients look for these anywhere in the line, in any case.
/// Each part is a keyword and the words after it; words before the first keyword have an empty one.
/// Returns `None` for another line.
pub fn option_parts(line: &str) -> Option<Vec<(&str, Vec<&str>)>> {
    let mut words = line.split_whitespace();
    if words.next() != Some("option") {
        return None;
    }
    let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in words {
        if KEYS.iter().any(|key| key.eq_ignore_ascii_case(word)) {
            parts.push((word, Vec::new()));
        } else if let Some((_, words)) = parts.last_mut() {
            words.push(word);
        } else {
            parts.push(("", vec![word]));
        }
    }
    Some(parts)
}

impl OptionSpec {
    /// Reads an option line. Names, defaults and values may contain spaces, but not the words `name`,
    /// `type`, `default`, `min`, `max` and `var`.
    ///
    /// # Errors
    /// If the name or a known type is missing. Other malformed parts are absent in the result.
    pub fn read(line: &str) -> Result<Self, String> {
        let parts = option_parts(line).unwrap_or_default();
        let all = |key: &str| -> Vec<String> {
            let parts = parts.iter().filter(|part| part.0.eq_ignore_ascii_case(key));
            parts.map(|part| part.1.join(" ")).collect()
        };
        let first = |key: &str| all(key).into_iter().next();
        let number = |key: &str| first(key).and_then(|text| text.parse().ok());
        let name = first("name").filter(|name| !name.is_empty());
        let name = name.ok_or("expected option name NAME type TYPE")?;
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
            _ => {
                let types = "check, spin, combo, string or button";
                return Err(format!("expected the type {types}, found '{kind}'"));
            }
        };
        Ok(Self { name, kind })
    }

    /// Checks a value against the announced range.
    ///
    /// # Errors
    /// If the value is outside; the message names the range.
    pub fn check(&self, value: &str) -> Result<(), String> {
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
        Err(format!("option {}: expected {expected}, found '{value}'", self.name))
    }

    /// The announced default as text.
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

    fn read(text: &str) -> Result<OptionSpec, String> {
        OptionSpec::read(&format!("option {text}"))
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
        // A name that begins with a keyword is lost, as in PTN Ninja.
        for text in ["type spin", "name Max type spin"] {
            assert_eq!(read(text), Err("expected option name NAME type TYPE".into()));
        }
    }

    #[test]
    fn checks_values() {
        let check = |line: &str, value: &str| read(line).and_then(|it| it.check(value));
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
