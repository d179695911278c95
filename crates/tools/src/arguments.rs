//! Values of settings that the command line reads.

use std::ops::RangeInclusive;
use stonefall_engine::types::{MAX_SIZE, MIN_SIZE, check_size};

/// Reads a board size.
///
/// # Errors
/// The expected text.
pub fn size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().and_then(|size| check_size(size).ok());
    size.ok_or_else(|| format!("expected {MIN_SIZE} to {MAX_SIZE}, found {text}"))
}

/// Reads a number, or a range `0..8` with the smaller number first.
///
/// # Errors
/// The expected text.
pub fn range(text: &str) -> Result<RangeInclusive<i32>, String> {
    let number = |text: &str| {
        let refused = |_| format!("expected a number or a range such as 0..8, found {text:?}");
        text.trim().parse::<i32>().map_err(refused)
    };
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let range = number(first)?..=number(last.trim_start_matches('='))?;
    if range.is_empty() {
        return Err(format!("expected the smaller number first, found {text:?}"));
    }
    Ok(range)
}
