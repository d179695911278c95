//! Games in PTN.

use super::split::Splitter;
use super::{ReadGame, date};
use crate::games::DatabaseError;
use crate::games::record::{Clock, Header, NewGame, replay};
use crate::hash::Hash;
use std::fs::File;
use std::io::BufReader;
use stonefall_engine::notation::ptn_file::{GameResult, PtnGame};
use stonefall_engine::types::ByColor;
use stonefall_engine::{Game, Move};

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

    pub(super) fn read(&self, plies: usize, is_known: &impl Fn(i64) -> bool) -> ReadGame {
        let ptn = PtnGame::read(&self.text);
        let names = ByColor::new(tag(&ptn, "Player1"), tag(&ptn, "Player2"));
        self.read_game(&ptn, &names, plies, is_known).unwrap_or_else(|reason| {
            let ByColor([white, black]) = names;
            ReadGame::Illegal(format!("game {} ({white} - {black})", self.number), reason)
        })
    }

    fn read_game(
        &self,
        ptn: &PtnGame,
        names: &ByColor<String>,
        plies: usize,
        is_known: &impl Fn(i64) -> bool,
    ) -> Result<ReadGame, String> {
        let setup = ptn.setup().map_err(|error| error.to_string())?;
        let end = Game::replay(ptn, PtnGame::MAIN_LINE, None).map_err(|error| error.to_string())?;
        let moves: Vec<_> = end.played().collect();
        if moves.is_empty() {
            return Ok(ReadGame::Empty);
        }
        let outcome = end.outcome_with_history().map(GameResult::from);
        let result = ptn.result().or(outcome).unwrap_or(GameResult::Unfinished);
        let fingerprint = fingerprint(ptn, &end.back_to(0), &moves, result);
        if is_known(fingerprint) {
            return Ok(ReadGame::Known);
        }
        let visited = replay(&end.back_to(0), &moves, plies)?;
        Ok(ReadGame::New(Box::new(NewGame {
            fingerprint,
            header: header(self.number, ptn, names.clone()),
            size: setup.size,
            rules: setup.rules,
            start: setup.tps,
            result,
            moves,
            visited,
        })))
    }
}

/// Names do not count, because a database forgets names.
fn fingerprint(ptn: &PtnGame, start: &Game, moves: &[Move], result: GameResult) -> i64 {
    let mut hash = Hash::new().bytes(b"ptn").bytes(start.tps().to_string().as_bytes());
    hash = moves.iter().fold(hash, |hash, mv| hash.number(mv.bits().into()));
    hash = hash.bytes(result.code().as_bytes());
    for name in ["Date", "Time", "Event", "Site", "Round", "Komi", "Rating1", "Rating2"] {
        hash = hash.bytes(tag(ptn, name).as_bytes());
    }
    hash.stored()
}

fn tag(ptn: &PtnGame, name: &str) -> String {
    ptn.tag(name).unwrap_or_default().trim().to_owned()
}

fn header(number: i64, ptn: &PtnGame, names: ByColor<String>) -> Header {
    let rating = |name| ptn.tag(name)?.trim().parse().ok().filter(|&rating: &u16| rating > 0);
    Header {
        number,
        names,
        ratings: ByColor::new(rating("Rating1"), rating("Rating2")),
        date: ptn.tag("Date").and_then(|date| date::seconds(date, ptn.tag("Time"))),
        clock: ptn.tag("Clock").and_then(clock),
        is_unrated: false,
        is_tournament: false,
        event: ptn.tag("Event").map(ToOwned::to_owned),
    }
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
