//! Going on with a game.

use super::{GameResult, Played, PtnGame, Writer, tags};
use crate::notation::Ply;

impl PtnGame {
    /// The game with these moves behind the first `kept` of its main line, and this result, in PTN
    /// Ninja's form. Tags and the comments and variations of the moves that are kept stay; what hung on
    /// the others goes with them.
    #[must_use]
    pub fn continued(&self, kept: usize, plies: &[Ply], result: Option<GameResult>) -> String {
        let tree = self.tree();
        let main = &tree.lines[Self::MAIN_LINE];
        let kept = kept.min(main.plies.len());
        let mut writer = Writer::new();
        for (tag, _) in self.tags() {
            writer.tag(&tag.name, &tags::usual_value(&tag.name, &tag.value));
        }
        writer.begin(tree.first_number, tree.first_to_move);
        self.write_comments(&mut writer, &main.notes);
        self.write_plies(&mut writer, &main.plies[..kept]);
        for ply in plies {
            writer.ply(ply);
        }
        if let Some(result) = result {
            writer.result(result);
        }
        let mut stays = vec![true];
        for line in tree.lines.iter().skip(1) {
            let parent = line.parent.unwrap_or(Self::MAIN_LINE);
            // It replaces a move that is kept, or the first of the new ones.
            let hangs = parent != Self::MAIN_LINE
                || line.start < kept
                || line.start == kept && !plies.is_empty();
            let line_stays = hangs && stays.get(parent).is_some_and(|&stays| stays);
            stays.push(line_stays);
            if line_stays {
                let (number, color) = tree.number(line.start);
                writer.variation(&line.name, number, color);
                self.write_comments(&mut writer, &line.notes);
                self.write_plies(&mut writer, &line.plies);
                if let Some(result) = line.plies.last().and_then(|played| played.result) {
                    writer.result(result);
                }
            }
        }
        writer.finish()
    }

    fn write_plies(&self, writer: &mut Writer, plies: &[Played]) {
        for played in plies {
            writer.ply(played.ply);
            self.write_comments(writer, &played.comments);
        }
    }

    fn write_comments(&self, writer: &mut Writer, comments: &[usize]) {
        for text in comments.iter().filter_map(|&index| self.items().get(index)?.comment()) {
            writer.comment(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_ply;

    const TEXT: &str = "[Size \"5\"]\n{n}\n1. a1 e5 {c}\n2. c3' d4 R-0\n\n{1b1}\n1. -- e4\n2. b2\n\n\
        {1b1/2w1}\n2. a2\n\n{2w1}\n2. b3 {d}\n\n{2b1}\n2. -- d5";

    #[test]
    fn keeps_what_hangs_on_the_moves_that_stay() {
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
