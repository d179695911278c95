//! The main line and the variations of a game.

use super::GameResult;
use crate::notation::Ply;
use crate::types::Color;

/// Lines of a game: the main line, then the variations in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    /// The lines; the first is the main line.
    pub lines: Vec<Line>,
    /// Number of the first move.
    pub first_number: u32,
    /// Color of the first move.
    pub first_to_move: Color,
}

/// A line of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// The name, such as `3w1`, and `3w1/4b1` for a variation of it; empty for the main line.
    pub name: String,
    /// Index of the line that it branches off; `None` for the main line.
    pub parent: Option<usize>,
    /// Number of plies of the game before its first one.
    pub start: usize,
    /// Indices of the comments before its first move.
    pub notes: Vec<usize>,
    /// Its own moves.
    pub plies: Vec<Played>,
    /// A result before its first move.
    pub result: Option<GameResult>,
    /// Index of its first unreadable item, and the number of its own plies before it.
    pub fault: Option<(usize, usize)>,
    /// Index of its first item: the name, or the first move number.
    pub(super) item: usize,
    /// Number and color of its first move in the text.
    pub(super) first: Option<(u32, Color)>,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Index of its item.
    pub item: usize,
    /// The move with its marks.
    pub ply: Ply,
    /// Indices of the comments behind it.
    pub comments: Vec<usize>,
    /// The result behind it.
    pub result: Option<GameResult>,
}

impl Tree {
    /// Index of the first line with a name.
    pub fn find(&self, name: &str) -> Option<usize> {
        let name = line_name(name);
        self.lines.iter().position(|line| line.name == name)
    }

    /// Number and color of the move after `plies` plies.
    pub fn number(&self, plies: usize) -> (u32, Color) {
        let plies = plies + self.first_to_move.index();
        let number = u64::from(self.first_number) + plies as u64 / 2;
        (number.min(u64::from(u32::MAX)) as u32, Color::from_bit(plies as u64))
    }

    /// Moves from the start of the game to the end of a line.
    ///
    /// # Errors
    /// If the line does not exist, or its parent line ends before its start.
    pub fn path(&self, line: usize) -> Result<Vec<&Played>, String> {
        let last = self.lines.len().saturating_sub(1);
        let missing = || format!("expected a line from 0 to {last}, found {line}");
        let asked = self.lines.get(line).ok_or_else(missing)?;
        let mut pieces = Vec::new();
        let (mut current, mut child) = (asked, asked);
        let mut end = asked.start + asked.plies.len();
        loop {
            if current.start < end {
                let own = current.plies.get(..end - current.start).ok_or_else(|| {
                    let plies = current.start + current.plies.len();
                    let (name, found) = (&child.name, end + 1);
                    format!("expected variation {name} to leave its line by ply {plies}, found ply {found}")
                })?;
                pieces.push(own);
                end = current.start;
            }
            child = current;
            match current.parent.and_then(|parent| self.lines.get(parent)) {
                Some(parent) => current = parent,
                None => break,
            }
        }
        Ok(pieces.into_iter().rev().flatten().collect())
    }
}

/// PTN Ninja's name of a move's place in its line: `3w`. The names of variations begin with it.
pub fn place_name(number: u32, color: Color) -> String {
    format!("{number}{}", if color == Color::White { 'w' } else { 'b' })
}

/// The name of a variation with `/` between its parts. Old files have dots.
pub(super) fn line_name(text: &str) -> String {
    let parts: Vec<_> = text.trim().split(['.', '/']).filter(|part| !part.is_empty()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::super::PtnGame;

    #[test]
    fn comments_are_not_variations() {
        let text = "{before}\n\n1. a1 f6\n\n{A quiet start}\n2. c3 {why?} {because}\n";
        let tree = PtnGame::read(text).tree();
        assert_eq!(tree.lines.len(), 1);
        assert_eq!(tree.lines[0].notes.len(), 1);
        let comments: Vec<_> = tree.lines[0].plies.iter().map(|ply| ply.comments.len()).collect();
        assert_eq!(comments, [0, 1, 2]);
    }
}
