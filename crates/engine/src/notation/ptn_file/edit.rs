//! Changes a game and keeps the rest of its text.

use super::write::{LINE_END, comment_text, tag_text};
use super::{Item, PtnFile, PtnGame, Token, Writer, lexer, place_name};
use crate::notation::{Marks, Ply};

impl PtnGame {
    /// Sets the last tag with this name, or adds one behind the others.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let line_end = self.line_end();
        let is_tag = |item: &Item| matches!(item.token(), Token::Tag(_));
        let is_named = |item: &Item| match item.token() {
            Token::Tag(tag) => tag.name.eq_ignore_ascii_case(name),
            _ => false,
        };
        if let Some(index) = self.items.iter().rposition(is_named) {
            let space = self.items[index].space().to_owned();
            self.items[index] = Item::new(&space, &tag_text(name, value));
            return;
        }
        let index = self.items.iter().rposition(is_tag).map_or(0, |last| last + 1);
        let mut space = line_end;
        if index == 0 {
            // The first tag takes the place and the space of the first item.
            let behind = [line_end, line_end].concat();
            space = "";
            if let Some(first) = self.items.first_mut() {
                first.space = behind.into();
            }
        }
        self.items.insert(index, Item::new(space, &tag_text(name, value)));
    }

    /// Inserts comments behind items, by the items' indices before the change. Existing comments stay before the
    /// new ones.
    pub fn insert_comments(&mut self, comments: &[(usize, String)]) {
        let mut sorted: Vec<_> = comments.iter().collect();
        sorted.sort_by_key(|(item, _)| *item);
        let mut sorted = sorted.into_iter().peekable();
        let mut items = Vec::with_capacity(self.items.len() + comments.len());
        let mut waiting: Vec<&str> = Vec::new();
        for (index, item) in std::mem::take(&mut self.items).into_iter().enumerate() {
            let is_own = matches!(item.token(), Token::Comment) && !item.follows_empty_line();
            if !is_own {
                items.extend(waiting.drain(..).map(|text| Item::new(" ", &comment_text(text))));
            }
            items.push(item);
            while let Some((_, text)) = sorted.next_if(|(behind, _)| *behind <= index) {
                waiting.push(text);
            }
        }
        items.extend(waiting.drain(..).map(|text| Item::new(" ", &comment_text(text))));
        self.items = items;
    }

    /// Inserts comments on the first position, behind its existing comments.
    pub fn insert_notes(&mut self, notes: &[String]) {
        let line_end = self.line_end();
        let body = self.items.iter().position(|item| item.token().is_body());
        let at = body.unwrap_or(self.items.len());
        let last = at.checked_sub(1).map(|last| self.items[last].token());
        let mut space: Box<str> = match (last, notes.first()) {
            (_, None) => return,
            (Some(Token::Comment), _) => " ".into(),
            // The first note takes the place of the first move number.
            _ => match self.items.get_mut(at) {
                Some(first) => std::mem::replace(&mut first.space, line_end.into()),
                None => [line_end, line_end].concat().into(),
            },
        };
        let mut items = Vec::with_capacity(notes.len());
        for note in notes {
            items.push(Item::new(&space, &comment_text(note)));
            space = " ".into();
        }
        self.items.splice(at..at, items);
    }

    /// Replaces the marks directly behind the move of an item. Changes nothing if the item is not a move.
    pub fn set_marks(&mut self, item: usize, marks: Marks) {
        let Some(old) = self.items.get_mut(item) else { return };
        let Token::Ply(ply) = old.token else { return };
        let bare = old.text.trim_end_matches(['*', '\'', '"', '!', '?']);
        let star = if ply.flattens { "*" } else { "" };
        old.text = format!("{bare}{star}{marks}").into();
        old.token = Token::Ply(Ply { marks, ..ply });
    }

    /// Removes items with the space before each.
    pub fn remove_items(&mut self, items: &[usize]) {
        let mut index = 0;
        self.items.retain(|_| {
            index += 1;
            !items.contains(&(index - 1))
        });
    }

    /// Adds a variation that replaces a ply of a line, at the end of the text, and returns its name in PTN Ninja's
    /// form: `3w1`, in a variation `3w1/4b1`. `ply` counts from 0 at the start of the game. Returns `None` and adds
    /// nothing if the line or the ply does not exist, or `moves` is empty.
    pub fn add_variation(&mut self, line: usize, ply: usize, moves: &[Ply]) -> Option<String> {
        let tree = self.tree();
        let parent = tree.lines.get(line)?;
        if moves.is_empty() || !(parent.start..parent.start + parent.plies.len()).contains(&ply) {
            return None;
        }
        let (number, color) = tree.number(ply);
        let stem = if line == 0 { String::new() } else { format!("{}/", parent.name) };
        let prefix = stem + &place_name(number, color);
        let taken = tree.lines.iter().filter_map(|line| line.name.strip_prefix(&prefix));
        let last = taken.filter_map(|count| count.parse::<u64>().ok()).max().unwrap_or(0);
        let name = format!("{prefix}{}", last.saturating_add(1));

        let mut writer = Writer::new();
        writer.variation(&name, number, color);
        for mv in moves {
            writer.ply(mv);
        }
        let text = format!("{LINE_END}{}", writer.finish()).replace(LINE_END, self.line_end());
        self.items.extend(lexer::read(&text).0);
        Some(name)
    }

    /// The game's line end; CR LF if it has none.
    fn line_end(&self) -> &'static str {
        let found = self.items.iter().find_map(|item| {
            let at = item.space().find(['\r', '\n'])?;
            item.space().get(at..)
        });
        match found {
            Some(space) if space.starts_with('\n') => "\n",
            Some(space) if !space.starts_with("\r\n") => "\r",
            _ => "\r\n",
        }
    }
}

