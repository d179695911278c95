//! Reads games from the items of a text.

use super::lexer::{Fault, Item, Lexer, Token};
use super::{GameError, Line, Location, PtnGame, PtnMove, Tag, Unread, line_name, number_after};
use crate::notation::{Marks, Ply};
use crate::types::Color;
use std::collections::BTreeMap;
use std::iter::Peekable;

/// The games of a text.
pub(super) struct Reader<'a> {
    items: Peekable<Lexer<'a>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { items: Lexer::new(text).peekable() }
    }
}

impl Iterator for Reader<'_> {
    type Item = PtnGame;

    fn next(&mut self) -> Option<PtnGame> {
        let &Item { location, offset, .. } = self.items.peek()?;
        let mut game = PtnGame { location, offset, ..PtnGame::default() };
        game.main_mut().location = location;
        let mut builder = Builder { game, ..Builder::default() };
        while let Some(item) = self.items.next_if(|item| !builder.begins_another(item)) {
            builder.add(&item, self.items.peek());
        }
        Some(builder.game)
    }
}

/// A game in the making.
#[derive(Default)]
struct Builder {
    game: PtnGame,
    /// Whether anything ended the tags.
    has_body: bool,
    /// Number and color of the first move, once there is one.
    first: Option<(u32, Color)>,
    /// The first line of each name.
    names: BTreeMap<String, usize>,
    current: usize,
    /// The name of the next line, and the place of the comment that contains it.
    pending: Option<(String, Location)>,
}

impl Builder {
    /// Whether an item belongs to another game.
    fn begins_another(&self, item: &Item<'_>) -> bool {
        let is_named =
            |name: &str| self.game.tags.iter().any(|it| it.name.eq_ignore_ascii_case(name));
        match item.token {
            Token::Tag(name, _) => self.has_body || item.follows_empty_line && is_named(name),
            Token::Unread(Fault::TornTag) => self.has_body && item.follows_empty_line,
            _ => false,
        }
    }

    fn line(&mut self) -> &mut Line {
        &mut self.game.lines[self.current]
    }

    fn add(&mut self, item: &Item<'_>, next: Option<&Item<'_>>) {
        use Token::{Number, Placeholder, Ply, Result};
        self.has_body |= matches!(item.token, Number { .. } | Placeholder | Ply(_) | Result(_));
        let location = item.location;
        match &item.token {
            Token::Tag(name, value) => self.game.tags.push(Tag {
                name: (*name).to_owned(),
                value: value.clone(),
                location,
            }),
            Token::Comment(text) => self.comment(text, item, next),
            Number { number, color, line } => {
                self.number((*number, *color), line.clone(), item);
            }
            Placeholder => self.placeholder(),
            Ply(ply) => self.ply(*ply, location),
            Result(result) => self.line().result = Some(*result),
            Token::Marks(marks) => self.marks(*marks),
            Token::Unread(fault) => {
                let kept = match fault {
                    Fault::Comment => {
                        self.remark(&item.text[1..]);
                        String::new()
                    }
                    Fault::Parentheses(open) => item.text.to_owned() + &")".repeat(*open),
                    _ => item.text.to_owned(),
                };
                self.refuse(location, fault, item.text, kept);
            }
        }
    }

    /// Notes an unreadable text, and keeps what the tree does not have in another form.
    fn refuse(&mut self, location: Location, fault: &Fault, found: &str, kept: String) {
        let line = self.line();
        line.unread.push(Unread {
            moves: line.moves.len(),
            text: kept,
            breaks_line: match fault {
                Fault::Comment | Fault::Move(_) | Fault::Start => true,
                Fault::Parentheses(open) => *open > 0,
                Fault::Tag | Fault::TornTag | Fault::Sign => false,
            },
            error: GameError::unreadable(location, fault, found),
        });
    }

    fn marks(&mut self, marks: Marks) {
        if let Some(last) = self.line().moves.last_mut() {
            last.ply.marks = last.ply.marks.or(marks);
        }
    }

