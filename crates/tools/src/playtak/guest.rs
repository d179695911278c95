//! Tokens of guests.

use super::pauses::random_number;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Letters of a token.
const LENGTH: usize = 20;

/// A new token: the server gives the same name to a guest who comes back with it within four hours.
#[must_use]
pub fn guest_token() -> String {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(random_number());
    (0..LENGTH).map(|_| char::from(random.random_range(b'a'..=b'z'))).collect()
}

/// Whether the server accepts a text as a token.
#[must_use]
pub fn is_guest_token(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_lowercase())
}
