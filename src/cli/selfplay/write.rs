//! Writes games to a file until all games of the range are there: new ones, or old ones with new scores.

use super::SelfplayArgs;
use crate::cli::output::{Output, counted};
use crate::cli::ranges::{Order, RangeRun};
use crate::cli::records::each_game;
use crate::cli::{Error, file, flags};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;
use stonefall_engine::report::grouped;
use stonefall_learn::records::GameRecord;
use stonefall_tools::selfplay::{GameKey, Labels, SelfPlayer, open_games};
use stonefall_tools::version::signature;

/// Plays games.
pub(super) fn games(arguments: &SelfplayArgs, output: &mut Output) -> Result<(), Error> {
    arguments.check()?;
    let plan = &arguments.plan;
    let fingerprint = plan.fingerprint(&signature());
    let run = arguments.only.begin(arguments.resume.deadline, arguments.games as usize)?;
    let key = |number| plan.key(fingerprint, number);
    let player = || SelfPlayer::new(plan, fingerprint, &run.stopper);
    write(arguments, &run, &arguments.path(), key, player, SelfPlayer::game, output)
}

/// Gives old games new scores.
pub(super) fn relabel(arguments: &SelfplayArgs, output: &mut Output) -> Result<(), Error> {
    let Some(path) = &arguments.out else {
        return Err(Error::Usage("expected --out with a file for the relabeled games".to_owned()));
    };
    let games = read(&arguments.relabel, path)?;
    let engine = crc32fast::hash(signature().as_bytes());
    let labels = Labels { effort: arguments.plan.effort, engine };
    let run = arguments.only.begin(arguments.resume.deadline, games.len())?;
    let key = |number: usize| labels.key(&games[number]);
    let thinker = || labels.thinker(&run.stopper);
    let score = |thinker: &mut _, number: usize| labels.score(&games[number], thinker);
    write(arguments, &run, path, key, thinker, score, output)
}

/// Appends the missing games of a range, which `make` makes.
fn write<W>(
    arguments: &SelfplayArgs,
    run: &RangeRun,
    path: &Path,
    key: impl Fn(usize) -> GameKey,
    new_worker: impl Fn() -> W + Sync,
    make: impl Fn(&mut W, usize) -> Option<GameRecord> + Sync,
    output: &mut Output,
) -> Result<(), Error> {
    file::create_folder(path)?;
    let numbers = run.numbers.clone();
    let (mut file, before, cut) = open_games(path, arguments.resume.start(), numbers.clone(), key)?;
    run.resume(path, before, cut);

    let (start, mut done, mut positions) = (Instant::now(), before, 0);
    let speed = |number: f64| number / start.elapsed().as_secs_f64().max(1e-3);
    let on_game = |_, game: GameRecord| {
        file.append(&game.to_bytes())?;
        done += 1;
        positions += game.plies.iter().filter(|ply| ply.score.is_some()).count() as u64;
        run.show(done, || {
            format!(", {} positions, {:.0} a second", grouped(positions), speed(positions as f64))
        });
        Ok(())
    };
    let (missing, threads) =
        (numbers.start + before..numbers.end, flags::threads(arguments.threads));
    run.play(missing, Order::Numbers, threads, new_worker, make, on_game)?;
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
    run.end(done, Some(path))
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