    /// A comment after an empty line and before a move number names a variation, as in PTN Ninja. Exception: it
    /// does not look like a name, and the number continues the main line.
    fn comment(&mut self, text: &str, item: &Item<'_>, next: Option<&Item<'_>>) {
        if let Some(Item { token: Token::Number { number, color, .. }, .. }) = next
            && item.follows_empty_line
            && self.first.is_some()
            && item.text.starts_with('{')
            && !text.contains(['\r', '\n'])
        {
            let name = line_name(text);
            let continues = self.current == 0 && self.next(0) == Some((*number, *color));
            if !name.is_empty() && (is_usual_name(&name) || !continues) {
                self.pending = Some((name, item.location));
                return;
            }
        }
        self.remark(text);
    }

    fn remark(&mut self, text: &str) {
        let line = self.line();
        let comments = line.moves.last_mut().map_or(&mut line.notes, |last| &mut last.comments);
        comments.push(text.to_owned());
    }

    /// Number and color of the next move of a line.
    fn next(&self, line: usize) -> Option<(u32, Color)> {
        let line = &self.game.lines[line];
        Some(number_after(self.first?, line.start + line.moves.len()))
    }

    fn number(&mut self, place: (u32, Color), prefix: Option<String>, item: &Item<'_>) {
        let pending = self.pending.take();
        let Some(first) = self.first else {
            // The main line has not begun.
            self.game.first_number = Some(place.0).filter(|&number| number > 0);
            self.game.first_color = Some(place.1);
            return;
        };
        let is_prefix = prefix.is_some();
        let pending = prefix.map(|name| (name, item.location)).or(pending);
        let Some((name, location)) = pending else {
            if self.current > 0 && self.line().moves.is_empty() {
                self.line().start = start(place, first).unwrap_or(0);
            }
            return;
        };
        if let Some(&known) = self.names.get(&name) {
            let begins = self.game.lines[known].moves.is_empty();
            let continues = self.next(known) == Some(place);
            // Old files repeat the name of the line before every number, even a wrong number.
            if begins || continues || is_prefix && known == self.current {
                self.current = known;
                return;
            }
        }
        let parent = name.rsplit_once('/').and_then(|(parent, _)| self.names.get(parent));
        let parent = Some(parent.copied().unwrap_or(PtnGame::MAIN_LINE));
        self.current = self.game.lines.len();
        self.names.entry(name.clone()).or_insert(self.current);
        let begin = start(place, first);
        let start = begin.unwrap_or(0);
        let line = Line { name: name.clone(), parent, start, location, ..Line::default() };
        self.game.lines.push(line);
        if begin.is_none() {
            self.refuse(location, &Fault::Start, &name, String::new());
        }
    }

    /// A placeholder before the first move of a line means that Black begins it.
    fn placeholder(&mut self) {
        match self.first {
            None => self.game.first_color = Some(Color::Black),
            Some(first) => {
                let line = self.line();
                if line.moves.is_empty() && number_after(first, line.start).1 == Color::White {
                    line.start += 1;
                }
            }
        }
    }

    fn ply(&mut self, ply: Ply, location: Location) {
        self.first.get_or_insert_with(|| self.game.first());
        self.line().moves.push(PtnMove { ply, comments: Vec::new(), location });
    }
}

/// The ply with a number and color, if it is not before the first one. If Black begins the game, the placeholder may be
/// missing in a variation.
fn start((number, color): (u32, Color), first: (u32, Color)) -> Option<usize> {
    let color = if number == first.0 { color.max(first.1) } else { color };
    let plies = |number: u32, color: Color| 2 * i64::from(number) + color as i64;
    usize::try_from(plies(number, color) - plies(first.0, first.1)).ok()
}

/// Whether a name has PTN Ninja's form: `3w1`, or a bare number.
pub(super) fn is_usual_name(name: &str) -> bool {
    name.split('/').all(|part| {
        part.splitn(2, ['w', 'b']).all(|number| {
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
        })
    })
}
