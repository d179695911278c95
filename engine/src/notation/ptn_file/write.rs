//! Writing games in one form, the one that PTN Ninja writes.

use super::builder::is_usual_name;
use super::{Evaluation, GameResult, Line, PtnGame, Token, Tree, tags};
use crate::notation::Ply;
use crate::types::Color;
use std::collections::HashSet;
use std::fmt::{Display, Write};

/// Writes a game from nothing: tags first, then the moves, then variations.
///
/// ```
/// use stonefall_engine::notation::ptn_file::{GameResult, Writer};
/// use stonefall_engine::types::Color;
///
/// let mut writer = Writer::new();
/// writer.tag("Size", "5").tag("Player1", "Ann");
/// writer.ply("a1").ply("e5").comment("so far, so good").ply("c3");
/// writer.result(GameResult::Draw);
/// writer.variation("1b1", 1, Color::Black).ply("b4");
/// assert_eq!(
///     writer.finish(),
///     "[Size \"5\"]\r\n[Player1 \"Ann\"]\r\n\r\n1. a1 e5 {so far, so good}\r\n2. c3 1/2-1/2\r\n\r\n{1b1}\r\n1. -- b4\r\n"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Writer {
    text: String,
    /// Number and color of the next move.
    number: u32,
    color: Color,
    place: Place,
}

/// Where the writer stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// Among the tags.
    Tags,
    /// At the beginning of a line of text.
    LineStart,
    /// In a line of text, before the first move of a line of play.
    BeforeMoves,
    /// Behind the number of a move that is still to come.
    Number,
    /// Behind a move.
    Moves,
}

const LINE_END: &str = "\r\n";

impl Default for Writer {
    fn default() -> Self {
        Self::new()
    }
}

impl Writer {
    /// An empty game that White begins with move 1.
    #[must_use]
    pub const fn new() -> Self {
        Self { text: String::new(), number: 1, color: Color::White, place: Place::Tags }
    }

    /// A tag. Quotes in the value become `''` and line ends spaces, as no reader allows them.
    /// Behind the first move there are no tags: nothing is written then.
    pub fn tag(&mut self, name: &str, value: &str) -> &mut Self {
        if self.place == Place::Tags {
            let _ = write!(self.text, "{}{LINE_END}", tag_text(name, value));
        }
        self
    }

    /// Says with which move the main line begins, where it is not White's first.
    pub const fn begin(&mut self, number: u32, color: Color) -> &mut Self {
        if matches!(self.place, Place::Tags | Place::LineStart) {
            self.number = number;
            self.color = color;
        }
        self
    }

    /// A move, spelt as it is: see [`spelling`](crate::notation::spelling).
    pub fn ply(&mut self, ply: impl Display) -> &mut Self {
        self.leave_tags();
        let goes_on = self.color == Color::Black && self.place == Place::Moves;
        if !goes_on && self.place != Place::Number {
            self.end_line();
            self.write_number();
        }
        let _ = write!(self.text, " {ply}");
        self.place = Place::Moves;
        self.number = self.number.saturating_add(u32::from(self.color == Color::Black));
        self.color = !self.color;
        self
    }

    /// A comment, on the move before it or, before all moves, on the first position. Braces become
    /// round.
    pub fn comment(&mut self, comment: &str) -> &mut Self {
        self.leave_tags();
        let space = if self.place == Place::LineStart { "" } else { " " };
        let _ = write!(self.text, "{space}{}", comment_text(comment));
        if self.place == Place::LineStart {
            self.place = Place::BeforeMoves;
        }
        self
    }

    /// An evaluation of the position after the last move.
    pub fn evaluation(&mut self, evaluation: &Evaluation) -> &mut Self {
        self.comment(&evaluation.to_string())
    }

    /// The result behind the last move.
    pub fn result(&mut self, result: GameResult) -> &mut Self {
        self.leave_tags();
        let space = if self.place == Place::LineStart { "" } else { " " };
        let _ = write!(self.text, "{space}{result}");
        if self.place == Place::LineStart {
            self.place = Place::BeforeMoves;
        }
        self
    }

    /// Begins a variation, which replaces the move of this number and color. PTN Ninja names them
    /// `3w1`, `3w2`, `3b1`, and within one `3w1/4b1`. Braces and line ends do not belong in a name.
    pub fn variation(&mut self, name: &str, number: u32, color: Color) -> &mut Self {
        self.leave_tags();
        self.end_line();
        let _ = write!(self.text, "{LINE_END}{}{LINE_END}", comment_text(name));
        self.place = Place::LineStart;
        self.begin(number, color);
        self.write_number();
        self
    }

    fn write_number(&mut self) {
        let placeholder = if self.color == Color::Black { " --" } else { "" };
        let _ = write!(self.text, "{}.{placeholder}", self.number);
        self.place = Place::Number;
    }

    /// The text.
    #[must_use]
    pub fn finish(&mut self) -> String {
        if self.place != Place::Tags {
            self.end_line();
        }
        std::mem::take(&mut self.text)
    }

    fn leave_tags(&mut self) {
        if self.place == Place::Tags {
            if !self.text.is_empty() {
                self.text.push_str(LINE_END);
            }
            self.place = Place::LineStart;
        }
    }

    fn end_line(&mut self) {
        if self.place != Place::LineStart {
            self.text.push_str(LINE_END);
            self.place = Place::LineStart;
        }
    }
}

