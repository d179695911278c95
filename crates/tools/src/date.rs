//! Dates in the form of PTN.

use std::time::{SystemTime, UNIX_EPOCH};

const DAY: u64 = 24 * 60 * 60;

/// Values of the tags `Date` and `Time`, in UTC.
pub fn tags(time: SystemTime) -> (String, String) {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / DAY);
    let (hours, minutes) = (seconds % DAY / 3600, seconds / 60 % 60);
    (format!("{year}.{month:02}.{day:02}"), format!("{hours:02}:{minutes:02}:{:02}", seconds % 60))
}

/// Year, month and day of a number of days since 1 January 1970. Howard Hinnant's `civil_from_days`;
/// it counts years from March, so that leap days come last.
const fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (era * 400 + year_of_era + (month <= 2) as u64, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn days_are_counted() {
        for (seconds, date, time) in [
            (0, "1970.01.01", "00:00:00"),
            (951_782_399, "2000.02.28", "23:59:59"),
            (951_782_400, "2000.02.29", "00:00:00"),
            (1_709_251_200, "2024.03.01", "00:00:00"),
            (4_102_444_799, "2099.12.31", "23:59:59"),
        ] {
            let found = tags(UNIX_EPOCH + Duration::from_secs(seconds));
            assert_eq!(found, (date.to_owned(), time.to_owned()));
        }
    }
}
