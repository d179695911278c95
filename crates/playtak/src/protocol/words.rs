//! The words of a line.

use std::time::Duration;
use stonefall_engine::Color;

/// The words of a line. Two spaces have an empty word between them.
#[derive(Clone)]
pub(super) struct Words<'a>(std::str::Split<'a, char>);

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self(text.split(' '))
    }

    pub(super) fn number(&mut self) -> Option<u32> {
        self.next()?.parse().ok()
    }

    /// `0` or `1`.
    pub(super) fn flag(&mut self) -> Option<bool> {
        match self.next()? {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        }
    }

    pub(super) fn seconds(&mut self) -> Option<Duration> {
        self.number().map(|seconds| Duration::from_secs(seconds.into()))
    }

    pub(super) fn milliseconds(&mut self) -> Option<Duration> {
        self.number().map(|milliseconds| Duration::from_millis(milliseconds.into()))
    }

    /// `white` or `black`.
    pub(super) fn color(&mut self) -> Option<Color> {
        match self.next()? {
            "white" => Some(Color::White),
            "black" => Some(Color::Black),
            _ => None,
        }
    }

    /// `W`, `B`, or `A` for any color.
    pub(super) fn wanted_color(&mut self) -> Option<Option<Color>> {
        match self.next()? {
            "W" => Some(Some(Color::White)),
            "B" => Some(Some(Color::Black)),
            "A" => Some(None),
            _ => None,
        }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }
}
