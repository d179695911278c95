//! The output of an annotation: annotated games, one after the other. A file is its own memory.

use super::AnnotateArgs;
use crate::cli::output::Output;
use crate::cli::{Error, file, resume};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_engine::annotate::{EarlierAnnotation, Plan, Unlike};
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_engine::types::Move;
use stonefall_tools::files::read_games;
use stonefall_tools::resume::{ResumableFile, ResumeProblem};

/// Annotated games.
pub(super) struct Archive {
    target: Target,
    /// Number of games that the file keeps: all but the last, which may be incomplete.
    kept: usize,
}

enum Target {
    File(PathBuf, ResumableFile),
    Standard,
    Nowhere,
}

impl Archive {
    /// Opens the output of these games. Also returns the annotations of the first games from an earlier run.
    pub(super) fn open(
        arguments: &AnnotateArgs,
        games: &[PtnGame],
        plan: &Plan,
    ) -> Result<(Self, Vec<EarlierAnnotation>), Error> {
        let (mut known, mut kept) = (Vec::new(), 0);
        let target = match arguments.out() {
            None => Target::Nowhere,
            Some(path) if file::is_standard(&path) => Target::Standard,
            Some(path) => {
                file::spare(&path, [&arguments.game], "input")?;
                let start = arguments.resume.start();
                let read = |file: &mut File| annotations(file, games, plan);
                let (file, found, _) = ResumableFile::open(&path, start, read)?;
                resume::report_resumed(found.len(), "games");
                kept = found.len().saturating_sub(1);
                known = found;
                Target::File(path, file)
            }
        };
        Ok((Self { target, kept }, known))
    }

    /// Adds the text of the next game, unless the file has it.
    pub(super) fn add(
        &mut self,
        index: usize,
        game: &str,
        output: &mut Output,
    ) -> Result<(), Error> {
        if index < self.kept {
            return Ok(());
        }
        let text = format!("{}\n\n", game.trim_end());
        match &mut self.target {
            Target::File(_, file) => file.append(text.as_bytes())?,
            Target::Standard => output.write_all(text.as_bytes())?,
            Target::Nowhere => {}
        }
        Ok(())
    }

    /// Waits for the disk.
    pub(super) fn finish(&mut self) -> Result<(), Error> {
        match &mut self.target {
            Target::File(_, file) => Ok(file.sync()?),
            Target::Standard | Target::Nowhere => Ok(()),
        }
    }

    /// Whether the games are written to standard output.
    pub(super) const fn is_standard(&self) -> bool {
        matches!(self.target, Target::Standard)
    }

    /// The output file; with it the same command can resume the annotation.
    pub(super) fn path(&self) -> Option<&Path> {
        match &self.target {
            Target::File(path, _) => Some(path),
            Target::Standard | Target::Nowhere => None,
        }
    }
}

/// The annotations in a file, and the length of all of its games except the last.
fn annotations(
    file: &mut File,
    games: &[PtnGame],
    plan: &Plan,
) -> Result<(Vec<EarlierAnnotation>, u64), ResumeProblem> {
    let texts = read_games(file)?;
    if texts.len() > games.len() {
        let (expected, found) = (games.len(), texts.len());
        return Err(ResumeProblem::Settings(format!("expected {expected} games, found {found}")));
    }
    let mut known = Vec::new();
    for (index, ((annotated, text), game)) in texts.iter().zip(games).enumerate() {
        let (found, wanted) = (moves(annotated), moves(game));
        // A killed program leaves the beginning of a game.
        let is_torn =
            index + 1 == texts.len() && found.len() < wanted.len() && wanted.starts_with(&found);
        known.push(match EarlierAnnotation::read(annotated, game, plan) {
            Ok(found) => found,
            Err(Unlike::Game) if is_torn => EarlierAnnotation::default(),
            // A game that cannot be annotated is copied.
            Err(Unlike::Plain)
                if (is_torn && found.is_empty()) || text.trim() == game.to_string().trim() =>
            {
                EarlierAnnotation::default()
            }
            Err(error) => {
                let number = index + 1;
                return Err(ResumeProblem::Settings(format!("game {number}: {error}")));
            }
        });
    }
    let kept = texts.iter().rev().skip(1).map(|(_, text)| text.len() as u64).sum();
    Ok((known, kept))
}

/// The moves of the main line.
pub(super) fn moves(game: &PtnGame) -> Vec<Move> {
    game.main().moves.iter().map(|played| played.ply.mv).collect()
}
