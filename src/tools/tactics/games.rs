//! Games out of files of either kind.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::vec;
use stonefall_engine::notation::ptn_file::{GameError, PtnFile};
use stonefall_learn::records::{Damage, GameRecord, MAGIC, Reader, RecordError, from_ptn};
use thiserror::Error;

/// The games of a file: PTN or records, told apart by how the file begins.
#[derive(Debug)]
pub struct Games {
    content: Content,
    length: u64,
    /// Games handed out.
    count: usize,
}

#[derive(Debug)]
enum Content {
    Records(Reader<File>),
    Text(vec::IntoIter<stonefall_engine::notation::ptn_file::PtnGame>),
}

/// A game and what it is called.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The game; without scores if it comes from PTN.
    pub game: GameRecord,
    /// Where it comes from.
    pub name: String,
}

/// A file or a game that cannot be read.
#[derive(Debug, Error)]
pub enum GamesError {
    /// The file system says no.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Records that make no sense. There are no more games then.
    #[error(transparent)]
    Records(#[from] RecordError),
    /// A game that cannot be followed; the next one may be.
    #[error("game {number}: {error}")]
    Game {
        /// Its number in the file, from 1.
        number: usize,
        /// What is wrong with it.
        error: GameError,
    },
}

impl Games {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(path: &Path) -> Result<Self, GamesError> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut head = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut head)?;
        file.rewind()?;
        if head == MAGIC {
            return Ok(Self { content: Content::Records(Reader::new(file)), length, count: 0 });
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        let games = PtnFile::read(&String::from_utf8_lossy(&text)).games;
        let length = games.len() as u64;
        Ok(Self { content: Content::Text(games.into_iter()), length, count: 0 })
    }

    /// How much of the file has been read, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        let done = match &self.content {
            Content::Records(reader) => reader.whole_until(),
            Content::Text(_) => self.count as u64,
        };
        done as f64 / self.length.max(1) as f64
    }

    /// Stretches of a file of records that hold none.
    #[must_use]
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
