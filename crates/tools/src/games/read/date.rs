//! Dates of PTN's tags as seconds since 1970.

use crate::games::record::DAY;

/// Reads `2024.06.01` (also with `-` or `/`) and a time such as `17:30:00`. Unknown months and days, written `??`, are
/// the first. Some collections write `01.06.2024`.
pub(super) fn seconds(date: &str, time: Option<&str>) -> Option<i64> {
    let mut texts: Vec<_> = date.split(['.', '-', '/']).map(str::trim).collect();
    if date.contains('.') && matches!(texts[..], [_, _, year] if year.len() == 4) {
        texts.reverse();
    }
    let mut parts = texts.iter().map(|text| text.parse::<i64>().ok());
    let year = parts.next()?.filter(|year| (1000..=9999).contains(year))?;
    let mut part = |most| parts.next().flatten().filter(|part| (1..=most).contains(part));
    let (month, day) = (part(12).unwrap_or(1), part(31).unwrap_or(1));
    Some(days(year, month, day) * DAY + time.and_then(of_day).unwrap_or(0))
}

/// Days from 1 January 1970 to a date. Howard Hinnant's `days_from_civil`; it counts years from March, so that leap
/// days come last.
const fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year - (month <= 2) as i64;
    let era = year.div_euclid(400);
    let year_of_era = year - era * 400;
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Seconds of `17:30` or `17:30:00`.
fn of_day(text: &str) -> Option<i64> {
    let mut parts = text.split(':').map(|part| part.trim().parse::<i64>().ok());
    let mut part = |most| parts.next().flatten().filter(|part| (0..most).contains(part));
    Some(part(24)? * 3600 + part(60)? * 60 + part(60).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::date;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn dates_are_the_inverse_of_the_tags() {
        for found in [0, 951_782_399, 951_782_400, 1_709_251_200, 4_102_444_799] {
            let (date, time) = date::tags(UNIX_EPOCH + Duration::from_secs(found));
            assert_eq!(seconds(&date, Some(&time)), Some(found as i64), "{date} {time}");
        }
    }

    #[test]
    fn the_day_may_come_first_with_dots() {
        let found = seconds("13.06.2024", Some("17:30"));
        assert_eq!(found, seconds("2024.06.13", Some("17:30:00")));
        assert!(found.is_some());
    }

    #[test]
    fn parts_may_be_missing() {
        assert_eq!(seconds("2024.??.??", None), seconds("2024-01-01", Some("0:00")));
        assert_eq!(seconds("2024", Some("noon")), seconds("2024/1/1", None));
        assert_eq!(seconds("??.??.2024", None), seconds("2024", None));
        for bad in ["", "????.??.??", "June", "0", "1/6/2024"] {
            assert_eq!(seconds(bad, None), None, "{bad}");
        }
    }
}