/// A file of one game.
impl From<PtnGame> for PtnFile {
    fn from(game: PtnGame) -> Self {
        let tail = game.line_end().into();
        Self { games: vec![game], tail }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_ply;

    #[test]
    fn edits_keep_the_rest() {
        let text = "[Size \"5\"]\n[Odd]\n\n1.  a1   e5 {old}\n2. c3\n\n{1b1}\n1. -- d4\n";
        let mut file = PtnFile::read(text);
        let game = &mut file.games[0];
        let plies: Vec<_> = game.tree().lines[0].plies.iter().map(|played| played.item).collect();
        game.insert_comments(&[(plies[2], "third }".into()), (plies[1], "second".into())]);
        game.set_tag("size", "6");
        game.set_tag("Komi", "2");
        let moves: Vec<_> = ["b2", "b3", "b4'"].iter().flat_map(|text| parse_ply(text)).collect();
        assert_eq!(game.add_variation(0, 1, &moves), Some("1b2".into()));
        assert_eq!(game.add_variation(1, 1, &moves[..1]), Some("1b1/1b1".into()));
        assert_eq!(game.add_variation(0, 3, &moves), None);
        assert_eq!(
            file.to_string(),
            "[size \"6\"]\n[Komi \"2\"]\n[Odd]\n\n1.  a1   e5 {old} {second}\n2. c3 {third )}\n\n{1b1}\n1. -- d4\n\n{1b2}\n1. -- b2\n2. b3 b4'\n\n{1b1/1b1}\n1. -- b2\n"
        );
    }

    #[test]
    fn marks_and_notes_are_written_at_their_moves() {
        let mut game = PtnGame::read("[Size \"5\"]\n\n1. a1 e5'! 2. 2c3>*? {why}\n");
        game.set_marks(3, Marks::read("''"));
        game.set_marks(5, Marks::read("??"));
        game.set_marks(1, Marks::read("!"));
        game.insert_notes(&["one".into(), "two".into()]);
        let written = "[Size \"5\"]\n\n{one} {two}\n1. a1 e5'' 2. 2c3>*?? {why}";
        assert_eq!(game.to_string(), written);
        game.insert_notes(&["three".into()]);
        assert_eq!(PtnGame::read(&game.to_string()).tree().lines[0].notes.len(), 3);
        game.remove_items(&[1, 3, 9]);
        assert_eq!(game.to_string(), "[Size \"5\"] {two}\n1. a1 e5'' 2. 2c3>*??");
        let mut empty = PtnGame::default();
        empty.insert_notes(&["alone".into()]);
        assert_eq!(empty.to_string(), "\r\n\r\n{alone}");
    }

    #[test]
    fn tags_come_first() {
        let mut game = PtnGame::read("1. a1");
        game.set_tag("Size", "6");
        assert_eq!(PtnFile::from(game).to_string(), "[Size \"6\"]\r\n\r\n1. a1\r\n");
    }
}
