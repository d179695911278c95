//! Finds the lines of a game in its items.

use super::tree::line_name;
use super::{Fault, Item, Line, MoveNumber, Played, PtnGame, Token, Tree};
use crate::notation::{Marks, Ply, parse_tps};
use crate::types::Color;
use std::collections::BTreeMap;

/// Whether a name has PTN Ninja's form: `3w1`, or a bare number.
pub(super) fn is_usual_name(name: &str) -> bool {
    name.split('/').all(|part| {
        let numbers: Vec<_> = part.splitn(2, ['w', 'b']).collect();
        numbers.iter().all(|number| {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
        })
    })
}

impl PtnGame {
    /// The lines of the game.
    pub fn tree(&self) -> Tree {
        Builder::new(self).build()
    }
}

/// Reads the items in order.
pub(super) struct Builder<'a> {
    items: &'a [Item],
    lines: Vec<Line>,
    /// The first line of each name.
    names: BTreeMap<String, usize>,
    current: usize,
    /// The name of the next line, and the comment that contains it.
    pending: Option<(String, usize)>,
    first_number: Option<u32>,
    first_to_move: Option<Color>,
    tps_number: Option<u32>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(game: &'a PtnGame) -> Self {
        let tps = game.tag("TPS").and_then(|text| parse_tps(text).ok());
        Self {
            items: game.items(),
            lines: vec![Line::default()],
            names: BTreeMap::from([(String::new(), 0)]),
            current: 0,
            pending: None,
            first_number: None,
            first_to_move: tps.as_ref().map(|tps| tps.to_move),
            tps_number: tps.map(|tps| tps.move_number),
        }
    }

    fn line(&mut self) -> &mut Line {
        &mut self.lines[self.current]
    }

    pub(super) fn build(mut self) -> Tree {
        for (index, item) in self.items.iter().enumerate() {
            match &item.token {
                Token::Tag(_) | Token::Unknown(Fault::Tag) => {}
                Token::Comment => self.comment(index),
                Token::Number(number) => self.number(index, number),
                Token::Placeholder => {
                    let line = self.line();
                    if line.plies.is_empty() {
                        let number = line.first.map_or(0, |(number, _)| number);
                        line.first = Some((number, Color::Black));
                    }
                }
                Token::Ply(ply) => self.ply(index, *ply),
                Token::Result(result) => {
                    let line = self.line();
                    match line.plies.last_mut() {
                        Some(played) => played.result = Some(*result),
                        None => line.result = Some(*result),
                    }
                }
                Token::Marks(marks) => self.marks(*marks),
                Token::Unknown(_) => {
                    let line = self.line();
                    line.fault = line.fault.or(Some((index, line.plies.len())));
                }
            }
        }
        Tree {
            lines: self.lines,
            first_number: self.first_number.or(self.tps_number).unwrap_or(1),
            first_to_move: self.first_to_move.unwrap_or(Color::White),
        }
    }

    fn marks(&mut self, marks: Marks) {
        if let Some(played) = self.line().plies.last_mut() {
            played.ply.marks = played.ply.marks.or(marks);
        }
    }

    /// Number and color of the next move of a line.
    fn next(&self, line: usize) -> Option<(u32, Color)> {
        let line = &self.lines[line];
        let plies = line.start + line.plies.len() + self.first_to_move?.index();
        let number = self.first_number? as usize + plies / 2;
        Some((u32::try_from(number).ok()?, Color::from_bit(plies as u64)))
    }

    /// A comment after an empty line and before a move number names a variation, as in PTN Ninja. Exception: it
    /// does not look like a name, and the number continues the main line.
    fn comment(&mut self, index: usize) {
        if let Some(name) = self.name_before_number(index) {
            self.pending = Some((name, index));
            return;
        }
        let line = self.line();
        match line.plies.last_mut() {
            Some(played) => played.comments.push(index),
            None => line.notes.push(index),
        }
    }

    /// The name of a variation in an item.
    fn name_before_number(&self, index: usize) -> Option<String> {
        let item = &self.items[index];
        let Token::Number(number) = self.items.get(index + 1)?.token() else { return None };
        let text = item.comment()?;
        if !item.follows_empty_line() || !self.has_main_line() || text.contains(['\r', '\n']) {
            return None;
        }
        let name = line_name(text);
        let continues = self.current == 0 && self.next(0) == Some((number.number, number.color()));
        (!name.is_empty() && (is_usual_name(&name) || !continues)).then_some(name)
    }

    /// Whether the main line has a move. Variations come after it.
    fn has_main_line(&self) -> bool {
        !self.lines[0].plies.is_empty()
    }

    fn number(&mut self, index: usize, number: &MoveNumber) {
        let first = (number.number, number.color());
        let pending = self.pending.take();
        let (name, item) = match (&number.line, pending) {
            (Some(prefix), _) if self.has_main_line() => (prefix.to_string(), index),
            (None, Some((name, item))) => (name, item),
            _ => {
                let line = self.line();
                if line.plies.is_empty() {
                    line.first = Some(first);
                }
                return;
            }
        };
        let known = self.names.get(&name).copied();
        if let Some(known) = known {
            let begins = self.lines[known].plies.is_empty();
            let continues = self.next(known) == Some(first);
            // Old files repeat the name of the line before every number, even a wrong number.
            let stays = number.line.is_some() && known == self.current;
            if begins || continues || stays {
                self.current = known;
                return;
            }
        }
        let parent = name.rsplit_once('/').and_then(|(parent, _)| self.names.get(parent));
        let parent = Some(parent.copied().unwrap_or(0));
        self.names.entry(name.clone()).or_insert(self.lines.len());
        self.current = self.lines.len();
        self.lines.push(Line { name, parent, item, first: Some(first), ..Line::default() });
    }

    fn ply(&mut self, index: usize, ply: Ply) {
        if self.line().plies.is_empty() {
            self.begin();
        }
        self.line().plies.push(Played { item: index, ply, comments: Vec::new(), result: None });
    }

    /// Determines the start of the line, at its first move.
    fn begin(&mut self) {
        let (number, color) = self.line().first.unwrap_or((0, Color::White));
        if self.current == 0 {
            let number = if number == 0 { None } else { Some(number) };
            self.first_number = Some(number.or(self.tps_number).unwrap_or(1));
            self.first_to_move = self.first_to_move.or(Some(color));
            return;
        }
        let first_number = self.first_number.unwrap_or(1);
        let first_to_move = self.first_to_move.unwrap_or(Color::White);
        // If Black begins the game, the placeholder may be missing in a variation.
        let color = if number == first_number { color.max(first_to_move) } else { color };
        let plies = |number: u32, color: Color| 2 * i64::from(number) + color as i64;
        let start = plies(number, color) - plies(first_number, first_to_move);
        let line = self.line();
        match usize::try_from(start) {
            Ok(start) => line.start = start,
            Err(_) => line.fault = line.fault.or(Some((line.item, 0))),
        }
    }
}
