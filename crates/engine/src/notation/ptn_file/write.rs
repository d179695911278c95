//! Writes games in PTN Ninja's form.

use super::builder::is_usual_name;
use super::{GameResult, Line, Played, PtnGame, Token, Tree, place_name, tags};
use crate::notation::{Ply, Tps};
use crate::types::{Color, Rules};
use std::collections::HashSet;
use std::fmt::{Display, Write};

/// Writes a new game: tags, moves, variations.
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

/// Position of the writer in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    /// In the tags.
    Tags,
    /// At the start of a line of text.
    LineStart,
    /// In a line of text, before the first move of a variation.
    BeforeMoves,
    /// Behind the number of the next move.
    Number,
    /// Behind a move.
    Moves,
}

pub(super) const LINE_END: &str = "\r\n";

impl Default for Writer {
    fn default() -> Self {
        Self::new()
    }
}

impl Writer {
    /// An empty game with White's move 1 next.
    pub const fn new() -> Self {
        Self { text: String::new(), number: 1, color: Color::White, place: Place::Tags }
    }

    /// Writes a tag. Quotes in the value become `''` and line ends spaces, because no reader accepts them. Writes
    /// nothing behind the first move.
    pub fn tag(&mut self, name: &str, value: &str) -> &mut Self {
        if self.place == Place::Tags {
            let _ = write!(self.text, "{}{LINE_END}", tag_text(name, value));
        }
        self
    }

    /// Writes the tags for a board size, rules and a start position, and sets the number and color of the first move.
    pub fn setup(&mut self, size: usize, rules: &Rules, start: Option<&Tps>) -> &mut Self {
        self.tag("Size", &size.to_string());
        for (name, value) in rules.tags(size) {
            self.tag(name, &value);
        }
        if let Some(tps) = start {
            self.tag("TPS", &tps.to_string()).begin(tps.move_number, tps.to_move);
        }
        self
    }

    /// Sets the number and color of the first move.
    pub const fn begin(&mut self, number: u32, color: Color) -> &mut Self {
        if matches!(self.place, Place::Tags | Place::LineStart) {
            self.number = number;
            self.color = color;
        }
        self
    }

    /// Writes a move. [`spelling`](crate::notation::spelling) returns its text.
    pub fn ply(&mut self, ply: impl Display) -> &mut Self {
        self.leave_tags();
        let continues = self.color == Color::Black && self.place == Place::Moves;
        if !continues && self.place != Place::Number {
            self.end_line();
            self.write_number();
        }
        let _ = write!(self.text, " {ply}");
        self.place = Place::Moves;
        self.number = self.number.saturating_add(u32::from(self.color == Color::Black));
        self.color = !self.color;
        self
    }

    /// Writes a comment on the previous move, or on the first position. Braces become parentheses.
    pub fn comment(&mut self, comment: &str) -> &mut Self {
        self.leave_tags();
        let space = if self.place == Place::LineStart { "" } else { " " };
        let _ = write!(self.text, "{space}{}", comment_text(comment));
        if self.place == Place::LineStart {
            self.place = Place::BeforeMoves;
        }
        self
    }

    /// Writes the result behind the last move.
    pub fn result(&mut self, result: GameResult) -> &mut Self {
        self.leave_tags();
        let space = if self.place == Place::LineStart { "" } else { " " };
        let _ = write!(self.text, "{space}{result}");
        if self.place == Place::LineStart {
            self.place = Place::BeforeMoves;
        }
        self
    }

    /// Begins a variation, which replaces the move with this number and color. PTN Ninja's names are `3w1`, `3w2`,
    /// `3b1`, and in a variation `3w1/4b1`. Names must not contain braces and line ends.
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
    /// The whole game in PTN Ninja's form: one move of both players per line, usual spacing, the shortest spelling of
    /// moves, PTN Ninja's spelling of komi and opening. Keeps tags, comments, marks, results and variations; drops
    /// unreadable text.
    pub fn canonical(&self) -> String {
        let tree = self.tree();
        self.write_tree(&tree, &vec![true; tree.lines.len()])
    }

