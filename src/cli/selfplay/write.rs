//! Writes games to a file until all games are there: new ones, or old ones with new scores.

use super::SelfplayArgs;
use crate::cli::game_progress::GameProgress;
use crate::cli::output::{Output, complain};
use crate::cli::records::{each_game, read_bar};
use crate::cli::{Error, file, flags, interrupt, resume};
use crate::tools::resume::ResumeError;
use crate::tools::selfplay::{self, GameKey, Labels, open_games};
use crate::tools::{Ended, bench};
use std::io::Write;
use std::path::{Path, PathBuf};
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

/// New scores for old games.
pub(super) fn relabel(arguments: &SelfplayArgs, output: &mut Output) -> Result<(), Error> {
    let Some(path) = arguments.out.clone() else {
        return Err(Error::Usage("expected --out with a file for the relabeled games".to_owned()));
    };
    let games = read(&arguments.relabel, &path)?;
    let engine = crc32fast::hash(bench::signature().as_bytes());
    let labels = Labels { nodes: arguments.nodes, soft: arguments.soft, engine };
    let (count, threads) = (games.len() as u32, flags::threads(arguments.threads));
    let key = |number| games.get(number as usize).map(|game| labels.key(game));
    write(arguments, &path, count, key, output, |first, stopper, on_game| {
        selfplay::relabel(&games, labels, first, threads, stopper, on_game)
    })
}

/// All games of the files; every move is legal.
fn read(files: &[PathBuf], out: &PathBuf) -> Result<Vec<GameRecord>, Error> {
    let mut games = Vec::new();
    for path in files {
        // Writing over an input would lose its scores.
        if path == out || file::is_same(path, out) {
            return Err(Error::Usage(format!(
                "expected an --out file other than the inputs, found {}",
                path.display()
            )));
        }
    }
    each_game(files, read_bar, |game| {
        game.follow(|_, _| ())?;
        games.push(game);
        Ok(())
    })?;
    Ok(games)
}
