//! The board in a terminal after every move, and a moving line with clocks and chances.

use super::view::{Found, View};
use super::words::{chance_bar, chances, clocks, last_moves, note, title};
use crate::cli::output::Output;
use crate::cli::{Error, bar};
use indicatif::ProgressBar;
use std::io::Write;
use stonefall_engine::report::{Style, draw, status};
use stonefall_tools::playtak::watch::{Change, WatchNews, WatchedGame};

pub(super) struct BoardView<'a> {
    output: &'a mut Output,
    style: Style,
    line: ProgressBar,
    /// Number of the shown game.
    number: Option<u32>,
}

impl<'a> BoardView<'a> {
    pub(super) fn new(output: &'a mut Output, style: Style) -> Self {
        let line = bar::message_line();
        line.set_message("connects (Ctrl-C ends the command)");
        Self { output, style, line, number: None }
    }

    /// The board, the reserves and the last moves.
    fn board(&self, watched: &WatchedGame) -> String {
        let mut diagram = watched.game.diagram();
        // Only the server decides about draws.
        diagram.outcome = watched.game.outcome();
        let (board, status) = (draw(&diagram, self.style), status(&diagram, self.style));
        format!("{board}\n{status}   {}\n", last_moves(watched))
    }

    /// Writes above the moving line.
    fn write(&mut self, text: &str) -> Result<(), Error> {
        let output = &mut *self.output;
        self.line.suspend(|| {
            writeln!(output, "{text}")?;
            Ok(output.flush()?)
        })
    }
}

impl View for BoardView<'_> {
    fn show(&mut self, change: &Change, _: Found<'_>) -> Result<(), Error> {
        if let Change::Game(watched, news) = change {
            if self.number.replace(watched.listed.number) != Some(watched.listed.number) {
                self.write(&format!("\n   {}\n", title(watched)))?;
            }
            if matches!(news, WatchNews::Whole | WatchNews::Move(_) | WatchNews::Undo(_)) {
                self.write(&self.board(watched))?;
            }
        }
        if matches!(change, Change::Game(_, WatchNews::Over)) {
            // Another server may give the same number to the next game.
            self.number = None;
        }
        if let Some(text) = note(change) {
            self.write(&format!("   {text}\n"))?;
        }
        if !matches!(change, Change::Game(_, WatchNews::Whole | WatchNews::Move(_))) {
            self.line.set_message("waits (Ctrl-C ends the command)");
        }
        Ok(())
    }

    fn refresh(&mut self, watched: &WatchedGame, found: Found<'_>) {
        let mut text = clocks(watched);
        if let Some((game, info)) = found {
            let bar = chance_bar(game, info, self.style);
            text += &format!("   {bar} {}", chances(game, info));
        }
        self.line.set_message(text);
    }
}

/// Removes the moving line.
impl Drop for BoardView<'_> {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}
