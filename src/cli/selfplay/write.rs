//! Writes games to a file until all games are there: new ones, or old ones with new scores.

use super::SelfplayArgs;
use crate::cli::batch::{open_part, report_cut};
use crate::cli::game_progress::GameProgress;
use crate::cli::output::Output;
use crate::cli::records::{each_game, read_bar};
use crate::cli::{Error, file, resume};
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::stopper::Stopper;
use stonefall_learn::records::GameRecord;
use stonefall_tools::bench;
use stonefall_tools::parts::{Job, PartFile};
use stonefall_tools::resume::{ResumableFile, ResumeError};
use stonefall_tools::selfplay::{self, GameKey, Labels, open_games, relabel_job};
use stonefall_tools::workers::{Ended, Jobs, Order};

/// Receiver of finished games and their numbers.
type OnGame<'a> = &'a mut dyn FnMut(u32, &GameRecord) -> Result<(), ResumeError>;

/// Games to make.
pub(super) struct Games<K> {
    /// Output file, or the folder of the parts.
    pub(super) path: PathBuf,
    /// The work for several processes.
    pub(super) job: Job,
    /// The key of the game of each number.
    pub(super) key: K,
}

/// The output with its missing games.
struct Target {
    file: TargetFile,
    path: PathBuf,
    /// Number of games that the output has.
    done: u32,
    /// Numbers of the missing games.
    missing: Vec<u32>,
}

/// A file of all games, or of a part.
enum TargetFile {
    Whole(ResumableFile),
    Part(PartFile),
}

impl Target {
    /// Opens the output and reports earlier games.
    fn open<K: Fn(u32) -> Option<GameKey>>(
        arguments: &SelfplayArgs,
        games: Games<K>,
    ) -> Result<Self, Error> {
        let Games { path, job, key } = games;
        if let Some(part) = arguments.job.parts.part {
            let (file, found) = open_part(&path, arguments.job.restart, part, job, "games")?;
            let (done, missing) = (found.units.len() as u32, found.missing(file.head()));
            let path = file.path().to_path_buf();
            return Ok(Self { file: TargetFile::Part(file), path, done, missing });
        }
        file::create_folder(&path)?;
        let (file, resumed) = open_games(&path, resume::start(arguments.job.restart), key)?;
        report_cut(&path, resumed.cut);
        resume::report_resumed(resumed.games as usize, "games");
        let (done, missing) = (resumed.games, (resumed.games..job.units).collect());
        Ok(Self { file: TargetFile::Whole(file), path, done, missing })
    }

    /// A file of all games has them in order. In a part no finished game waits for another one, so that a killed
    /// program loses only the games in progress.
    const fn order(&self) -> Order {
        match self.file {
            TargetFile::Whole(_) => Order::Listed,
            TargetFile::Part(_) => Order::Finished,
        }
    }

    fn add(&mut self, number: u32, game: &GameRecord) -> Result<(), ResumeError> {
        self.done += 1;
        match &mut self.file {
            TargetFile::Whole(file) => file.append(&game.to_bytes()),
            TargetFile::Part(file) => file.append(number, &game.to_bytes()),
        }
    }

    fn sync(&mut self) -> Result<(), ResumeError> {
        match &mut self.file {
            TargetFile::Whole(file) => file.sync(),
            TargetFile::Part(file) => file.sync(),
        }
    }
}

/// Appends the missing games, which `make` plays.
pub(super) fn write<K: Fn(u32) -> Option<GameKey>>(
    arguments: &SelfplayArgs,
    games: Games<K>,
    output: &mut Output,
    make: impl FnOnce(Jobs<'_>, &Stopper, OnGame<'_>) -> Result<Ended, ResumeError>,
) -> Result<(), Error> {
    let stopper = arguments.job.deadline.stopper();
    let mut target = Target::open(arguments, games)?;
    let missing = std::mem::take(&mut target.missing);
    let count = target.done + missing.len() as u32;

    let jobs = Jobs { numbers: &missing, order: target.order() };
    let mut progress = GameProgress::new(target.done, count);
    let mut on_game = |number: u32, game: &GameRecord| {
        target.add(number, game)?;
        progress.add(game.plies.iter().filter(|ply| ply.score.is_some()).count() as u64);
        Ok(())
    };
    let ended = make(jobs, &stopper, &mut on_game)?;
    target.sync()?;

    writeln!(output, "{}: {}", target.path.display(), progress.finish())?;
    output.flush()?;
    match ended {
        Ended::Complete => Ok(()),
        Ended::Interrupted => {
            Err(resume::interrupted(target.done as usize, count as usize, "games"))
        }
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
    let threads = arguments.job.threads();
    let key = |number: u32| games.get(number as usize).map(|game| labels.key(game));
    let new = Games { path, job: relabel_job(&games, labels), key };
    write(arguments, new, output, |jobs, stopper, on_game| {
        selfplay::relabel(&games, labels, jobs, threads, stopper, on_game)
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
