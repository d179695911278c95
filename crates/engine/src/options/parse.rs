//! Sets options from text.

use super::{Action, Kind, OptionError, Options, find};
use crate::notation::excerpt;

/// Characters of a name or a value in a message.
const SHOWN: usize = 60;

/// Effect of setting an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Applied {
    /// Further action.
    pub effect: Effect,
    /// Message if the value was changed.
    pub note: Option<String>,
}

/// Further action after an option was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The option has its new value.
    Value,
    /// A button was pressed.
    Button(Action),
}

impl Options {
    /// Sets an option from its name and its value, in any case. Clamps a number out of range and reports it in `note`.
    ///
    /// # Errors
    /// If the name is unknown or the value is not valid. Nothing changes then.
    pub fn apply(&mut self, name: &str, value: Option<&str>) -> Result<Applied, OptionError> {
        let shortened = || excerpt(name, SHOWN);
        let spec = find(name).ok_or_else(|| OptionError::Unknown(shortened()))?;
        let (name, value) = (spec.name, value.map(str::trim).filter(|value| !value.is_empty()));
        let done = |note| Ok(Applied { effect: Effect::Value, note });
        if let Kind::Button(action) = spec.kind {
            return Ok(Applied { effect: Effect::Button(action), note: None });
        }
        let value = value.ok_or(OptionError::Missing(name))?;
        let found = excerpt(value, SHOWN);
        let refuse = |expected: &str| OptionError::Value {
            name,
            expected: expected.to_owned(),
            found: found.clone(),
        };
        match spec.kind {
            Kind::Button(_) => done(None),
            Kind::Check { set, .. } => {
                set(self, parse_check(value).ok_or_else(|| refuse("true or false"))?);
                done(None)
            }
            Kind::Spin { min, max, set, .. } => {
                let number = parse_number(value).ok_or_else(|| refuse("a whole number"))?;
                let inside = number.clamp(i64::from(min), i64::from(max));
                set(self, inside as i32);
                done((inside != number).then(|| {
                    format!("expected {name} from {min} to {max}, found {found}; set to {inside}")
                }))
            }
            Kind::Combo { words, set, .. } => {
                let index = words.iter().position(|word| word.eq_ignore_ascii_case(value));
                let expected = || refuse(&format!("one of {}", words.join(", ")));
                set(self, index.ok_or_else(expected)?);
                done(None)
            }
            Kind::Text { set, .. } => {
                set(self, if value == "<empty>" { "" } else { value });
                done(None)
            }
        }
    }
}

fn parse_check(text: &str) -> Option<bool> {
    let is = |words: [&str; 4]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    if is(["true", "1", "on", "yes"]) {
        Some(true)
    } else if is(["false", "0", "off", "no"]) {
        Some(false)
    } else {
        None
    }
}

/// A whole number, clamped to 64 bits.
pub fn parse_number(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number = digits.parse().unwrap_or(i64::MAX);
    Some(if negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::super::TABLE;
    use super::*;

    #[test]
    fn names_contain_no_keywords() {
        const KEYWORDS: [&str; 7] = ["name", "type", "default", "min", "max", "var", "value"];
        for spec in &TABLE {
            let name = spec.name.to_lowercase();
            assert!(KEYWORDS.iter().all(|word| !name.contains(word)), "{}", spec.name);
            if let Kind::Spin { min, max, get, .. } = spec.kind {
                assert!((min..=max).contains(&get(&Options::default())), "{}", spec.name);
            }
            let line = spec.line(&Options::default());
            assert_eq!(line.trim_end(), line);
        }
    }

    #[test]
    fn values_out_of_range_are_clamped() {
        let mut options = Options::default();
        let applied = options.apply("threads", Some("0")).unwrap();
        assert!(applied.note.unwrap().contains("set to 1"));
        options.apply("hash", Some("99999999999999999999")).unwrap();
        assert_eq!(options.hash_mib, 1 << 20);
        options.apply("multipv", Some("-1")).unwrap();
        assert_eq!(options.multi_pv, 1);
    }
}