    /// The game with `plies` behind the first `kept` moves of its main line, and this result, in PTN Ninja's
    /// form. Tags stay, and the comments and variations of the kept moves.
    pub fn continued(&self, kept: usize, plies: &[Ply], result: Option<GameResult>) -> String {
        let mut tree = self.tree();
        let main = &mut tree.lines[Self::MAIN_LINE];
        main.plies.truncate(kept);
        let kept = main.plies.len();
        main.result = None;
        main.plies.iter_mut().for_each(|played| played.result = None);
        let added = plies.iter().map(|&ply| Played {
            item: usize::MAX,
            ply,
            comments: Vec::new(),
            result: None,
        });
        main.plies.extend(added);
        match main.plies.last_mut() {
            Some(last) => last.result = result,
            None => main.result = result,
        }
        let mut stays = vec![true];
        for line in tree.lines.iter().skip(1) {
            let parent = line.parent.unwrap_or(Self::MAIN_LINE);
            // A variation of the main line replaces a kept move, or the first new one.
            let line_stays = parent != Self::MAIN_LINE
                || line.start < kept
                || line.start == kept && !plies.is_empty();
            stays.push(line_stays && stays.get(parent).is_some_and(|&stays| stays));
        }
        self.write_tree(&tree, &stays)
    }

    /// Writes the lines that stay.
    fn write_tree(&self, tree: &Tree, stays: &[bool]) -> String {
        let mut writer = Writer::new();
        for (tag, _) in self.tags() {
            writer.tag(&tag.name, &tags::usual_value(&tag.name, &tag.value));
        }
        writer.begin(tree.first_number, tree.first_to_move);
        let names = names(tree);
        for (index, line) in tree.lines.iter().enumerate().filter(|&(index, _)| stays[index]) {
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

    /// The move of an item.
    pub fn ply(&self, item: usize) -> Option<Ply> {
        match self.items().get(item)?.token() {
            Token::Ply(ply) => Some(*ply),
            _ => None,
        }
    }
}

/// Names of the lines that make readers recognize them as variations. A line keeps its name where possible.
fn names(tree: &Tree) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut taken = HashSet::new();
    for (index, line) in tree.lines.iter().enumerate() {
        // The name of a variation contains the name of its parent, which may have changed.
        let parent = line.parent.filter(|&parent| parent > 0 && parent < index);
        let rest = parent.and_then(|parent| line.name.strip_prefix(&tree.lines[parent].name));
        let mut name = match (parent, rest) {
            (Some(parent), Some(rest)) => format!("{}{rest}", names[parent]),
            _ => line.name.clone(),
        };
        // Readers take such a name for a comment if the main line could continue there.
        let continues = index == 1 && line.start == tree.lines[0].plies.len();
        if continues && !is_usual_name(&name) {
            let (number, color) = tree.number(line.start);
            name = place_name(number, color) + "1";
        }
        if !taken.insert(name.clone()) {
            // Readers may join two variations with the same name.
            name = format!("{name} ({index})");
        }
        names.push(name);
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_ply;

    #[test]
    fn writes_no_other_items() {
        let mut writer = Writer::new();
        writer.tag("A\"]", "x\"]\n[B \"y").comment("a} 1. b2 {").ply("a1");
        let text = writer.finish();
        assert_eq!(
            text,
            "[A \"x'']  [B ''y\"]\r\n\r\n{a) 1. b2 (}\r\n1. a1\r\n".replace("]  [", "] [")
        );
        assert_eq!(PtnGame::read(&text).problems(), []);
    }

    const TEXT: &str = "[Size \"5\"]\n{n}\n1. a1 e5 {c}\n2. c3' d4 R-0\n\n{1b1}\n1. -- e4\n2. b2\n\n\
        {1b1/2w1}\n2. a2\n\n{2w1}\n2. b3 {d}\n\n{2b1}\n2. -- d5";

    #[test]
    fn continuing_keeps_comments_and_variations() {
        let game = PtnGame::read(TEXT);
        let plies: Vec<_> = ["c2", "Cd2'"].iter().flat_map(|text| parse_ply(text)).collect();
        let head = "[Size \"5\"]\r\n\r\n{n}\r\n1. a1 e5 {c}\r\n";
        let early = "\r\n{1b1}\r\n1. -- e4\r\n2. b2\r\n\r\n{1b1/2w1}\r\n2. a2\r\n";
        let middle = "\r\n{2w1}\r\n2. b3 {d}\r\n";
        assert_eq!(
            game.continued(2, &plies, Some(GameResult::Draw)),
            format!("{head}2. c2 Cd2' 1/2-1/2\r\n{early}{middle}")
        );
        assert_eq!(game.continued(2, &[], None), format!("{head}{early}"));
        let late = "\r\n{2b1}\r\n2. -- d5\r\n";
        assert_eq!(
            game.continued(9, &plies[..1], None),
            format!("{head}2. c3' d4\r\n3. c2\r\n{early}{middle}{late}")
        );
    }
}
