//! The file of a match.

use super::plan::Plan;
use super::record::{Record, RecordError};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use stonefall_engine::notation::ptn_file::{PtnFile, PtnGame, Token};
use thiserror::Error;

/// A file that games are added to, each at once and whole.
#[derive(Debug)]
pub struct Archive {
    file: File,
    /// What stands between the last game and the next.
    separator: &'static str,
}

/// Games end with a line end; an empty line sets them apart.
const LINE_END: &str = "\r\n";
const EMPTY_LINE: &str = "\r\n\r\n";

/// What the file has already.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// The games.
    pub records: Vec<Record>,
    /// Whether there was half a game at the end, which is gone now.
    pub was_torn: bool,
}

/// Why a file cannot be added to.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The system refuses.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is no text.
    #[error("expected a PTN file, found bytes that are no text")]
    NoText,
    /// One of its games is none of this match.
    #[error("game {number}: {reason}")]
    Game {
        /// Its place in the file, from 1.
        number: usize,
        /// Why it is none.
        reason: RecordError,
    },
}

/// How long a game is up to its result, in bytes.
fn end_of(game: &PtnGame) -> usize {
    let items = game.items();
    let last = items.iter().rposition(|item| matches!(item.token(), Token::Result(_)));
    let items = &items[..last.map_or(0, |last| last + 1)];
    items.iter().map(|item| item.space().len() + item.text().len()).sum()
}

impl Archive {
    /// Opens the file of a match, or makes it, and reads what it has. Half a game at its end, left by
    /// a program that was killed, is cut off.
    ///
    /// # Errors
    /// If the file cannot be read or written, or has other games.
    pub fn open(path: &Path, plan: &Plan) -> Result<(Self, Found), ArchiveError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        // What was cut off in the middle of a letter is torn.
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
                        // Only the first bytes of another game.
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

    /// Adds a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, text: &str) -> io::Result<()> {
        // One write: a game is there or it is not, whatever happens to this program.
        self.file.write_all(format!("{}{text}", self.separator).as_bytes())?;
        self.separator = LINE_END;
        // Nor may a power cut take it back.
        self.file.sync_data()
    }
}
