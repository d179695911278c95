//! Reads files of game records.

use super::file::{self, failed};
use super::output::{Output, complain};
use super::progress::Progress;
use super::{Error, flags, resume};
use clap::Args;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_engine::report::grouped;
use stonefall_engine::stopper::Stopper;
use stonefall_learn::dataset::{Dataset, Gatherer, SamplePlan, Samples};
use stonefall_learn::records::{Damage, GameRecord, Reader, RecordError};

/// Games whose positions are packed at a time.
const GAMES: usize = 4096;

/// Calls `on_game` for every game of the files. Reports damage on standard error and returns the number of damaged bytes.
pub(super) fn each_game(
    paths: &[PathBuf],
    mut on_game: impl FnMut(GameRecord) -> Result<(), RecordError>,
) -> Result<u64, Error> {
    let mut damaged = 0;
    for path in paths {
        let progress = Some(Progress::percent("read"));
        damaged += each_game_of(path, progress, |game| on_game(game).map_err(failed(path)))?;
    }
    Ok(damaged)
}

/// Like [`each_game`], for one file and other errors. Progress would mix with games on standard output.
pub(super) fn each_game_of(
    path: &Path,
    mut progress: Option<Progress>,
    mut on_game: impl FnMut(GameRecord) -> Result<(), Error>,
) -> Result<u64, Error> {
    let named = |reason| file::refused(path, reason);
    let file = File::open(path).map_err(named)?;
    let length = file.metadata().map_err(named)?.len().max(1);
    let mut reader = Reader::new(file);
    while let Some(game) = reader.next_game().map_err(failed(path))? {
        if let Some(progress) = &mut progress {
            progress.show(100 * reader.whole_until() / length, String::new);
        }
        on_game(game)?;
    }
    drop(progress);
    report_damage(path, reader.damage());
    Ok(reader.damage().iter().map(|damage| damage.bytes).sum::<u64>())
}

/// Reports bytes outside complete records.
pub(super) fn report_damage(path: &Path, damage: &[Damage]) {
    for Damage { at, bytes } in damage {
        let path = path.display();
        complain(&format!("{path}: skipped {bytes} bytes at byte {at} outside complete records"));
    }
}

/// Games to learn from.
#[derive(Args, Clone, Debug)]
pub(super) struct LearnArgs {
    /// Game records of stonefall selfplay; games of other sizes are skipped
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Board size, 3 to 8
    #[arg(long, value_name = "N", value_parser = flags::size)]
    pub(super) size: usize,
    /// Plies to skip at the start of each game
    #[arg(long, value_name = "N", default_value = "2")]
    pub(super) skip: usize,
    /// Maximum number of positions per game, chosen at random
    #[arg(long, value_name = "N")]
    pub(super) per_game: Option<usize>,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value = "1")]
    pub(super) seed: u64,
}

impl LearnArgs {
    /// The choice of positions.
    pub(super) fn sample_plan(&self) -> SamplePlan {
        let &Self { skip: skip_plies, per_game, seed, .. } = self;
        SamplePlan { skip_plies, per_game, seed, ..SamplePlan::default() }
    }

    /// Reads the games into a training set and a hold-out set. One game in `hold` goes into the hold-out set.
    pub(super) fn dataset<S: Samples>(
        &self,
        plan: SamplePlan,
        hold: usize,
        stopper: &Stopper,
    ) -> Result<Dataset<S>, Error> {
        let mut gatherer = Gatherer::new(plan, hold);
        for (done, path) in self.files.iter().enumerate() {
            let mut games = Vec::new();
            let mut gather = |games: &mut Vec<GameRecord>| {
                if stopper.is_stopped() {
                    return Err(resume::interrupted(done, self.files.len(), "files"));
                }
                gatherer.add(games).map_err(failed(path))?;
                games.clear();
                Ok(())
            };
            each_game_of(path, Some(Progress::percent("read")), |game| {
                games.extend(Some(game).filter(|game| game.size == self.size));
                if games.len() < GAMES { Ok(()) } else { gather(&mut games) }
            })?;
            gather(&mut games)?;
        }
        Ok(gatherer.finish())
    }

    /// Reports the numbers of training and hold-out positions, and refuses empty sets.
    pub(super) fn report(&self, positions: [usize; 2], output: &mut Output) -> Result<(), Error> {
        report(&format!("positions on {0}x{0}", self.size), positions, output)
    }
}

/// Reports the numbers of training and hold-out positions, and refuses empty sets.
pub(super) fn report(what: &str, positions: [usize; 2], output: &mut Output) -> Result<(), Error> {
    let [training, holdout] = positions.map(|count| grouped(count as u64));
    if positions.contains(&0) {
        return Err(Error::Failed(format!(
            "expected training and hold-out {what}, found {training} and {holdout}"
        )));
    }
    writeln!(output, "{training} training positions, {holdout} in the hold-out set")?;
    Ok(output.flush()?)
}
