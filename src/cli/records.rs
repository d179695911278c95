//! Reads files of game records.

use super::Error;
use super::file::{self, failed};
use super::output::{Output, complain};
use super::progress::Progress;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_engine::report::grouped;
use stonefall_learn::records::{Damage, GameRecord, Reader, RecordError};

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
