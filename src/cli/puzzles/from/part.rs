//! Puzzles of a part of the games.

use super::{FromGames, Kind};
use crate::cli::Error;
use crate::cli::batch::open_part;
use crate::cli::file;
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use stonefall_tools::parts::{Job, Part, PartFile, Work};
use stonefall_tools::puzzles::{Puzzle, Stored};

/// The file of a part.
pub(super) struct PuzzlesPart {
    file: PartFile,
    missing: BTreeSet<u32>,
}

impl PuzzlesPart {
    /// Opens the file of a part of the given number of games.
    pub(super) fn open(
        arguments: &FromGames,
        part: Part,
        kind: Kind,
        recipe: &str,
        games: u32,
    ) -> Result<Self, Error> {
        let mut hasher = crc32fast::Hasher::new();
        for path in &arguments.from {
            hasher.update(&fs::read(path).map_err(|reason| file::refused(path, reason))?);
        }
        let files = format!("{:08x}", hasher.finalize());
        let settings = json!({ "kind": kind, "recipe": recipe, "files": files });
        let job = Job { work: Work::Puzzles, units: games, group: 1, seed: None, settings };
        // The command line requires --out with --part.
        let folder = arguments.out.as_deref().unwrap_or(&arguments.from[0]);
        let (file, found) = open_part(folder, arguments.restart, part, job, "games")?;
        let missing = found.missing(file.head()).into_iter().collect();
        Ok(Self { file, missing })
    }

    /// Whether the part has to search the game of a number.
    pub(super) fn needs(&self, game: u32) -> bool {
        self.missing.contains(&game)
    }

    /// Number of games that are missing.
    pub(super) fn missing(&self) -> usize {
        self.missing.len()
    }

    /// Number of games of the part.
    pub(super) fn count(&self) -> usize {
        self.file.head().own_count() as usize
    }

    /// Adds the puzzles of a game.
    pub(super) fn add(&mut self, game: u32, puzzles: &[Puzzle]) -> Result<(), Error> {
        let stored: Vec<_> = puzzles.iter().map(Stored::of).collect();
        let text = serde_json::to_vec(&stored).map_err(|error| Error::Failed(error.to_string()))?;
        self.file.append(game, &text)?;
        self.missing.remove(&game);
        Ok(())
    }
}
