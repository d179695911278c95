//! Dates of PTN's tags as seconds since 1970, in UTC.

use std::time::{SystemTime, UNIX_EPOCH};
use time::{Date, Month, OffsetDateTime, Time};

/// Values of the tags `Date` and `Time`.
pub fn tags(time: SystemTime) -> (String, String) {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
    tags_of(seconds).unwrap_or_default()
}

/// Values of the tags `Date` and `Time`; `None` beyond the year 9999.
pub(super) fn tags_of(seconds: i64) -> Option<(String, String)> {
    let time = OffsetDateTime::from_unix_timestamp(seconds).ok()?;
    let ((year, month, day), (hour, minute, second)) = (time.to_calendar_date(), time.to_hms());
    let month = u8::from(month);
    Some((format!("{year}.{month:02}.{day:02}"), format!("{hour:02}:{minute:02}:{second:02}")))
}

/// Seconds since 1970 of a date such as `2024.06.01`. Missing parts are the first month and day.
pub fn read_date(text: &str) -> Option<i64> {
    seconds(text, None)
}

/// Reads `2024.06.01` (also with `-` or `/`) and a time such as `17:30:00`. Unknown months and days, written `??`, are
/// the first. Some collections write `01.06.2024`.
pub(super) fn seconds(date: &str, time: Option<&str>) -> Option<i64> {
    let mut texts: Vec<_> = date.split(['.', '-', '/']).map(str::trim).collect();
    if date.contains('.') && matches!(texts[..], [_, _, year] if year.len() == 4) {
        texts.reverse();
    }
    let year = texts.first()?.parse().ok().filter(|year| (1000..=9999).contains(year))?;
    let part = |place: usize| texts.get(place)?.parse::<u8>().ok();
    let month = part(1).and_then(|month| Month::try_from(month).ok()).unwrap_or(Month::January);
    let day = part(2).unwrap_or(1);
    let first = Date::from_calendar_date(year, month, 1).ok()?;
    let date = Date::from_calendar_date(year, month, day).unwrap_or(first);
    let time = time.and_then(time_of_day).unwrap_or(Time::MIDNIGHT);
    Some(date.with_time(time).assume_utc().unix_timestamp())
}

/// Reads `17:30` or `17:30:00`.
fn time_of_day(text: &str) -> Option<Time> {
    let mut parts = text.split(':').map(|part| part.trim().parse().ok());
    let (hour, minute) = (parts.next()??, parts.next()??);
    Time::from_hms(hour, minute, parts.next().flatten().unwrap_or(0)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_and_read_back() {
        for (found, date, time) in [
            (0, "1970.01.01", "00:00:00"),
            (951_782_399, "2000.02.28", "23:59:59"),
            (951_782_400, "2000.02.29", "00:00:00"),
            (1_709_251_200, "2024.03.01", "00:00:00"),
            (4_102_444_799, "2099.12.31", "23:59:59"),
        ] {
            assert_eq!(tags_of(found), Some((date.to_owned(), time.to_owned())));
            assert_eq!(seconds(date, Some(time)), Some(found), "{date} {time}");
        }
        assert_eq!(tags_of(i64::MAX), None);
    }

    #[test]
    fn parts_may_be_missing_and_the_day_may_come_first_with_dots() {
        let found = seconds("13.06.2024", Some("17:30"));
        assert_eq!(found, seconds("2024.06.13", Some("17:30:00")));
        assert!(found.is_some());
        assert_eq!(seconds("2024.??.??", None), seconds("2024-01-01", Some("0:00")));
        assert_eq!(seconds("2024", Some("noon")), seconds("2024/1/1", None));
        assert_eq!(seconds("??.??.2024", None), seconds("2024", None));
        for bad in ["", "????.??.??", "June", "0", "1/6/2024"] {
            assert_eq!(seconds(bad, None), None, "{bad}");
        }
    }
}
