//! The table of points.

use serde::Serialize;
use std::sync::LazyLock;

/// A point of the check.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// Its number. Numbers of removed points stay unused.
    pub number: u8,
    /// Its section of the table.
    pub section: &'static str,
    /// The requirement.
    pub title: &'static str,
    #[serde(skip)]
    pub(super) script: Script,
}

/// The steps of a point, as `points.txt` describes them.
#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    /// Conditions without which the point is skipped.
    pub(super) needs: Vec<&'static str>,
    /// Steps that start the engine.
    pub(super) begin: Vec<&'static str>,
    pub(super) cases: Vec<Case>,
}

/// Steps that run once for each alternative.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) alternatives: Vec<&'static str>,
    pub(super) steps: Vec<&'static str>,
}

/// All points in order.
pub static POINTS: LazyLock<Vec<Point>> = LazyLock::new(|| read(include_str!("points.txt")));

fn read(text: &'static str) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let mut section = "";
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("== ") {
            section = name;
        } else if let Some((number, title)) = line.split_once(' ')
            && let Ok(number) = number.parse()
        {
            points.push(Point { number, section, title, script: Script::default() });
        } else if let Some(point) = points.last_mut()
            && !matches!(line.trim_start().chars().next(), None | Some('#'))
        {
            point.script.read_line(line.trim());
        }
    }
    points
}

impl Script {
    fn read_line(&mut self, line: &'static str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let alternatives = rest.split('|').map(str::trim);
        match (word, self.cases.last_mut()) {
            ("needs", _) => self.needs.push(rest),
            ("begin", _) => self.begin = rest.split("; ").collect(),
            ("case", _) => self.add_case(alternatives.collect()),
            ("|", Some(case)) => case.alternatives.extend(alternatives),
            (_, Some(case)) => case.steps.extend(line.split("; ")),
            (_, None) => {
                self.add_case(vec![""]);
                self.read_line(line);
            }
        }
    }

    fn add_case(&mut self, alternatives: Vec<&'static str>) {
        if self.begin.is_empty() {
            self.begin = vec!["game"];
        }
        self.cases.push(Case { alternatives, steps: Vec::new() });
    }
}

/// Reads numbers of points, such as `12,40-50`.
///
/// # Errors
/// If the text is malformed, a number is outside the table, or there is no such point.
pub fn parse_points(text: &str) -> Result<Vec<u8>, String> {
    let last = POINTS.last().map_or(0, |point| point.number);
    let number = |word: &str| match word.trim().parse::<u8>() {
        Ok(number) if (1..=last).contains(&number) => Ok(number),
        Ok(number) => Err(format!("expected points from 1 to {last}, found {number}")),
        Err(_) => Err(format!("expected points such as 12,40-50, found '{word}'")),
    };
    let mut points = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let range = number(first)?..=number(last)?;
        let before = points.len();
        points.extend(POINTS.iter().map(|point| point.number).filter(|it| range.contains(it)));
        if points.len() == before {
            return Err(format!("expected points of the list (--list), found '{part}'"));
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_complete() {
        assert!(POINTS.iter().map(|point| point.number).is_sorted_by(|one, other| one < other));
        assert_eq!(POINTS.len(), 73);
        let lacks_steps = |case: &Case| case.steps.is_empty() || case.alternatives.is_empty();
        assert!(!POINTS.iter().flat_map(|point| &point.script.cases).any(lacks_steps));
    }

    #[test]
    fn reads_numbers_and_ranges() {
        assert_eq!(parse_points("3, 7-9,22-24,92"), Ok(vec![3, 7, 8, 9, 22, 24, 92]));
        for text in ["", "x", "0", "23", "100", "300", "9-7", "1,,2", "1-2-3"] {
            assert!(parse_points(text).is_err(), "{text}");
        }
    }
}
