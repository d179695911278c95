//! Writes games to a file until all games of the range are there: new ones, or old ones with new scores.

use super::SelfplayArgs;
use crate::cli::output::{Output, counted};
use crate::cli::progress::Progress;
use crate::cli::records::each_game;
use crate::cli::{Error, file, flags, resume};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;
use stonefall_engine::report::grouped;
use stonefall_engine::stopper::Stopper;
use stonefall_learn::records::GameRecord;
use stonefall_tools::bench;
use stonefall_tools::resume::ResumeError;
use stonefall_tools::selfplay::{self, GameKey, Labels, open_games, play};
use stonefall_tools::workers::WorkEnd;

/// Receiver of finished games.
type OnGame<'a> = &'a mut dyn FnMut(&GameRecord) -> Result<(), ResumeError>;

/// Plays games.
pub(super) fn games(arguments: &SelfplayArgs, output: &mut Output) -> Result<(), Error> {
    arguments.check()?;
    let (plan, threads) = (&arguments.plan, flags::threads(arguments.threads));
    let fingerprint = plan.fingerprint(&bench::signature());
    let numbers = arguments.only.of(arguments.games as usize)?;
    let key = |number| plan.key(fingerprint, number);
    write(arguments, &arguments.path(), numbers, key, output, |numbers, stopper, on_game| {
        play(plan, fingerprint, numbers, threads, stopper, on_game)
    })
}

/// Gives old games new scores.
pub(super) fn relabel(arguments: &SelfplayArgs, output: &mut Output) -> Result<(), Error> {
    let Some(path) = &arguments.out else {
        return Err(Error::Usage("expected --out with a file for the relabeled games".to_owned()));
    };
    let games = read(&arguments.relabel, path)?;
    let numbers = arguments.only.of(games.len())?;
    let engine = crc32fast::hash(bench::signature().as_bytes());
    let labels = Labels { nodes: arguments.plan.nodes, soft: arguments.plan.soft, engine };
    let threads = flags::threads(arguments.threads);
    let key = |number: usize| labels.key(&games[number]);
    write(arguments, path, numbers, key, output, |numbers, stopper, on_game| {
        selfplay::relabel(&games[numbers], labels, threads, stopper, on_game)
    })
}

/// Appends the missing games of a range, which `make` plays.
fn write(
    arguments: &SelfplayArgs,
    path: &Path,
    numbers: Range<usize>,
    key: impl Fn(usize) -> GameKey,
    output: &mut Output,
    make: impl FnOnce(Range<usize>, &Stopper, OnGame<'_>) -> Result<WorkEnd, ResumeError>,
) -> Result<(), Error> {
    let stopper = arguments.resume.stopper();
    file::create_folder(path)?;
    let (mut file, before, cut) = open_games(path, arguments.resume.start(), numbers.clone(), key)?;
    resume::report_cut(path, cut);
    resume::report_resumed(before, "games");

    let (start, count) = (Instant::now(), numbers.len());
    let (mut done, mut positions) = (before, 0);
    let mut progress = Progress::new(count as u64, "games");
    progress.show(done as u64, String::new);
    let speed = |number: f64| number / start.elapsed().as_secs_f64().max(1e-3);
    let mut on_game = |game: &GameRecord| {
        file.append(&game.to_bytes())?;
        done += 1;
        positions += game.plies.iter().filter(|ply| ply.score.is_some()).count() as u64;
        progress.show(done as u64, || {
            format!(", {} positions, {:.0} a second", grouped(positions), speed(positions as f64))
        });
        Ok(())
    };
    let ended = make(numbers.start + before..numbers.end, &stopper, &mut on_game)?;
    drop(progress);
    file.sync()?;

    let games = done - before;
    writeln!(
        output,
        "{}: {} in {:.1} s, {:.2} per second; {} searched positions, {:.0} per second",
        path.display(),
        counted(games, "game"),
        start.elapsed().as_secs_f64(),
        speed(games as f64),
        grouped(positions),
        speed(positions as f64),
    )?;
    output.flush()?;
    resume::end(ended, done, count, "games")
}

/// All games of the files; every move is legal.
fn read(files: &[PathBuf], out: &Path) -> Result<Vec<GameRecord>, Error> {
    // Writing over an input would lose its scores.
    file::spare(out, files, "input")?;
    let mut games = Vec::new();
    each_game(files, |game| {
        game.follow(|_, _| ())?;
        games.push(game);
        Ok(())
    })?;
    Ok(games)
}
