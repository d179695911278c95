//! Writes games to a file until all games are there.

use super::SelfplayArgs;
use crate::cli::game_progress::GameProgress;
use crate::cli::output::{Output, complain};
use crate::cli::{Error, file, interrupt, resume};
use crate::tools::Ended;
use crate::tools::resume::ResumeError;
use crate::tools::selfplay::{GameKey, open_games};
use std::io::Write;
use std::path::Path;
use stonefall_engine::stopper::Stopper;
use stonefall_learn::records::GameRecord;

/// Receiver of finished games.
type OnGame<'a> = &'a mut dyn FnMut(&GameRecord) -> Result<(), ResumeError>;

/// Appends to a file of `count` games the games that `make` plays from a number on. `key` gives the key of
/// the game of each number.
pub(super) fn write(
    arguments: &SelfplayArgs,
    path: &Path,
    count: u32,
    key: impl Fn(u32) -> Option<GameKey>,
    output: &mut Output,
    make: impl FnOnce(u32, &Stopper, OnGame<'_>) -> Result<Ended, ResumeError>,
) -> Result<(), Error> {
    file::create_folder(path)?;
    let (mut file, resumed) = open_games(path, resume::start(arguments.restart), key)?;
    if resumed.cut > 0 {
        let (path, cut) = (path.display(), resumed.cut);
        complain(&format!("{path}: removed {cut} bytes after the last complete game"));
    }
    resume::report_resumed(resumed.games as usize, "games");

    let mut progress = GameProgress::new(resumed.games, count);
    let mut done = resumed.games;
    let mut on_game = |game: &GameRecord| {
        file.append(&game.to_bytes())?;
        done += 1;
        progress.add(game.plies.iter().filter(|ply| ply.score.is_some()).count() as u64);
        Ok(())
    };
    let ended = make(resumed.games, &interrupt::stopper(), &mut on_game)?;

    writeln!(output, "{}: {}", path.display(), progress.finish())?;
    output.flush()?;
    match ended {
        Ended::Complete => Ok(()),
        Ended::Interrupted => Err(resume::interrupted(done as usize, count as usize, "games")),
    }
}
