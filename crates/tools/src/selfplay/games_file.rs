//! Game file of a run that is not divided.

use crate::resume::{ResumableFile, ResumeError, ResumeProblem, Start, check_settings};
use serde_json::{Value, json};
use std::fs::File;
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

/// Content of a resumed file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resumed {
    /// Number of games.
    pub games: u32,
    /// Number of bytes that were cut off after them: an incomplete record, or not the next game.
    pub cut: u64,
}

/// Opens or creates a game file. Cuts off everything after the last complete game in order.
/// `key` gives the key of each game, `None` after the last.
///
/// # Errors
/// If the file cannot be read and written, or has games with other settings.
pub fn open_games(
    path: &Path,
    start: Start,
    key: impl Fn(u32) -> Option<GameKey>,
) -> Result<(ResumableFile, Resumed), ResumeError> {
    let (file, games, cut) = ResumableFile::open(path, start, |file| complete_games(file, key))?;
    Ok((file, Resumed { games, cut }))
}

/// Number of games at the beginning of a file that belong there, and their length in bytes.
fn complete_games(
    file: &mut File,
    key: impl Fn(u32) -> Option<GameKey>,
) -> Result<(u32, u64), ResumeProblem> {
    let mut reader = Reader::new(file);
    let (mut count, mut end) = (0, 0);
    while let Some(game) = reader.next_game()? {
        let found = GameKey::of(&game);
        let Some(expected) = key(count) else {
            return Err(ResumeProblem::Content(format!("expected {count} games, found more")));
        };
        check_settings(&expected.shared(), &found.shared())?;
        // Behind a damaged record the numbers do not continue; those games are played again.
        if expected != found || !reader.damage().is_empty() {
            break;
        }
        count += 1;
        end = reader.whole_until();
    }
    Ok((count, end))
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

    /// The part that all games of a file share.
    fn shared(self) -> Value {
        let Self { size, nodes, origin: Origin { seed, shard, plan, .. } } = self;
        let plan = format!("{plan:08x}");
        json!({ "size": size, "nodes": nodes, "seed": seed, "shard": shard, "settings_and_engine": plan })
    }
}
