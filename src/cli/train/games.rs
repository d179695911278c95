//! Reads the games of a training and shuffles their positions on a disk.

use super::TrainArgs;
use crate::cli::output::{Output, complain};
use crate::cli::records::{LearnArgs, each_game_of, read_bar, unreadable};
use crate::cli::{Error, bar, file};
use stonefall_engine::stopper::Stopper;
use stonefall_tools::shuffle::{
    GamesFile, OpenedShuffle, ShuffleError, ShuffleSettings, ShuffledGames,
};

/// Template of the bar of the buckets.
const BAR: &str = "   {bar:30} {pos} of {len} buckets";

impl From<ShuffleError> for Error {
    fn from(error: ShuffleError) -> Self {
        match error {
            ShuffleError::Game(error) => Self::Failed(error.to_string()),
            ShuffleError::Folder(error) => error.into(),
        }
    }
}

/// The settings of a shuffle; `None` if the stopper ended the reading of the files.
pub(super) fn settings(
    arguments: &TrainArgs,
    stopper: &Stopper,
) -> Result<Option<ShuffleSettings>, Error> {
    let &LearnArgs { size, seed, skip, per_game, ref files } = &arguments.games;
    let mut games = Vec::new();
    for path in files {
        let length = path.metadata().map_or(0, |data| data.len());
        let bar = bar::bar(length, "   {bar:30} {percent} % checked");
        let read = GamesFile::read(path, |bytes| {
            bar.set_position(bytes);
            !stopper.is_stopped()
        });
        bar.finish_and_clear();
        let Some(read) = read.map_err(|reason| file::refused(path, reason))? else {
            return Ok(None);
        };
        games.push(read);
    }
    let (hold, bucket) = (arguments.hold, arguments.bucket as usize);
    let terms = ShuffleSettings::own_terms();
    Ok(Some(ShuffleSettings { size, seed, skip, per_game, hold, bucket, games, terms }))
}

/// The positions of the games, from an earlier run or shuffled now. `interrupted` is the error if the stopper ends it.
pub(super) fn shuffled(
    arguments: &TrainArgs,
    opened: OpenedShuffle,
    stopper: &Stopper,
    interrupted: impl Fn() -> Error,
    output: &mut Output,
) -> Result<ShuffledGames, Error> {
    let shuffled = match opened {
        OpenedShuffle::Complete(shuffled) => {
            complain(&format!("using the shuffled positions in {}", shuffled.path().display()));
            shuffled
        }
        OpenedShuffle::Empty(mut shuffling) => {
            for path in &arguments.games.files {
                let named = |error| match error {
                    ShuffleError::Game(error) => unreadable(path)(error),
                    other => other.into(),
                };
                each_game_of(path, read_bar, |game| {
                    if stopper.is_stopped() {
                        return Err(interrupted());
                    }
                    shuffling.add(game).map_err(named)
                })?;
                // Errors of games must have the name of their file.
                shuffling.flush().map_err(named)?;
            }
            let bar = bar::bar(shuffling.buckets() as u64, BAR);
            let finished = shuffling.finish(stopper, |done| bar.set_position(done as u64));
            bar.finish_and_clear();
            finished?.ok_or_else(&interrupted)?
        }
    };
    match arguments.games.report(shuffled.positions(), output) {
        Ok(()) => Ok(shuffled),
        Err(error) => {
            shuffled.remove()?;
            Err(error)
        }
    }
}
