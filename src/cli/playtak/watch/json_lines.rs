//! JSON: one object per line, documented in `docs/json.md`.

use super::view::{Found, View};
use crate::cli::Error;
use crate::cli::json::{joined, line};
use crate::cli::output::Output;
use serde_json::{Value, json};
use std::io::Write;
use stonefall_tools::playtak::watch::{Change, WatchNews};

pub(super) struct JsonLines<'a> {
    output: &'a mut Output,
    /// Whether the analysis of the current position is written.
    is_analyzed: bool,
}

impl<'a> JsonLines<'a> {
    pub(super) const fn new(output: &'a mut Output) -> Self {
        Self { output, is_analyzed: false }
    }

    fn write(&mut self, value: &Value) -> Result<(), Error> {
        writeln!(self.output, "{value}")?;
        // A program may wait for the line.
        Ok(self.output.flush()?)
    }
}

impl View for JsonLines<'_> {
    /// Writes the analysis of the position before, then the change.
    fn show(&mut self, change: &Change, found: Found<'_>) -> Result<(), Error> {
        match change {
            // The list is no news of the game.
            Change::Games(_) => return Ok(()),
            Change::Game(_, WatchNews::Clocks) => {}
            Change::Game(..) => {
                self.searched(found)?;
                self.is_analyzed = false;
            }
            _ => {}
        }
        self.write(&change.message())
    }

    fn searched(&mut self, found: Found<'_>) -> Result<(), Error> {
        let Some((game, info)) = found.filter(|_| !self.is_analyzed) else { return Ok(()) };
        self.is_analyzed = true;
        let position = json!({ "type": "analysis", "ply": game.ply(), "nodes": info.nodes });
        self.write(&joined(position, line(game, info)))
    }
}
