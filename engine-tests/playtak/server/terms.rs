//! The setting of a game in the words of every version of the protocol.

use std::time::Duration;
use stonefall_engine::types::check_size;
use stonefall_engine::{Color, Game, Opening, Rules};
use stonefall_playtak::protocol::Setting;

/// Size, time, increment, whether it grows; komi, pieces, capstones, unrated, tournament, trigger, amount; opening.
#[derive(Clone)]
pub struct Terms([u32; 12]);

impl Terms {
    /// Reads the words of a seek: the terms, the color of the player and the opponent. A server of an earlier version
    /// understands only the beginning of a longer line.
    pub fn read(text: &str, version: u32) -> Option<(Self, Option<Color>, String)> {
        let mut words: Vec<&str> = text.split(' ').collect();
        let form = match words.len() {
            12 => 2,
            13 => 3,
            14 => 4,
            _ => 1,
        };
        if form == 1 || form > version {
            return Self::read_beginning(&words);
        }
        if form < 3 {
            words.insert(3, "0");
        }
        let opponent = words.pop()?.to_owned();
        if form < 4 {
            words.push("0");
        }
        let color = color(words.remove(4))?;
        let numbers: Result<Vec<u32>, _> = words.into_iter().map(str::parse).collect();
        Some((Self(numbers.ok()?.try_into().ok()?), color, opponent))
    }

    fn read_beginning(words: &[&str]) -> Option<(Self, Option<Color>, String)> {
        let [size, time, increment, rest @ ..] = words else { return None };
        let size = size.parse().ok()?;
        let reserve = check_size(size as usize).ok().map(|size| Rules::standard(size).pieces);
        let [pieces, capstones] = reserve.map_or([0, 0], |reserve| {
            let reserve = reserve[Color::White];
            [reserve.stones.into(), reserve.capstones.into()]
        });
        let (time, increment) = (time.parse().ok()?, increment.parse().ok()?);
        let numbers = [size, time, increment, 0, 0, pieces, capstones, 0, 0, 0, 0, 0];
        let color = rest.first().and_then(|word| color(word)).flatten();
        Some((Self(numbers), color, String::new()))
    }

    /// `size time increment [scales] [color] komi pieces capstones unrated tournament trigger amount`.
    pub fn words(&self, color: &str, version: u32) -> String {
        let clock = if version >= 3 { 4 } else { 3 };
        let numbers = |part: &[u32]| part.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut words = numbers(&self.0[..clock]);
        words.extend((!color.is_empty()).then(|| color.to_owned()));
        words.extend(numbers(&self.0[4..11]));
        words.join(" ")
    }

    /// The opening as the last word of a line, behind a space.
    pub fn opening(&self, version: u32) -> String {
        if version >= 4 { format!(" {}", self.0[11]) } else { String::new() }
    }

    /// Whether the terms withdraw a seek.
    pub fn are_empty(&self) -> bool {
        self.0[0] == 0
    }

    /// A game with these terms.
    pub fn game(&self) -> Option<Game> {
        let [size, _, _, _, half_komi, stones, capstones, .., opening] = self.0;
        let size = check_size(size as usize).ok()?;
        let opening = if opening == 0 { Opening::Swap } else { Opening::DoubleBlackStack };
        let setting = Setting::standard(size, Duration::ZERO, Duration::ZERO);
        let half_komi = i32::try_from(half_komi).ok()?;
        let setting = Setting { half_komi, stones, capstones, opening, ..setting };
        Game::start(size, setting.rules().ok()?).ok()
    }

    /// Milliseconds at the start.
    pub fn time(&self) -> i64 {
        i64::from(self.0[1]) * 1000
    }

    /// Milliseconds that a player gets with a move.
    pub fn bonus(&self, move_number: u32) -> i64 {
        let [_, _, increment, scales, .., trigger, amount, _] = self.0;
        let times = if scales == 1 { move_number } else { 1 };
        let extra = if trigger == move_number { amount } else { 0 };
        i64::from(increment * times + extra) * 1000
    }
}

fn color(word: &str) -> Option<Option<Color>> {
    match word {
        "W" => Some(Some(Color::White)),
        "B" => Some(Some(Color::Black)),
        "A" => Some(None),
        _ => None,
    }
}
