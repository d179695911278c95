//! The files of puzzles that are found in games: a table, and the proofs as PTN.
//!
//! Both have the puzzles in the order of the games, as they were found: with symmetric positions, and not sorted. So the
//! files of ranges of games, one after the other, have the puzzles of all games. A line `# game 17` in the table follows
//! the puzzles of a game, and says at the end how far an interrupted search has come.

use super::table::{head, read_puzzles};
use super::{Kind, Puzzle};
use crate::files::read_games;
use crate::resume::{ResumableFile, ResumeError, ResumeProblem, Start};
use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};
use stonefall_engine::notation::excerpt;
use stonefall_engine::notation::ptn_file::PtnGame;

/// Beginning of the lines behind the puzzles of a game.
const MARK: &str = "# game ";

/// The open files `NAME.tsv` and `NAME.ptn`.
#[derive(Debug)]
pub struct PuzzleFiles {
    table: ResumableFile,
    proofs: ResumableFile,
}

/// Puzzles of a table, and how many games it covers.
struct PuzzleTable {
    puzzles: Vec<Puzzle>,
    games: usize,
    /// Length of the complete part in bytes.
    end: usize,
}

impl PuzzleFiles {
    /// The names of both files.
    pub fn paths(name: &Path) -> [PathBuf; 2] {
        [".tsv", ".ptn"].map(|ending| {
            let mut name = OsString::from(name);
            name.push(ending);
            name.into()
        })
    }

    /// Opens or creates both files for the games with these numbers. The recipe holds the arguments that the puzzles depend
    /// on. Also returns the earlier puzzles, and the number of games before the next one.
    ///
    /// # Errors
    /// If a file cannot be read and written, or has other content.
    pub fn open(
        name: &Path,
        start: Start,
        kind: Kind,
        recipe: &str,
        games: &Range<usize>,
    ) -> Result<(Self, Vec<Puzzle>, usize), ResumeError> {
        let [table, proofs] = Self::paths(name);
        let head = head(kind, recipe);
        let (mut table, found, _) = ResumableFile::open(&table, start, |file| {
            let mut text = String::new();
            file.read_to_string(&mut text)?;
            let found = PuzzleTable::read(&text, &head, games)?;
            let end = found.end as u64;
            Ok((found, end))
        })?;
        if found.end == 0 {
            table.append(head.as_bytes())?;
        }
        let count = found.puzzles.len();
        let (proofs, (), _) = ResumableFile::open(&proofs, start, |file: &mut File| {
            let games = read_games(file)?;
            match games.get(..count) {
                Some(kept) => Ok(((), kept.iter().map(|(_, text)| text.len() as u64).sum())),
                None => {
                    let found = games.len();
                    let text = format!("expected {count} games as in the table, found {found}");
                    Err(ResumeProblem::Content(text))
                }
            }
        })?;
        Ok((Self { table, proofs }, found.puzzles, found.games))
    }

    /// Appends the puzzles of the game of a number, from 0.
    pub fn add(&mut self, game: usize, puzzles: &[Puzzle]) -> Result<(), ResumeError> {
        if puzzles.is_empty() {
            return Ok(());
        }
        // The table counts, so it comes last.
        self.proofs.append(puzzles.iter().map(proof).collect::<String>().as_bytes())?;
        let rows: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
        self.table.append(format!("{rows}{}", mark(game + 1)).as_bytes())
    }

    /// Notes that the first games, up to this number, are searched, and waits for the disk.
    pub fn finish(mut self, games: usize) -> Result<(), ResumeError> {
        self.table.append(mark(games).as_bytes())?;
        self.table.sync()?;
        self.proofs.sync()
    }
}

fn mark(games: usize) -> String {
    format!("{MARK}{games}\n")
}

/// A game with the proof as main line and variations.
fn proof(puzzle: &Puzzle) -> String {
    let head = PtnGame::default()
        .set_tag("Event", &puzzle.task())
        .set_tag("Site", &puzzle.source)
        .to_string();
    format!("{head}{}\r\n", puzzle.ptn)
}

