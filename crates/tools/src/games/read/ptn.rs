//! Games in PTN.

use crate::date;
use crate::games::game::NewGame;
use crate::games::{Clock, DatabaseError, DatabaseGame};
use crate::hash::Hash;
use crate::split::Splitter;
use std::fs::File;
use std::io::BufReader;
use stonefall_engine::Game;
use stonefall_engine::notation::ptn_file::{GameResult, PtnGame};
use stonefall_engine::types::ByColor;

/// The texts of a file.
pub(in crate::games) struct Texts {
    splitter: Splitter<BufReader<File>>,
    length: u64,
    count: i64,
}

/// The text of a game and its number in the file, from 1.
pub(in crate::games) struct Text {
    number: i64,
    text: String,
}

impl Texts {
    pub(super) fn new(file: File, length: u64) -> Self {
        Self { splitter: Splitter::new(BufReader::new(file)), length, count: 0 }
    }

    pub(super) fn share(&self) -> f64 {
        self.splitter.read as f64 / self.length.max(1) as f64
    }

    pub(super) fn next(&mut self) -> Result<Option<Text>, DatabaseError> {
        self.count += 1;
        let number = self.count;
        Ok(self.splitter.next()?.map(|text| Text { number, text }))
    }
}

impl Text {
    pub(super) const fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The name of the game, and the replayed game; `None` if it has no moves.
    pub(super) fn read(&self, plies: usize) -> (String, Result<Option<NewGame>, String>) {
        let ptn = PtnGame::read(&self.text);
        let [white, black] = ["Player1", "Player2"].map(|name| tag(&ptn, name));
        (format!("game {} ({white} - {black})", self.number), self.read_game(&ptn, plies))
    }

    fn read_game(&self, ptn: &PtnGame, plies: usize) -> Result<Option<NewGame>, String> {
        let setup = ptn.setup().map_err(|error| error.to_string())?;
        let end = Game::replay(ptn, PtnGame::MAIN_LINE, None).map_err(|error| error.to_string())?;
        let moves: Vec<_> = end.played().collect();
        if moves.is_empty() {
            return Ok(None);
        }
        let outcome = end.outcome_with_history().map(GameResult::from);
        let rating = |name| ptn.tag(name)?.trim().parse().ok().filter(|&rating: &u16| rating > 0);
        let name = |name| Some(tag(ptn, name)).filter(|name| !name.is_empty());
        let game = DatabaseGame {
            number: self.number,
            names: ByColor::new(name("Player1"), name("Player2")),
            ratings: ByColor::new(rating("Rating1"), rating("Rating2")),
            date: ptn.tag("Date").and_then(|date| date::seconds(date, ptn.tag("Time"))),
            clock: ptn.tag("Clock").and_then(clock),
            event: ptn.tag("Event").map(ToOwned::to_owned),
            start: setup.tps,
            result: ptn.result().or(outcome).unwrap_or(GameResult::Unfinished),
            moves,
            ..DatabaseGame::new("ptn", setup.size, setup.rules)
        };
        let origin = ["Site", "Round"]
            .into_iter()
            .fold(Hash::new(), |hash, name| hash.bytes(tag(ptn, name).as_bytes()));
        NewGame::replay(game, origin, plies).map(Some)
    }
}

fn tag(ptn: &PtnGame, name: &str) -> String {
    ptn.tag(name).unwrap_or_default().trim().to_owned()
}

/// Reads `10:00 +20` and `600+20`.
fn clock(text: &str) -> Option<Clock> {
    let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str| {
        let parts = text.trim().split(':').map(|part| part.parse::<u32>().ok());
        parts.into_iter().try_fold(0u32, |sum, part| sum.checked_mul(60)?.checked_add(part?))
    };
    Some(Clock { time: seconds(time)?, increment: seconds(increment)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_minutes_or_seconds() {
        let read = |text| clock(text).map(|clock| (clock.time, clock.increment));
        assert_eq!(read("10:00 +20"), Some((600, 20)));
        assert_eq!(read("600+5"), Some((600, 5)));
        assert_eq!(read("15:00"), Some((900, 0)));
        assert_eq!(read("a while"), None);
        assert_eq!(read("99999999:00"), None);
    }
}
