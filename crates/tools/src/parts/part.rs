//! Numbers of parts.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

/// Largest number of parts.
const MOST: u32 = 1_000_000;

/// Part `number` of `of`, such as 17/400.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Part {
    /// From 1 to `of`.
    number: u32,
    of: NonZeroU32,
}

impl Part {
    /// The only part of undivided work.
    pub const WHOLE: Self = Self { number: 1, of: NonZeroU32::MIN };

    /// A part; `None` if there is no such part.
    #[must_use]
    pub fn new(number: u32, of: u32) -> Option<Self> {
        let of = NonZeroU32::new(of).filter(|of| of.get() <= MOST)?;
        (1..=of.get()).contains(&number).then_some(Self { number, of })
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }

    /// Number of all parts.
    #[must_use]
    pub const fn of(self) -> u32 {
        self.of.get()
    }

    /// The units of this part in ascending order. Groups of `group` consecutive units stay together; the parts
    /// take the groups in turn.
    pub fn units(self, units: u32, group: u32) -> impl Iterator<Item = u32> {
        let (group, of) = (u64::from(group.max(1)), self.of.get() as usize);
        let firsts =
            (u64::from(self.number - 1) * group..units.into()).step_by(of * group as usize);
        firsts.flat_map(move |first| first..(first + group).min(units.into())).map(|it| it as u32)
    }

    /// Whether it has a unit, if each unit is a group of its own.
    #[must_use]
    pub const fn has(self, unit: u32) -> bool {
        unit % self.of.get() == self.number - 1
    }

    /// Number of the units of this part.
    #[must_use]
    pub fn count(self, units: u32, group: u32) -> u32 {
        let (group, of) = (group.max(1), self.of.get());
        let (groups, rest) = (units / group, units % group);
        let index = self.number - 1;
        let whole = groups / of + u32::from(groups % of > index);
        whole * group + if groups % of == index { rest } else { 0 }
    }

    /// Name of its file. The names of all parts have one length, so that they sort by number.
    #[must_use]
    pub fn file_name(self) -> String {
        let width = self.of.to_string().len();
        format!("{:0width$}-of-{}.{}", self.number, self.of, super::EXTENSION)
    }

    /// The part that a file name stands for.
    #[must_use]
    pub fn of_file_name(name: &str) -> Option<Self> {
        let (number, rest) = name.split_once("-of-")?;
        let of = rest.strip_suffix(super::EXTENSION)?.strip_suffix('.')?;
        Self::new(number.parse().ok()?, of.parse().ok()?)
    }
}

/// `17/400`
impl fmt::Display for Part {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            Some((number.trim().parse::<u32>().ok()?, of.trim().parse::<u32>().ok()?))
        });
        let Some((number, of)) = numbers else {
            return Err(format!("expected a part such as 17/400, found {text}"));
        };
        let most = of.clamp(1, MOST);
        Self::new(number, of).ok_or_else(|| {
            format!("expected a part from 1/{most} to {most}/{most}, found {number}/{of}")
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn texts_and_file_names_are_read() {
        let part: Part = "17/400".parse().unwrap();
        assert_eq!(
            (part.to_string(), part.file_name()),
            ("17/400".into(), "017-of-400.part".into())
        );
        assert_eq!(Part::of_file_name("017-of-400.part"), Some(part));
        for wrong in ["17-of-400.takg", "x-of-4.part", "5-of-4.part", "1-of-4part", "-of-.part"] {
            assert_eq!(Part::of_file_name(wrong), None, "{wrong}");
        }
        for (wrong, reason) in [
            ("0/4", "expected a part from 1/4 to 4/4, found 0/4"),
            ("5/4", "expected a part from 1/4 to 4/4, found 5/4"),
            ("0/0", "expected a part from 1/1 to 1/1, found 0/0"),
            ("3", "expected a part such as 17/400, found 3"),
            ("-1/4", "expected a part such as 17/400, found -1/4"),
            ("7/2000000", "expected a part from 1/1000000 to 1000000/1000000, found 7/2000000"),
            ("1/5000000000", "expected a part such as 17/400, found 1/5000000000"),
        ] {
            assert_eq!(wrong.parse::<Part>().unwrap_err(), reason);
        }
    }

    #[test]
    fn every_unit_is_in_one_part_with_its_group() {
        for (units, group, of) in
            [(10, 1, 3), (10, 2, 3), (7, 2, 2), (2, 1, 5), (0, 1, 2), (8, 4, 2)]
        {
            let mut owners = vec![0; units as usize];
            for number in 1..=of {
                let part = Part::new(number, of).unwrap();
                assert_eq!(part.count(units, group) as usize, part.units(units, group).count());
                let singles: Vec<_> = (0..units).filter(|&unit| part.has(unit)).collect();
                assert_eq!(part.units(units, 1).collect::<Vec<_>>(), singles);
                for unit in part.units(units, group) {
                    assert_eq!(owners[unit as usize], 0);
                    owners[unit as usize] = number;
                }
            }
            for (unit, &owner) in owners.iter().enumerate() {
                assert_eq!(owner, unit as u32 / group % of + 1, "{units} {group} {of}");
            }
        }
    }

    #[test]
    fn large_numbers_do_not_overflow() {
        assert_eq!(Part::new(1, MOST + 1), None);
        let last = Part::new(MOST, MOST).unwrap();
        assert_eq!(last.units(u32::MAX, u32::MAX).count(), 0);
        assert_eq!(last.count(u32::MAX, u32::MAX), 0);
        assert_eq!(Part::WHOLE.units(3, u32::MAX).collect::<Vec<_>>(), [0, 1, 2]);
    }
}