impl PuzzleTable {
    fn read(text: &str, head: &str, games: &Range<usize>) -> Result<Self, ResumeProblem> {
        if head.starts_with(text) {
            return Ok(Self { puzzles: Vec::new(), games: games.start, end: 0 });
        }
        if !text.starts_with(head) {
            let lines = (1..).zip(head.lines().zip(text.lines()));
            let mut other = lines.filter(|(_, (expected, found))| expected != found);
            let (line, (expected, found)) = other.next().unwrap_or((1, (head, "nothing")));
            let [expected, found] = [expected, found].map(|line| excerpt(line, 200));
            return Err(ResumeProblem::Settings(format!(
                "line {line}: expected \"{expected}\", found \"{found}\""
            )));
        }
        let line_end = |mark: usize| text[mark..].find('\n').map(|length| mark + length + 1);
        let marks: Vec<_> = text.match_indices(MARK).map(|(place, _)| place).collect();
        let last = marks.into_iter().rev().find_map(|mark| Some((mark, line_end(mark)?)));
        let Some((mark, mut end)) = last.filter(|&(mark, _)| mark >= head.len()) else {
            return Ok(Self { puzzles: Vec::new(), games: games.start, end: head.len() });
        };
        let number = text[mark + MARK.len()..end].trim();
        let covered =
            number.parse().ok().filter(|&number| number > games.start && number <= games.end);
        let covered = covered.ok_or_else(|| {
            let (first, last) = (games.start + 1, games.end);
            ResumeProblem::Settings(format!(
                "expected games {first} to {last}, found game {number}"
            ))
        })?;
        // A mark without puzzles is only there for the time of an interruption.
        let before = text[..mark].lines().last().unwrap_or_default();
        if before.starts_with(MARK) || mark == head.len() {
            end = mark;
        }
        let puzzles = match text[head.len()..end].is_empty() {
            true => Vec::new(),
            false => read_puzzles(&text[..end]).map_err(ResumeProblem::Content)?,
        };
        Ok(Self { puzzles, games: covered, end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROW: &str = "4\t0\t2\t100\tx2,2,2/1,2,2,1S/1,x,1,2/1,x,1,2 2 7\ta4 b4 b3+\tbook\n";

    #[test]
    fn tables_resume_behind_the_last_complete_game() {
        let head = head(Kind::Road, "a recipe");
        for (text, puzzles, games, end) in [
            (String::new(), 0, 4, 0),
            (head[..9].to_owned(), 0, 4, 0),
            (head.clone(), 0, 4, 0),
            (format!("{head}{ROW}"), 0, 4, head.len()),
            (format!("{head}{ROW}# game 6\n{ROW}# game"), 1, 6, head.len() + ROW.len() + 9),
            (format!("{head}{ROW}{ROW}# game 6\n# game 8\n"), 2, 8, head.len() + 2 * ROW.len() + 9),
            (format!("{head}# game 7\n"), 0, 7, head.len()),
        ] {
            let found = PuzzleTable::read(&text, &head, &(4..9));
            let found = found.map(|found| (found.puzzles.len(), found.games, found.end));
            assert_eq!(
                found.map_err(|error| error.to_string()),
                Ok((puzzles, games, end)),
                "{text}"
            );
        }
        for (text, reason) in [
            (format!("{head}{ROW}# game 4\n"), "expected games 5 to 9, found game 4"),
            (format!("{head}{ROW}# game 10\n"), "expected games 5 to 9, found game 10"),
            (
                head.replace("a recipe", "another"),
                "line 2: expected \"# a recipe\", found \"# another\"",
            ),
            (format!("{head}4\t0\n# game 6\n"), "line 5: expected 10 columns, found 2"),
        ] {
            let found = PuzzleTable::read(&text, &head, &(4..9)).map(|found| found.games);
            assert_eq!(found.map_err(|error| error.to_string()), Err(reason.to_owned()));
        }
    }
}
