//! Reads games from PTN files and self-play records.

use crate::tools::files::read_text;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::vec;
use stonefall_engine::notation::ptn_file::{GameError, PtnFile, PtnGame};
use stonefall_learn::records::{Damage, GameRecord, MAGIC, Reader, RecordError, from_ptn};
use thiserror::Error;

/// The games of a file. Records start with [`MAGIC`]; other files are PTN.
#[derive(Debug)]
pub struct Games {
    content: Content,
    length: u64,
    /// Games returned so far.
    count: usize,
}

#[derive(Debug)]
enum Content {
    Records(Reader<File>),
    Text(vec::IntoIter<PtnGame>),
}

/// A game and its name.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The game; without scores if it comes from PTN.
    pub game: GameRecord,
    /// Its number and players, or its place in a self-play run.
    pub name: String,
}

/// A file or a game that cannot be read.
#[derive(Debug, Error)]
pub enum GamesError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Invalid records. No more games follow.
    #[error(transparent)]
    Records(#[from] RecordError),
    /// A game that cannot be replayed. Other games follow.
    #[error("game {number}: {error}")]
    Game {
        /// Its number in the file, from 1.
        number: usize,
        /// The error.
        error: GameError,
    },
}

impl Games {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn open(path: &Path) -> Result<Self, GamesError> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut head = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut head)?;
        file.rewind()?;
        if head == MAGIC {
            return Ok(Self { content: Content::Records(Reader::new(file)), length, count: 0 });
        }
        let games = PtnFile::read(&read_text(file)?).games;
        let length = games.len() as u64;
        Ok(Self { content: Content::Text(games.into_iter()), length, count: 0 })
    }

    /// Share of the file that has been read, from 0 to 1.
    pub fn share(&self) -> f64 {
        let done = match &self.content {
            Content::Records(reader) => reader.whole_until(),
            Content::Text(_) => self.count as u64,
        };
        done as f64 / self.length.max(1) as f64
    }

    /// Bytes of a file of records outside complete records.
    pub fn damage(&self) -> &[Damage] {
        match &self.content {
            Content::Records(reader) => reader.damage(),
            Content::Text(_) => &[],
        }
    }
}

impl Iterator for Games {
    type Item = Result<FoundGame, GamesError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.count += 1;
        let number = self.count;
        match &mut self.content {
            Content::Records(reader) => {
                let game = reader.next_game().transpose()?;
                Some(game.map_err(Into::into).map(|game| {
                    let name = match game.origin.plan {
                        0 => format!("game {number}"),
                        _ => {
                            let origin = game.origin;
                            format!("self-play {}.{}.{}", origin.seed, origin.shard, origin.game)
                        }
                    };
                    FoundGame { game, name }
                }))
            }
            Content::Text(games) => {
                let ptn = games.next()?;
                let players = [ptn.tag("Player1"), ptn.tag("Player2")];
                let name = match players {
                    [Some(white), Some(black)] => format!("game {number}, {white} - {black}"),
                    _ => format!("game {number}"),
                };
                let game = from_ptn(&ptn).map_err(|error| GamesError::Game { number, error });
                Some(game.map(|game| FoundGame { game, name }))
            }
        }
    }
}
