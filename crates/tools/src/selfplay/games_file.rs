//! The file of the games, which resumes.

use crate::resume::{ResumableFile, ResumeError, ResumeProblem, Start, check_settings};
use serde::Serialize;
use std::fs::File;
use std::ops::Range;
use std::path::Path;
use stonefall_learn::records::{GameRecord, Origin, Reader, RecordError};

/// Settings and number of a game, which have to match when a file is resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameKey {
    /// Board size.
    pub size: usize,
    /// Nodes per move.
    pub nodes: u32,
    /// Seed, shard, number and fingerprint of the plan.
    pub origin: Origin,
}

/// Opens or creates a file of the games of a range. Cuts off everything after the last complete game in order.
/// `key` gives the key of the game of a number. Also returns the number of games, and of bytes that were cut off.
///
/// # Errors
/// If the file cannot be read and written, or has other games.
pub fn open_games(
    path: &Path,
    start: Start,
    numbers: Range<usize>,
    key: impl Fn(usize) -> GameKey,
) -> Result<(ResumableFile, usize, u64), ResumeError> {
    ResumableFile::open(path, start, |file| complete_games(file, numbers, key))
}

/// Number of games at the beginning of a file that belong there, and their length in bytes.
fn complete_games(
    file: &mut File,
    numbers: Range<usize>,
    key: impl Fn(usize) -> GameKey,
) -> Result<(usize, u64), ResumeProblem> {
    let mut reader = Reader::new(file);
    let (mut count, mut end) = (0, 0);
    for number in numbers {
        let Some(game) = reader.next_game()? else { return Ok((count, end)) };
        let (expected, found) = (key(number), GameKey::of(&game));
        // Behind a damaged record the numbers do not continue; those games are played again.
        if count > 0 && !reader.damage().is_empty() {
            return Ok((count, end));
        }
        check_settings(&expected.fields(), &found.fields())?;
        count += 1;
        end = reader.whole_until();
    }
    match reader.next_game()? {
        None => Ok((count, end)),
        Some(_) => Err(ResumeProblem::Settings(format!("expected {count} games, found more"))),
    }
}

impl From<RecordError> for ResumeProblem {
    fn from(error: RecordError) -> Self {
        Self::Content(error.to_string())
    }
}

impl GameKey {
    fn of(game: &GameRecord) -> Self {
        Self { size: game.size, nodes: game.nodes, origin: game.origin }
    }

    /// The key in words; games are counted from 1.
    fn fields(self) -> impl Serialize {
        #[derive(Serialize)]
        struct Fields {
            size: usize,
            nodes: u32,
            seed: u64,
            shard: u32,
            settings_and_engine: String,
            game: u64,
        }
        let Self { size, nodes, origin: Origin { seed, shard, plan, game } } = self;
        let (settings_and_engine, game) = (format!("{plan:08x}"), u64::from(game) + 1);
        Fields { size, nodes, seed, shard, settings_and_engine, game }
    }
}
