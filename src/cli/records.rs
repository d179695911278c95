//! Files of game records, opened for reading.

use super::output::{Output, complain};
use super::{Error, bar};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_engine::report::grouped;
use stonefall_learn::fit::Bucket;
use stonefall_learn::records::{GameRecord, Reader, RecordError, Sampler, Sampling};
use stonefall_learn::{Dataset, SampleSet, add_game};

pub(super) fn open(path: &Path) -> Result<Reader<File>, Error> {
    let file = File::open(path)
        .map_err(|reason| Error::File { file: path.display().to_string(), reason })?;
    Ok(Reader::new(file))
}

pub(super) fn refused(path: &Path, error: &RecordError) -> Error {
    Error::Failed(format!("{}: {error}", path.display()))
}

/// Calls `on_game` for the games of a board size in all files, with numbers from 1. Shows a bar in a terminal.
pub(super) fn each_game(
    paths: &[PathBuf],
    size: usize,
    mut on_game: impl FnMut(usize, &GameRecord) -> Result<(), RecordError>,
) -> Result<(), Error> {
    let mut number = 0;
    for path in paths {
        let bar = bar::bar(
            fs::metadata(path).map_or(0, |data| data.len()),
            "   {bar:30} {percent} % read",
        );
        let broken = |error| refused(path, &error);
        let mut reader = open(path)?;
        while let Some(game) = reader.next_game().map_err(broken)? {
            bar.set_position(reader.whole_until());
            if game.size == size {
                number += 1;
                on_game(number, &game).map_err(broken)?;
            }
        }
        bar.finish_and_clear();
        report_damage(path, &reader);
    }
    Ok(())
}

/// Reads the games of a board size into a training set and a hold-out set, and reports their sizes. One
/// game in `hold` goes into the hold-out set as a whole, so that the sets share no game.
pub(super) fn dataset<S: SampleSet>(
    paths: &[PathBuf],
    size: usize,
    hold: usize,
    sampling: Sampling,
    output: &mut Output,
) -> Result<Dataset<S>, Error> {
    let mut sampler = Sampler::new(sampling);
    let mut dataset = Dataset::<S>::default();
    each_game(paths, size, |number, game| {
        let is_holdout = number % hold == 0;
        let set = if is_holdout { &mut dataset.holdout } else { &mut dataset.training };
        add_game(set, game, &mut sampler)
    })?;
    let [training, holdout] = [&dataset.training, &dataset.holdout].map(S::len);
    if training == 0 || holdout == 0 {
        return Err(Error::Failed(format!(
            "expected training and hold-out positions on {size}x{size}, found {training} and {holdout}"
        )));
    }
    writeln!(
        output,
        "{} training positions, {} in the hold-out set",
        grouped(training as u64),
        grouped(holdout as u64)
    )?;
    output.flush()?;
    Ok(dataset)
}

/// Prints the mean results of positions by predicted chance.
pub(super) fn print_buckets(
    buckets: &[Bucket],
    chance: &str,
    output: &mut Output,
) -> Result<(), Error> {
    writeln!(output, "  positions  {chance}  result")?;
    let width = chance.len() - 2;
    for bucket in buckets.iter().filter(|bucket| bucket.count > 0) {
        let (expected, found) = (100.0 * bucket.expected, 100.0 * bucket.found);
        writeln!(output, "  {:>9}  {expected:>width$.1} %  {found:>4.1} %", bucket.count)?;
    }
    Ok(())
}

/// Reports bytes outside complete records.
pub(super) fn report_damage(path: &Path, reader: &Reader<File>) {
    for damage in reader.damage() {
        complain(&format!(
            "{}: skipped {} bytes at byte {} outside complete records",
            path.display(),
            damage.bytes,
            damage.at
        ));
    }
}
