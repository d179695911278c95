//! Known tags and their values.
//!
//! The table follows PTN Ninja, the strictest reader. [`PtnGame::setup`](super::PtnGame::setup) accepts more spellings of
//! the values that decide the rules.

use super::GameResult;
use crate::notation::parse_tps;
use crate::types::{HalfKomi, Opening};
use std::borrow::Cow;

/// Kind of a tag's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TagKind {
    /// Any text.
    Text,
    /// A name, without braces.
    Name,
    /// A board size.
    Size,
    /// Flats in halves.
    Komi,
    /// Digits.
    Count,
    /// An opening.
    Opening,
    /// A position.
    Tps,
    /// A result.
    Result,
    /// `2024.6.1`
    Date,
    /// `17:30` or `17:30:00`
    Time,
}

/// All known tags in the usual spelling.
const TAGS: [(&str, TagKind); 22] = [
    ("Player1", TagKind::Name),
    ("Player2", TagKind::Name),
    ("Rating1", TagKind::Count),
    ("Rating2", TagKind::Count),
    ("Size", TagKind::Size),
    ("Komi", TagKind::Komi),
    ("Flats", TagKind::Count),
    ("Flats1", TagKind::Count),
    ("Flats2", TagKind::Count),
    ("Caps", TagKind::Count),
    ("Caps1", TagKind::Count),
    ("Caps2", TagKind::Count),
    ("Opening", TagKind::Opening),
    ("TPS", TagKind::Tps),
    ("Result", TagKind::Result),
    ("Points", TagKind::Count),
    ("Round", TagKind::Count),
    ("Date", TagKind::Date),
    ("Time", TagKind::Time),
    ("Clock", TagKind::Text),
    ("Event", TagKind::Text),
    ("Site", TagKind::Text),
];

/// Usual spelling and kind of a known tag, in any case.
pub fn tag_kind(name: &str) -> Option<(&'static str, TagKind)> {
    TAGS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name))
}

/// Whether a tag may have a value. Unknown tags may have any value; every tag may be empty.
pub fn is_valid_tag(name: &str, value: &str) -> bool {
    value.is_empty() || tag_kind(name).is_none_or(|(_, kind)| kind.allows(value))
}

impl TagKind {
    /// Description of a valid value, for messages.
    pub const fn expected(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Name => "a name without braces",
            Self::Size => "a board size from 3 to 8",
            Self::Komi => "flats in halves from -10 to 10, such as 2 or 0.5",
            Self::Count => "a number",
            Self::Opening => "swap, no-swap or double black stack",
            Self::Tps => "a position such as x3/x3/x3 1 1",
            Self::Result => "a result such as R-0, 0-F, 1-0 or 1/2-1/2",
            Self::Date => "a date such as 2024.06.01",
            Self::Time => "a time such as 17:30:00",
        }
    }

    /// Whether a value is of this kind.
    pub fn allows(self, value: &str) -> bool {
        match self {
            Self::Text => !value.contains('"'),
            Self::Name => !value.contains(['"', '{', '}']),
            Self::Size => matches!(value.as_bytes(), [b'3'..=b'8']),
            Self::Komi => {
                let plain = value.strip_suffix(".5").unwrap_or(value);
                let digits = plain.strip_prefix('-').unwrap_or(plain);
                digits.bytes().all(|byte| byte.is_ascii_digit()) && half_komi(value).is_some()
            }
            Self::Count => is_number(value, usize::MAX),
            Self::Opening => opening(value).is_some_and(|opening| opening.name() == value),
            Self::Tps => parse_tps(value).is_ok(),
            Self::Result => GameResult::read(value).is_some(),
            Self::Date => are_numbers(value, '.', &[4, 2, 2]),
            Self::Time => are_numbers(value, ':', &[2, 2, 2]) || are_numbers(value, ':', &[2, 2]),
        }
    }
}

fn is_number(text: &str, digits: usize) -> bool {
    !text.is_empty() && text.len() <= digits && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn are_numbers(text: &str, separator: char, digits: &[usize]) -> bool {
    let parts = text.split(separator);
    parts.clone().count() == digits.len()
        && parts.zip(digits).all(|(part, &digits)| is_number(part, digits))
}

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

/// The value in the spelling that PTN Ninja reads.
pub(super) fn usual_value<'a>(name: &str, value: &'a str) -> Cow<'a, str> {
    let usual = match tag_kind(name) {
        Some((_, TagKind::Komi)) => half_komi(value).map(|komi| komi.to_string().into()),
        Some((_, TagKind::Opening)) => opening(value).map(|opening| opening.name().into()),
        _ => None,
    };
    usual.unwrap_or(Cow::Borrowed(value))
}

/// A number up to 255.
pub(super) fn number(text: &str) -> Option<u8> {
    if is_number(text, usize::MAX) { text.parse().ok() } else { None }
}

/// An opening; ignores case, spaces and hyphens.
pub(super) fn opening(text: &str) -> Option<Opening> {
    let letters = |text: &str| {
        let letters = text.chars().filter(char::is_ascii_alphanumeric).take(32);
        letters.map(|letter| letter.to_ascii_lowercase()).collect::<String>()
    };
    Opening::ALL.into_iter().find(|opening| letters(opening.name()) == letters(text))
}
