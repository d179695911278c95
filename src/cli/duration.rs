//! Durations on the command line.

use std::time::Duration;

/// Reads a number with a unit; without one it is milliseconds.
pub(super) fn read(text: &str) -> Result<Duration, String> {
    let unit = text.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
    let milliseconds = match unit {
        "" | "ms" => 1.0,
        "s" => 1e3,
        "m" | "min" => 60e3,
        "h" => 3600e3,
        _ => return Err(format!("expected ms, s, m or h after the number, found {unit}")),
    };
    let number = &text[..text.len() - unit.len()];
    let number: f64 =
        number.parse().map_err(|_| format!("expected a time such as 5s, found {text}"))?;
    Duration::try_from_secs_f64(number * milliseconds / 1e3)
        .map_err(|_| format!("expected a time such as 5s, found {text}"))
}

/// `9:05`, `1:02:03`.
pub(super) fn clock_face(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
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
    #[test]
    fn clock_faces_have_hours_only_if_needed() {
        let face = |seconds| clock_face(Duration::from_secs(seconds));
        assert_eq!([5, 65, 3600, 3723].map(face), ["0:05", "1:05", "1:00:00", "1:02:03"]);
    }
}
