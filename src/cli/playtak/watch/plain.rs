//! Lines of text, one per move.

use super::view::{Found, View};
use super::words::{chances, clocks, note, title};
use crate::cli::Error;
use crate::cli::output::Output;
use std::io::Write;
use stonefall_tools::playtak::watch::{Change, WatchNews, WatchedGame};

pub(super) struct Plain<'a> {
    output: &'a mut Output,
    /// Number of the shown game.
    number: Option<u32>,
    /// The shown moves of the game.
    moves: Vec<String>,
}

impl<'a> Plain<'a> {
    pub(super) const fn new(output: &'a mut Output) -> Self {
        Self { output, number: None, moves: Vec::new() }
    }

    /// Shows a game from its beginning, or its moves since the last shown one.
    fn whole(&mut self, watched: &WatchedGame) -> Result<(), Error> {
        if self.number.replace(watched.listed.number) != self.number {
            self.moves.clear();
            self.write(&title(watched))?;
        }
        let moves = watched.moves();
        let same = self.moves.iter().zip(&moves).take_while(|(one, other)| one == other).count();
        if same < self.moves.len() {
            let count = self.moves.len() - same;
            self.write(&format!("The last {count} plies were taken back"))?;
        }
        for (ply, mv) in moves.iter().enumerate().skip(same) {
            self.write(&numbered(ply, mv))?;
        }
        self.moves = moves;
        self.write(&clocks(watched))
    }

    fn moved(&mut self, watched: &WatchedGame, found: Found<'_>) -> Result<(), Error> {
        self.moves = watched.moves();
        let ply = self.moves.len().saturating_sub(1);
        let mv = self.moves.last().map_or("", String::as_str);
        let before = found
            .map_or_else(String::new, |(game, info)| format!("; before: {}", chances(game, info)));
        self.write(&format!("{:<16}{}{before}", numbered(ply, mv), clocks(watched)))
    }

    fn write(&mut self, text: &str) -> Result<(), Error> {
        writeln!(self.output, "{text}")?;
        // A program may wait for the line.
        Ok(self.output.flush()?)
    }
}

impl View for Plain<'_> {
    fn show(&mut self, change: &Change, found: Found<'_>) -> Result<(), Error> {
        match change {
            Change::Game(watched, WatchNews::Whole) => self.whole(watched),
            Change::Game(watched, WatchNews::Move(_)) => self.moved(watched, found),
            _ => {
                match change {
                    Change::Game(watched, WatchNews::Undo(_)) => self.moves = watched.moves(),
                    // Another server may give the same number to the next game.
                    Change::Game(_, WatchNews::Over) => self.number = None,
                    _ => {}
                }
                note(change).map_or(Ok(()), |text| self.write(&text))
            }
        }
    }
}

/// `7. c3`, `7... d4`
fn numbered(ply: usize, mv: &str) -> String {
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots} {mv}", ply / 2 + 1)
}
