//! Reads games from files: PlayTak's table, PTN, self-play records.

mod playtak;

use super::game::rating;
use super::{DatabaseError, DatabaseGame, SqliteFile};
use crate::date;
use crate::files::read_at_most;
use crate::hash::Hash;
use crate::keys::{self, Visit};
use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use stonefall_engine::Game;
use stonefall_engine::notation::ptn_file::{GameResult, PtnGame};
use stonefall_engine::types::ByColor;
use stonefall_learn::records::{Damage, GameRecord, MAGIC, Reader};

/// Largest PTN file in MiB: some millions of games.
const LARGEST_MIB: u64 = 4096;

/// An open file.
pub(crate) enum Source {
    PlayTak(playtak::Table),
    Ptn(String),
    Records { reader: Reader<File>, length: u64 },
}

/// A game as its file has it.
pub(crate) struct FileGame {
    /// Its number in the file, and the players.
    pub(crate) name: String,
    /// The game, or the reason why it cannot be read. The moves may be illegal.
    pub(crate) game: Result<DatabaseGame, String>,
    /// Games with another origin are other games.
    pub(super) origin: Hash,
    /// Share of the file up to here, from 0 to 1.
    pub(super) share: f64,
}

/// The games of a file. An error ends them.
pub(crate) type FileGames<'a> = Box<dyn Iterator<Item = Result<FileGame, DatabaseError>> + 'a>;

impl Source {
    /// Opens a file; its first bytes tell what it is.
    pub(crate) fn open(path: &Path) -> Result<Self, DatabaseError> {
        if SqliteFile::detect(path)?.is_some() {
            return Ok(Self::PlayTak(playtak::Table::open(path)?));
        }
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut head = Vec::new();
        file.by_ref().take(MAGIC.len() as u64).read_to_end(&mut head)?;
        file.rewind()?;
        Ok(if head == MAGIC {
            Self::Records { reader: Reader::new(file), length }
        } else {
            Self::Ptn(read_at_most(LARGEST_MIB, file)?)
        })
    }

    /// The kind of source, as the database names it.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::PlayTak(_) => "playtak",
            Self::Ptn(_) => "ptn",
            Self::Records { .. } => "self-play",
        }
    }

    /// Bytes of self-play records outside complete ones, after the last game.
    pub(crate) fn damage(&self) -> Vec<Damage> {
        match self {
            Self::Records { reader, .. } => reader.damage().to_vec(),
            Self::PlayTak(_) | Self::Ptn(_) => Vec::new(),
        }
    }

    /// The games in order.
    pub(crate) fn games(&mut self) -> FileGames<'_> {
        match self {
            Self::PlayTak(table) => Box::new(table),
            Self::Ptn(text) => {
                let text: &str = text;
                Box::new((1..).zip(PtnGame::read_all(text)).map(move |(number, ptn)| {
                    let share = ptn.offset() as f64 / text.len() as f64;
                    Ok(FileGame { share, ..from_ptn(number, &ptn) })
                }))
            }
            Self::Records { reader, length } => {
                let mut number = 0;
                Box::new(std::iter::from_fn(move || {
                    number += 1;
                    let record = reader.next_game().transpose()?;
                    let share = reader.whole_until() as f64 / (*length).max(1) as f64;
                    Some(match record {
                        Ok(record) => Ok(FileGame { share, ..from_record(number, &record) }),
                        Err(error) => Err(error.into()),
                    })
                }))
            }
        }
    }
}

impl FileGame {
    /// Replays the game, and returns its first positions.
    ///
    /// # Errors
    /// The first illegal move.
    pub(crate) fn visits(&self, plies: usize) -> Result<Vec<Visit>, String> {
        let Ok(game) = &self.game else { return Ok(Vec::new()) };
        let start = game.beginning().map_err(|error| error.to_string())?;
        keys::visits(&start, &game.moves, plies)
    }
}

fn from_ptn(number: i64, ptn: &PtnGame) -> FileGame {
    let tag = |name| ptn.tag(name).unwrap_or_default().trim();
    let origin = ["Site", "Round"].map(|name| tag(name).as_bytes());
    FileGame {
        name: match [tag("Player1"), tag("Player2")] {
            ["", ""] => format!("game {number}"),
            [white, black] => format!("game {number} ({white} - {black})"),
        },
        game: read_ptn(number, ptn),
        origin: origin.into_iter().fold(Hash::new(), Hash::bytes),
        share: 0.0,
    }
}

fn read_ptn(number: i64, ptn: &PtnGame) -> Result<DatabaseGame, String> {
    let setup = ptn.setup().map_err(|error| error.to_string())?;
    let end = Game::replay(ptn, PtnGame::MAIN_LINE, None).map_err(|error| error.to_string())?;
    let moves: Vec<_> = end.played().collect();
    let outcome = end.outcome_with_history().map(GameResult::from);
    let text = |name| Some(ptn.tag(name)?.trim()).filter(|text| !text.is_empty());
    let name = |name| text(name).map(ToOwned::to_owned);
    Ok(DatabaseGame {
        number,
        names: ByColor::new(name("Player1"), name("Player2")),
        ratings: ByColor(["Rating1", "Rating2"].map(|name| rating(text(name)?))),
        date: text("Date").and_then(|date| date::seconds(date, text("Time"))),
        clock: text("Clock").and_then(|clock| clock.parse().ok()),
        event: name("Event"),
        start: setup.tps,
        result: ptn.result().or(outcome).unwrap_or(GameResult::Unfinished),
        moves,
        ..DatabaseGame::new("ptn", setup.size, setup.rules)
    })
}

fn from_record(number: i64, record: &GameRecord) -> FileGame {
    let name = || Some("Stonefall".to_owned());
    let game = DatabaseGame {
        number,
        names: ByColor::new(name(), name()),
        is_unrated: true,
        start: record.start.clone(),
        result: record.outcome.map_or(GameResult::Unfinished, GameResult::from),
        moves: record.plies.iter().map(|ply| ply.mv).collect(),
        ..DatabaseGame::new("self-play", record.size, record.rules)
    };
    FileGame {
        name: format!("game {number}"),
        game: Ok(game),
        // The same opening may lead to the same game in several files; those are several games.
        origin: Hash::new().bytes(&record.to_bytes()),
        share: 0.0,
    }
}