/// A tag's text.
pub(super) fn tag_text(name: &str, value: &str) -> String {
    let is_part = |at: &char| !at.is_whitespace() && !matches!(at, '"' | '[' | ']');
    let name: String = name.chars().filter(is_part).collect();
    let value = value.replace('"', "''").replace(['\r', '\n'], " ");
    format!("[{name} \"{value}\"]")
}

/// A comment's text.
pub(super) fn comment_text(comment: &str) -> String {
    format!("{{{}}}", comment.replace('{', "(").replace('}', ")"))
}

impl PtnGame {
    /// The whole game in PTN Ninja's form: one move of both players on a line, no unknown spacing,
    /// moves in their shortest spelling, komi and opening in the only one that PTN Ninja reads. Tags,
    /// comments, marks, results and variations are kept; text that is not understood is not.
    #[must_use]
    pub fn canonical(&self) -> String {
        let tree = self.tree();
        let mut writer = Writer::new();
        for (tag, _) in self.tags() {
            writer.tag(&tag.name, &tags::usual_value(&tag.name, &tag.value));
        }
        writer.begin(tree.first_number, tree.first_to_move);
        let names = names(&tree);
        for (index, line) in tree.lines.iter().enumerate() {
            if index > 0 {
                let (number, color) = tree.number(line.start);
                writer.variation(&names[index], number, color);
            }
            self.write_line(&mut writer, line);
        }
        writer.finish()
    }

    fn write_line(&self, writer: &mut Writer, line: &Line) {
        let comment = |writer: &mut Writer, index: &usize| {
            if let Some(text) = self.items().get(*index).and_then(|item| item.comment()) {
                writer.comment(text);
            }
        };
        line.notes.iter().for_each(|index| comment(writer, index));
        if let Some(result) = line.result {
            writer.result(result);
        }
        for played in &line.plies {
            writer.ply(played.ply);
            if let Some(result) = played.result {
                writer.result(result);
            }
            played.comments.iter().for_each(|index| comment(writer, index));
        }
    }

    /// The move of an item, as it is written.
    #[must_use]
    pub fn ply(&self, item: usize) -> Option<Ply> {
        match self.items().get(item)?.token() {
            Token::Ply(ply) => Some(*ply),
            _ => None,
        }
    }
}

/// The names that the lines are written with, so that they are read as what they are: their own where
/// that does.
fn names(tree: &Tree) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut taken = HashSet::new();
    for (index, line) in tree.lines.iter().enumerate() {
        // Within a line that is written with another name, that is a part of this one.
        let parent = line.parent.filter(|&parent| parent > 0 && parent < index);
        let rest = parent.and_then(|parent| line.name.strip_prefix(&tree.lines[parent].name));
        let mut name = match (parent, rest) {
            (Some(parent), Some(rest)) => format!("{}{rest}", names[parent]),
            _ => line.name.clone(),
        };
        // Where the main line could go on, such a name would be read as a comment.
        let goes_on = index == 1 && line.start == tree.lines[0].plies.len();
        if goes_on && !is_usual_name(&name) {
            let (number, color) = tree.number(line.start);
            name = format!("{number}{}1", if color == Color::White { 'w' } else { 'b' });
        }
        if !taken.insert(name.clone()) {
            // Two variations of one name would be read as one where they meet.
            name = format!("{name} ({index})");
        }
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewrites_in_one_form() {
        let text = "\u{feff}[size\"5\"] [Mood \"?\"]\n[Komi \"2.0\"]{start}\n\n1.a1 Fe5' {one}{two} 2. 3c3>3! c2 R-0\n{1b1} \n\n\n{1b2}1... {or} b4 ?? 2.\nc4\n";
        let written = PtnGame::read(text).canonical();
        assert_eq!(
            written,
            "[size \"5\"]\r\n[Mood \"?\"]\r\n[Komi \"2\"]\r\n\r\n{start}\r\n1. a1 e5' {one} {two}\r\n2. 3c3>! c2 R-0 {1b1}\r\n\r\n{1b2}\r\n1. -- {or} b4??\r\n2. c4\r\n"
        );
        assert_eq!(PtnGame::read(&written).canonical(), written);
    }

    #[test]
    fn variations_are_not_written_as_comments() {
        // What the name stands before is not the number of the main line's next move; the second is.
        let text = "1. a1 b2\n\n{on and on}\n1.\n2. c3\n\n{on and on/deep}\n2... d4";
        let game = PtnGame::read(text);
        assert_eq!(game.tree().lines.len(), 3);
        let written = game.canonical();
        assert_eq!(written, "1. a1 b2\r\n\r\n{2w1}\r\n2. c3\r\n\r\n{2w1/deep}\r\n2. -- d4\r\n");
        assert_eq!(PtnGame::read(&written).canonical(), written);
        assert_eq!(PtnGame::read(&written).tree().lines[2].parent, Some(1));
    }

    #[test]
    fn cannot_be_made_to_write_other_items() {
        let mut writer = Writer::new();
        writer.tag("A\"]", "x\"]\n[B \"y").comment("a} 1. b2 {").ply("a1");
        let text = writer.finish();
        assert_eq!(
            text,
            "[A \"x'']  [B ''y\"]\r\n\r\n{a) 1. b2 (}\r\n1. a1\r\n".replace("]  [", "] [")
        );
        assert_eq!(PtnGame::read(&text).problems(), []);
    }
}
