//! `selfplay --relabel`: new scores for old games.

use super::SelfplayArgs;
use super::write::write;
use crate::cli::output::Output;
use crate::cli::records::{each_game, read_bar};
use crate::cli::{Error, file, flags};
use crate::tools::bench;
use crate::tools::selfplay::{Labels, relabel};
use std::path::PathBuf;
use stonefall_learn::records::GameRecord;

pub(super) fn run(arguments: &SelfplayArgs, output: &mut Output) -> Result<(), Error> {
    let Some(path) = arguments.out.clone() else {
        return Err(Error::Usage("expected --out with a file for the relabeled games".to_owned()));
    };
    let games = read(&arguments.relabel, &path)?;
    let engine = crc32fast::hash(bench::signature().as_bytes());
    let labels = Labels { nodes: arguments.nodes, soft: arguments.soft, engine };
    let (count, threads) = (games.len() as u32, flags::threads(arguments.threads));
    let key = |number| games.get(number as usize).map(|game| labels.key(game));
    write(arguments, &path, count, key, output, |first, stopper, on_game| {
        relabel(&games, labels, first, threads, stopper, on_game)
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
