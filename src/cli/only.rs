//! Flag `--only A-B`: a range of the games of a command. Results of ranges, one after the other, are those of all games.

use super::Error;
use super::output::counted;
use clap::Args;
use std::ops::Range;

/// Flag of commands that work on numbered games.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(super) struct Only {
    /// Work only on the games A to B, from 1 (docs/cluster.md)
    #[arg(long, value_name = "A-B", value_parser = numbers)]
    only: Option<Numbers>,
}

/// First and last number, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers(usize, usize);

fn numbers(text: &str) -> Result<Numbers, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.trim().parse(), last.trim().parse()) {
        (Ok(0), Ok(_)) => Err(format!("expected numbers from 1, found {text}")),
        (Ok(first), Ok(last)) if last < first => {
            Err(format!("expected the smaller number first, found {text}"))
        }
        (Ok(first), Ok(last)) => Ok(Numbers(first, last)),
        _ => Err(format!("expected a range such as 1001-2000, found {text}")),
    }
}

impl Only {
    /// The range in a file name: `-1001-2000`, or nothing.
    pub(super) fn suffix(self) -> String {
        self.only.map_or_else(String::new, |Numbers(first, last)| format!("-{first}-{last}"))
    }

    /// Indices of the selected games of `count`, from 0.
    pub(super) fn of(self, count: usize) -> Result<Range<usize>, Error> {
        match self.only {
            None => Ok(0..count),
            Some(Numbers(first, last)) if last <= count => Ok(first - 1..last),
            Some(Numbers(first, last)) => Err(Error::Usage(format!(
                "expected --only within {}, found {first}-{last}",
                counted(count, "game")
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_and_errors_say_what_was_expected() {
        for (text, found) in [
            ("1-1000", Ok(0..1000)),
            ("7", Ok(6..7)),
            ("999-1000", Ok(998..1000)),
            ("990-1001", Err("expected --only within 1,000 games, found 990-1001")),
            ("0-5", Err("expected numbers from 1, found 0-5")),
            ("9-3", Err("expected the smaller number first, found 9-3")),
            ("", Err("expected a range such as 1001-2000, found ")),
            ("-3", Err("expected a range such as 1001-2000, found -3")),
            ("1-2-3", Err("expected a range such as 1001-2000, found 1-2-3")),
            ("a-b", Err("expected a range such as 1001-2000, found a-b")),
        ] {
            let only = numbers(text).map(|range| Only { only: Some(range) });
            let range = only.and_then(|only| only.of(1000).map_err(|error| error.to_string()));
            assert_eq!(range, found.map_err(str::to_owned), "{text}");
        }
        assert_eq!(Only::default().of(3).ok(), Some(0..3));
    }
}
