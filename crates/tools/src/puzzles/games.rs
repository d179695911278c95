//! Reads games from PTN files, self-play records and game databases.

use crate::files::read_text;
use crate::games::{Database, DatabaseError, DatabaseGame, Filter, SqliteFile, is_same_name};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::vec;
use stonefall_engine::Color;
use stonefall_engine::notation::ptn_file::{GameError, PtnGame};
use stonefall_engine::types::ByColor;
use stonefall_learn::records::{Damage, GameRecord, MAGIC, Ply, Reader, RecordError, from_ptn};
use thiserror::Error;

/// The games of a file. The first bytes tell its kind.
pub struct Games {
    content: Content,
    /// Games returned so far.
    count: usize,
}

enum Content {
    Records(Reader<File>),
    Text(vec::IntoIter<PtnGame>),
    Database(Box<Database>, vec::IntoIter<i64>),
}

/// A game, its name and its players.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The game; without scores unless it comes from self-play records.
    pub game: GameRecord,
    /// Its number and players, or its place in a self-play run.
    pub name: String,
    /// Names of the players.
    pub players: ByColor<Option<String>>,
    /// Ratings of the players.
    pub ratings: ByColor<Option<u16>>,
}

impl FoundGame {
    /// Whether a player has this name, in any case.
    pub fn is_player(&self, color: Color, name: &str) -> bool {
        self.players[color].as_ref().is_some_and(|it| is_same_name(it, name))
    }
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
    /// A database that cannot be read. No more games follow.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// A game of a PTN file that cannot be replayed. Other games follow.
    #[error("game {number}: {error}")]
    Game {
        /// Its number in the file, from 1.
        number: usize,
        /// The error.
        error: GameError,
    },
}

impl Games {
    /// Opens a file: PTN, self-play records or a game database. A player selects the games of a database.
    ///
    /// # Errors
    /// If the file cannot be read, or the database does not have the player.
    pub fn open(path: &Path, player: Option<&str>) -> Result<Self, GamesError> {
        let mut file = File::open(path)?;
        let mut head = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut head)?;
        file.rewind()?;
        let content = match SqliteFile::detect(path)? {
            Some(SqliteFile::Database | SqliteFile::Foreign) => {
                let database = Database::open(path)?;
                let players = player.into_iter().map(ToOwned::to_owned).collect();
                let ids = database.identifiers(None, &Filter { players, ..Filter::default() })?;
                Content::Database(Box::new(database), ids.into_iter())
            }
            None if head == MAGIC => Content::Records(Reader::new(file)),
            None => {
                let games: Vec<_> = PtnGame::read_all(&read_text(file)?).collect();
                Content::Text(games.into_iter())
            }
        };
        Ok(Self { content, count: 0 })
    }

    /// Number of games that follow, also of those that cannot be replayed.
    pub fn count_rest(&mut self) -> Result<usize, GamesError> {
        match &mut self.content {
            Content::Text(games) => Ok(games.len()),
            Content::Database(_, ids) => Ok(ids.len()),
            Content::Records(reader) => {
                let mut count = 0;
                while reader.next_game()?.is_some() {
                    count += 1;
                }
                Ok(count)
            }
        }
    }

    /// Bytes of a file of records outside complete records.
    pub fn damage(&self) -> &[Damage] {
        match &self.content {
            Content::Records(reader) => reader.damage(),
            _ => &[],
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
                Some(game.map_err(Into::into).map(|game| from_record(game, number)))
            }
            Content::Text(games) => Some(from_text(&games.next()?, number)),
            Content::Database(database, ids) => {
                let stored = database.game(ids.next()?);
                Some(stored.and_then(from_database).map_err(Into::into))
            }
        }
    }
}

fn from_record(game: GameRecord, number: usize) -> FoundGame {
    let name = match game.origin.plan {
        0 => format!("game {number}"),
        _ => {
            let origin = game.origin;
            format!("self-play {}.{}.{}", origin.seed, origin.shard, origin.game)
        }
    };
    FoundGame { game, name, players: ByColor::default(), ratings: ByColor::default() }
}

fn from_text(ptn: &PtnGame, number: usize) -> Result<FoundGame, GamesError> {
    let tag = |name: &str, color: Color| {
        ptn.tag(&format!("{name}{}", color.index() + 1)).map(ToOwned::to_owned)
    };
    let players = ByColor::from_fn(|color| tag("Player", color));
    let ratings = ByColor::from_fn(|color| tag("Rating", color)?.trim().parse().ok());
    let game = from_ptn(ptn).map_err(|error| GamesError::Game { number, error })?;
    Ok(FoundGame { game, name: named(number as i64, &players), players, ratings })
}

fn from_database(stored: DatabaseGame) -> Result<FoundGame, DatabaseError> {
    let outcome = stored.replayed()?.outcome_with_history();
    let name = named(stored.id, &stored.names);
    let game = GameRecord {
        plies: stored.moves.into_iter().map(|mv| Ply { mv, score: None }).collect(),
        outcome,
        start: stored.start,
        ..GameRecord::new(stored.size, stored.rules)
    };
    Ok(FoundGame { game, name, players: stored.names, ratings: stored.ratings })
}

/// `game 3, Ann - Ben`.
fn named(number: i64, ByColor(players): &ByColor<Option<String>>) -> String {
    match players {
        [Some(white), Some(black)] => format!("game {number}, {white} - {black}"),
        _ => format!("game {number}"),
    }
}
