//! Game file of a match.

use super::plan::Plan;
use super::record::{Record, RecordError};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use stonefall_engine::notation::ptn_file::{PtnFile, PtnGame, Token};
use thiserror::Error;

/// A file to which each finished game is appended in one write.
#[derive(Debug)]
pub struct Archive {
    file: File,
    /// Text between the last game and the next.
    separator: &'static str,
}

/// Games end with a line end; an empty line separates them.
const LINE_END: &str = "\r\n";
const EMPTY_LINE: &str = "\r\n\r\n";

/// Content of the file of an interrupted match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The games.
    pub records: Vec<Record>,
    /// Whether an incomplete game was cut off its end.
    pub was_torn: bool,
}

/// Error of a file that cannot be resumed.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is no text.
    #[error("expected a PTN file, found bytes that are no text")]
    NoText,
    /// A game does not belong to the match.
    #[error("game {number}: {reason}")]
    Game {
        /// Its number in the file, from 1.
        number: usize,
        /// The reason.
        reason: RecordError,
    },
}

/// Length of a game up to its result, in bytes.
fn end_of(game: &PtnGame) -> usize {
    let items = game.items();
    let last = items.iter().rposition(|item| matches!(item.token(), Token::Result(_)));
    let items = &items[..last.map_or(0, |last| last + 1)];
    items.iter().map(|item| item.space().len() + item.text().len()).sum()
}

impl Archive {
    /// Opens or creates the file of a match and reads its games. Cuts off an incomplete game at its
    /// end, which a killed program leaves.
    ///
    /// # Errors
    /// If the file cannot be read or written, or holds other games.
    pub fn open(path: &Path, plan: &Plan) -> Result<(Self, Found), ArchiveError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        // An incomplete character at the end is part of an incomplete game.
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                if error.utf8_error().error_len().is_some() {
                    return Err(ArchiveError::NoText);
                }
                String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned()
            }
        };
        let games = PtnFile::read(&text).games;
        let mut found = Found::default();
        let mut length = 0;
        for (index, game) in games.iter().enumerate() {
            match Record::read(game, plan) {
                Ok(record) => {
                    found.records.push(record);
                    let end = end_of(game);
                    let rest = game.to_string().split_off(end);
                    if index + 1 == games.len() && !rest.trim().is_empty() {
                        // The first bytes of another game.
                        found.was_torn = true;
                        length += end;
                        break;
                    }
                }
                Err(RecordError::Unfinished) if index + 1 == games.len() => {
                    found.was_torn = true;
                    break;
                }
                Err(reason) => return Err(ArchiveError::Game { number: index + 1, reason }),
            }
            length += game.to_string().len();
        }
        if found.was_torn {
            file.set_len(length as u64)?;
        } else {
            length = text.len();
        }
        file.seek(SeekFrom::End(0))?;
        let kept = text.get(..length).unwrap_or_default();
        let separator = match kept.chars().last() {
            None => "",
            Some('\n') => LINE_END,
            Some(_) => EMPTY_LINE,
        };
        Ok((Self { file, separator }, found))
    }

    /// Appends a game.
    pub fn add(&mut self, text: &str) -> io::Result<()> {
        // One write, so that a killed program leaves whole games or one incomplete game.
        self.file.write_all(format!("{}{text}", self.separator).as_bytes())?;
        self.separator = LINE_END;
        // A power failure must not lose a finished game.
        self.file.sync_data()
    }
}
