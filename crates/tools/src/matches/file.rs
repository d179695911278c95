//! Game file of a match.

use super::plan::MatchPlan;
use super::record::{MatchRecord, MatchRecordError};
use crate::resume::{ResumableFile, ResumeError, ResumeProblem, Start};
use std::io::Read;
use std::path::Path;
use stonefall_engine::notation::ptn_file::PtnGame;

/// A file to which each finished game is appended.
#[derive(Debug)]
pub struct MatchFile {
    file: ResumableFile,
    /// Text between the last game and the next.
    separator: &'static str,
}

/// Games end with a line end; an empty line separates them.
const LINE_END: &str = "\r\n";
const EMPTY_LINE: &str = "\r\n\r\n";

/// Content of the file of an interrupted match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundGames {
    /// The games.
    pub records: Vec<MatchRecord>,
    /// Whether the end of the file was an incomplete game, which is cut off.
    pub was_cut: bool,
}

impl MatchFile {
    /// Opens or creates the file of a match and reads its games. Cuts off an incomplete game at the end.
    ///
    /// # Errors
    /// If the file cannot be read or written, or has other games.
    pub fn open(
        path: &Path,
        start: Start,
        plan: &MatchPlan,
    ) -> Result<(Self, FoundGames), ResumeError> {
        let (file, (records, separator), cut) = ResumableFile::open(path, start, |file| {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            // An incomplete character at the end is part of an incomplete game.
            let text = match str::from_utf8(&bytes) {
                Ok(text) => text,
                Err(error) if error.error_len().is_none() => {
                    str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default()
                }
                Err(error) => {
                    let text = format!("expected a PTN file, found bytes without text: {error}");
                    return Err(ResumeProblem::Content(text));
                }
            };
            let (records, length) = complete_games(text, plan)?;
            let separator = match text.get(..length).and_then(|text| text.chars().last()) {
                None => "",
                Some('\n') => LINE_END,
                Some(_) => EMPTY_LINE,
            };
            Ok(((records, separator), length as u64))
        })?;
        Ok((Self { file, separator }, FoundGames { records, was_cut: cut > 0 }))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, text: &str) -> Result<(), ResumeError> {
        self.file.append(format!("{}{text}", self.separator).as_bytes())?;
        self.separator = LINE_END;
        self.file.sync()
    }
}

/// The complete games of a text, and the length of their part in bytes.
fn complete_games(
    text: &str,
    plan: &MatchPlan,
) -> Result<(Vec<MatchRecord>, usize), ResumeProblem> {
    let games: Vec<_> = PtnGame::read_all(text).collect();
    let mut records = Vec::new();
    for (number, game) in (1..).zip(&games) {
        let is_last = number == games.len();
        match MatchRecord::read(game, plan) {
            Ok(record) => records.push(record),
            Err(MatchRecordError::Unfinished) if is_last => {
                return Ok((records, line_start(text, game.location().line)));
            }
            Err(error) => {
                let text = format!("game {number}: {error}");
                return Err(match error {
                    MatchRecordError::OtherMatch => ResumeProblem::Settings(text),
                    _ => ResumeProblem::Content(text),
                });
            }
        }
        // The last game may have the first bytes of another one behind its result.
        if let Some(problem) = game.problems().first().filter(|_| is_last) {
            return Ok((records, line_start(text, problem.location.line)));
        }
    }
    Ok((records, text.len()))
}

/// Offset of a line, from 1.
fn line_start(text: &str, line: u32) -> usize {
    text.split_inclusive('\n').take(line as usize - 1).map(str::len).sum()
}
