//! Self-play records.

use crate::games::game::NewGame;
use crate::games::{DatabaseError, DatabaseGame};
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

    /// Replays the game; `None` if it has no moves.
    ///
    /// # Errors
    /// The reason why it is illegal.
    pub(super) fn read(&self, plies: usize) -> Result<Option<NewGame>, String> {
        let record = &self.game;
        if record.plies.is_empty() {
            return Ok(None);
        }
        let name = || Some("Stonefall".to_owned());
        let game = DatabaseGame {
            number: self.number,
            names: ByColor::new(name(), name()),
            is_unrated: true,
            start: record.start.clone(),
            result: record.outcome.map_or(GameResult::Unfinished, GameResult::from),
            moves: record.plies.iter().map(|ply| ply.mv).collect(),
            ..DatabaseGame::new("self-play", record.size, record.rules)
        };
        // The same opening may lead to the same game in several files; those are several games.
        NewGame::replay(game, Hash::new().bytes(&record.to_bytes()), plies).map(Some)
    }
}
