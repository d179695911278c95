//! Durations on the command line.

use std::time::Duration;

/// Reads a number with a unit; without one it is milliseconds.
///
/// # Errors
/// The expected text.
pub fn read(text: &str) -> Result<Duration, String> {
    let number = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = &text[number.len()..];
    let wrong = || format!("expected a time such as 5s, from 0, found {text}");
    let milliseconds = match unit {
        "" | "ms" => 1.0,
        "s" => 1e3,
        "m" | "min" => 60e3,
        "h" => 3600e3,
        _ if number.is_empty() => return Err(wrong()),
        _ => return Err(format!("expected ms, s, m or h after the number, found {unit}")),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(number * milliseconds / 1e3).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn reads_units() {
        let millis = |text| read(text).map(|time| time.as_millis());
        assert_eq!(millis("250"), Ok(250));
        assert_eq!(millis("250ms"), Ok(250));
        assert_eq!(millis("1.5s"), Ok(1500));
        assert_eq!(millis("2m"), Ok(120_000));
        for bad in ["", "s", "5 s", "5x", "-5", "1.2.3s", "99999999999999999999999h"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
