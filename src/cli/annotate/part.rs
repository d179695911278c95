//! A part of the games: each finished game goes into the file of the part.

use super::AnnotateArgs;
use crate::cli::Error;
use crate::cli::batch::open_part;
use serde_json::json;
use stonefall_engine::annotate::Plan;
use stonefall_engine::notation::ptn_file::PtnGame;
use stonefall_tools::parts::{Job, Part, PartFile, Work};

/// The file of a part.
pub(super) struct GamesPart {
    file: PartFile,
    /// Indices of the games to annotate.
    pub(super) missing: Vec<usize>,
    games: usize,
}

impl GamesPart {
    /// Opens the file of a part of these games, of which `text` consists.
    pub(super) fn open(
        arguments: &AnnotateArgs,
        part: Part,
        plan: &Plan,
        games: &[PtnGame],
        text: &str,
    ) -> Result<Self, Error> {
        let units = u32::try_from(games.len()).unwrap_or(u32::MAX);
        let settings = json!({
            "limits": plan.note(),
            "proof_nodes": plan.proof_nodes,
            "threads": plan.threads,
            "hash_mib": plan.hash_mib,
            "variations": format!("{:?}", arguments.variations),
            "games": format!("{:08x}", crc32fast::hash(text.as_bytes())),
        });
        let job = Job { work: Work::Annotate, units, group: 1, seed: None, settings };
        let folder = arguments.out.as_deref().unwrap_or(&arguments.game);
        let (file, found) = open_part(folder, arguments.restart, part, job, "games")?;
        let missing = found.missing(file.head()).into_iter().map(|unit| unit as usize).collect();
        Ok(Self { file, missing, games: games.len() })
    }

    /// Number of games of the part.
    pub(super) fn count(&self) -> usize {
        self.file.head().own_count() as usize
    }

    /// Adds the text of an annotated game.
    pub(super) fn add(&mut self, index: usize, game: &str) -> Result<(), Error> {
        // An empty line is between two games.
        let tail = if index + 1 == self.games { "" } else { "\r\n" };
        self.file.append(index as u32, format!("{game}{tail}").as_bytes())?;
        Ok(self.file.sync()?)
    }
}
