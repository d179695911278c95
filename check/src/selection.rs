//! Selection of points: `12,40-50`.

use super::POINTS;
use std::str::FromStr;
use thiserror::Error;

/// A selection of points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection(Vec<(u8, u8)>);

/// Error of a selection.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SelectionError {
    /// Not a number or a range.
    #[error("expected points such as 12,40-50, found '{0}'")]
    Text(String),
    /// Not the number of a point.
    #[error("expected points from 1 to {last}, found {0}", last = POINTS.len())]
    Number(u8),
}

impl Selection {
    /// All points.
    #[must_use]
    pub fn all() -> Self {
        Self(vec![(1, POINTS.len() as u8)])
    }

    /// Whether a point is selected.
    #[must_use]
    pub fn has(&self, number: u8) -> bool {
        self.0.iter().any(|&(first, last)| (first..=last).contains(&number))
    }
}

impl FromStr for Selection {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, SelectionError> {
        let wrong = |text: &str| SelectionError::Text(text.to_owned());
        let number = |word: &str| {
            let number: u8 = word.trim().parse().map_err(|_| wrong(word))?;
            if usize::from(number) > POINTS.len() || number == 0 {
                return Err(SelectionError::Number(number));
            }
            Ok(number)
        };
        let range = |part: &str| match part.split_once('-') {
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                if first <= last { Ok((first, last)) } else { Err(wrong(part)) }
            }
            None => number(part).map(|number| (number, number)),
        };
        text.split(',').map(range).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic)]
    use super::*;

    #[test]
    fn reads_numbers_and_ranges() {
        let chosen = |text: &str| match text.parse::<Selection>() {
            Ok(selection) => (1..=96).filter(|&it| selection.has(it)).collect(),
            Err(error) => panic!("{error}"),
        };
        let numbers: Vec<u8> = chosen("3, 7-9,96");
        assert_eq!(numbers, [3, 7, 8, 9, 96]);
        for text in ["", "x", "0", "97", "300", "9-7", "1,,2", "1-2-3"] {
            assert!(text.parse::<Selection>().is_err(), "{text}");
        }
    }
}
