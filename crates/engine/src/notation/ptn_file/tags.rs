//! Values of tags that decide the rules, in every spelling.

use crate::types::{HalfKomi, Opening, is_same_word};
use std::borrow::Cow;

/// Komi in flats: `2`, `+2`, `2.0`, `-0.5`, `.5`.
pub(super) fn half_komi(text: &str) -> Option<HalfKomi> {
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(unsigned) => (true, unsigned),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (flats, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    if flats.is_empty() && fraction.is_empty() {
        return None;
    }
    let half = match fraction.trim_end_matches('0') {
        "" => 0,
        "5" => 1,
        _ => return None,
    };
    let flats = if flats.is_empty() { 0 } else { number(flats)? };
    let half_flats = i32::from(flats) * 2 + half;
    HalfKomi::new(if negative { -half_flats } else { half_flats }).ok()
}

/// A number up to 255.
pub(super) fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))
}

/// An opening ([`is_same_word`]).
pub(super) fn opening(text: &str) -> Option<Opening> {
    Opening::ALL.into_iter().find(|opening| is_same_word(opening.name(), text))
}

/// The value of a tag in the spelling that PTN Ninja reads.
pub(super) fn usual_value<'a>(name: &str, value: &'a str) -> Cow<'a, str> {
    let usual = match name.to_ascii_lowercase().as_str() {
        "komi" => half_komi(value.trim()).map(|komi| komi.to_string().into()),
        "opening" => opening(value).map(|opening| opening.name().into()),
        _ => None,
    };
    usual.unwrap_or(Cow::Borrowed(value))
}
