//! Self-play records.

use super::ReadGame;
use crate::games::DatabaseError;
use crate::games::record::{Header, NewGame, replay};
use crate::hash::Hash;
use std::fs::File;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::types::ByColor;
use stonefall_learn::records::{GameRecord, Reader};

/// The records of a file.
pub(in crate::games) struct Records {
    reader: Reader<File>,
    length: u64,
    count: i64,
}

/// A record and its number in the file, from 1.
pub(in crate::games) struct Record {
    number: i64,
    game: GameRecord,
}

impl Records {
    pub(super) const fn new(file: File, length: u64) -> Self {
        Self { reader: Reader::new(file), length, count: 0 }
    }

    pub(super) fn share(&self) -> f64 {
        self.reader.whole_until() as f64 / self.length.max(1) as f64
    }

    pub(super) fn next(&mut self) -> Result<Option<Record>, DatabaseError> {
        self.count += 1;
        let number = self.count;
        Ok(self.reader.next_game()?.map(|game| Record { number, game }))
    }
}

impl Record {
    pub(super) const fn bytes(&self) -> usize {
        4 * self.game.plies.len()
    }

    pub(super) fn name(&self) -> String {
        format!("game {}", self.number)
    }

    /// The same opening may lead to the same game in several shards; those are several games.
    fn fingerprint(&self) -> i64 {
        Hash::new().bytes(b"self-play").bytes(&self.game.to_bytes()).stored()
    }

    pub(super) fn read(
        &self,
        plies: usize,
        is_known: &impl Fn(i64) -> bool,
    ) -> Result<ReadGame, String> {
        let fingerprint = self.fingerprint();
        if is_known(fingerprint) {
            return Ok(ReadGame::Known);
        }
        if self.game.plies.is_empty() {
            return Ok(ReadGame::Empty);
        }
        let moves: Vec<_> = self.game.plies.iter().map(|ply| ply.mv).collect();
        let start = self.game.beginning().map_err(|error| error.to_string())?;
        let visited = replay(&start, &moves, plies)?;
        let name = || "Stonefall".to_owned();
        Ok(ReadGame::New(Box::new(NewGame {
            fingerprint,
            header: Header {
                number: self.number,
                names: ByColor::new(name(), name()),
                is_unrated: true,
                ..Header::default()
            },
            size: self.game.size,
            rules: self.game.rules,
            start: self.game.start.clone(),
            result: self.game.outcome.map_or(GameResult::Unfinished, GameResult::from),
            moves,
            visited,
        })))
    }
}
