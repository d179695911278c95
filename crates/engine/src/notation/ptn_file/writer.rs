//! Writes games in PTN Ninja's form.

use super::reader::is_usual_name;
use super::setup::usual_value;
use super::{GameResult, Line, PtnGame, Unread, number_after};
use crate::types::Color;
use std::collections::HashSet;
use std::fmt::{self, Write};

const LINE_END: &str = "\r\n";
/// Most bytes of a result without its blanks.
const LONGEST_RESULT: usize = 16;

/// The whole game. Quotes in tags become `''`, braces in comments parentheses, and line ends in tags spaces, because no
/// reader accepts them.
impl fmt::Display for PtnGame {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in &self.tags {
            let value = usual_value(&tag.name, &tag.value);
            let value = value.replace('"', "''").replace(['\r', '\n'], " ");
            write!(out, "[{} \"{value}\"]{LINE_END}", tag.name)?;
        }
        if self.tags.is_empty() {
            return self.write_lines(out);
        }
        let mut body = String::new();
        self.write_lines(&mut body)?;
        if body.is_empty() { Ok(()) } else { write!(out, "{LINE_END}{body}") }
    }
}

impl PtnGame {
    fn write_lines(&self, out: &mut impl Write) -> fmt::Result {
        let first = self.first();
        let names = self.names();
        for (index, line) in self.lines.iter().enumerate() {
            if index > 0 {
                write!(out, "{LINE_END}{}{LINE_END}", comment(&names[index]))?;
            }
            let unread = &*line.unread;
            LineWriter { out, line, unread, first, has_text: false }.write(index > 0)?;
        }
        Ok(())
    }

    /// Names of the lines that make readers recognize them as variations. A line keeps its name where possible.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut taken = HashSet::new();
        for (index, line) in self.lines.iter().enumerate() {
            // The name of a variation contains the name of its parent, which may have changed.
            let parent = line.parent.filter(|&parent| parent > 0 && parent < index);
            let rest = parent.and_then(|parent| line.name.strip_prefix(&self.lines[parent].name));
            let mut name = match (parent, rest) {
                (Some(parent), Some(rest)) => format!("{}{rest}", names[parent]),
                _ => line.name.clone(),
            };
            // Readers take such a name for a comment if the main line could continue with its number.
            let number = (self.number(line.start).0, Color::White);
            let continues = index == 1 && self.number(self.main().moves.len()) == number;
            if continues && !is_usual_name(&name) {
                name = self.place(Self::MAIN_LINE, line.start) + "1";
            }
            while !taken.insert(name.clone()) {
                // Readers may join two variations with the same name.
                name = format!("{name} ({index})");
            }
            names.push(name);
        }
        names
    }
}

/// A line in the making.
struct LineWriter<'a, W: Write> {
    out: &'a mut W,
    line: &'a Line,
    /// Unreadable texts that follow.
    unread: &'a [Unread],
    first: (u32, Color),
    /// Whether the current line of text has something.
    has_text: bool,
}

impl<W: Write> LineWriter<'_, W> {
    fn write(&mut self, is_variation: bool) -> fmt::Result {
        if is_variation {
            // The name of a variation is directly before a number.
            self.number(self.line.start)?;
        }
        self.remarks(&self.line.notes, 0)?;
        for (index, mv) in self.line.moves.iter().enumerate() {
            let ply = self.line.start + index;
            let is_white = number_after(self.first, ply).1 == Color::White;
            if if index == 0 { !is_variation } else { is_white } {
                self.end()?;
                self.number(ply)?;
            }
            self.word(&mv.ply.to_string())?;
            self.remarks(&mv.comments, index + 1)?;
        }
        if let Some(result) = self.line.result {
            self.word(result.code())?;
        }
        self.end()
    }

    /// The number before a ply, with a placeholder if it is Black's.
    fn number(&mut self, ply: usize) -> fmt::Result {
        let (number, color) = number_after(self.first, ply);
        self.word(&format!("{number}."))?;
        if color == Color::Black { self.word("--") } else { Ok(()) }
    }

    fn remarks(&mut self, comments: &[String], moves: usize) -> fmt::Result {
        for text in comments {
            self.word(&comment(text))?;
        }
        let mut words = Vec::new();
        while let Some((Unread { moves: before, text, .. }, rest)) = self.unread.split_first()
            && *before <= moves
        {
            self.unread = rest;
            words.push(text.as_str());
            let starts = words.len().saturating_sub(LONGEST_RESULT)..words.len();
            let is_result = |start| GameResult::read(&words[start..].concat()).is_some();
            if text.len() <= LONGEST_RESULT && { starts }.any(is_result) {
                // Readers join a result with blanks, such as `1 - 0`, but not over the end of a line.
                self.end()?;
            }
            self.word(text)?;
            if text.starts_with('[') {
                // Only the end of the line ends brackets.
                self.end()?;
            }
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        let space = if self.has_text && !word.is_empty() { " " } else { "" };
        self.has_text |= !word.is_empty();
        write!(self.out, "{space}{word}")
    }

    fn end(&mut self) -> fmt::Result {
        if std::mem::take(&mut self.has_text) { self.out.write_str(LINE_END) } else { Ok(()) }
    }
}

/// A comment's text.
fn comment(text: &str) -> String {
    format!("{{{}}}", text.replace('{', "(").replace('}', ")"))
}
