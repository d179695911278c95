//! A tree as a game in PTN, with variations for PTN Ninja and the board.

use super::file::written;
use super::score::BookScore;
use super::tree::Tree;
use fxhash::FxHashMap;
use stonefall_engine::{Game, Move, PtnGame};

/// The tree in PTN: the best line, and a variation for each other move that is at most `margin` hundredths of a flat
/// worse. Each move has its score. Each position is continued once; a comment refers to that place when it occurs again.
/// Lines end after `plies` plies.
pub fn to_ptn(tree: &Tree, margin: u32, plies: usize) -> String {
    let mut export = Export {
        tree,
        margin,
        end: plies.saturating_add(tree.root().ply() as usize),
        ptn: written(tree.root()),
        names: FxHashMap::default(),
        places: FxHashMap::default(),
    };
    let root = export.ptn.main().moves.len();
    export.line(PtnGame::MAIN_LINE, root, tree.root().clone());
    export.ptn.to_string()
}

struct Export<'a> {
    tree: &'a Tree,
    margin: u32,
    /// The last ply.
    end: usize,
    ptn: PtnGame,
    /// Number of variations for each move.
    names: FxHashMap<String, usize>,
    /// Line and move number of each written position, by its node.
    places: FxHashMap<usize, String>,
}

/// A move and its score.
type MoveScore = (Move, BookScore);

impl Export<'_> {
    /// Writes the best line from a position after `ply` plies, then its variations.
    fn line(&mut self, line: usize, mut ply: usize, mut game: Game) {
        let mut branches = Vec::new();
        while (game.ply() as usize) < self.end
            && let Some(choices) = self.tree.at(&game)
        {
            if let Some(place) = self.places.get(&choices.place).cloned() {
                self.comment(line, format!("continues as at {place}"));
                break;
            }
            self.places.insert(choices.place, self.ptn.place(line, ply));
            let moves = choices.good(self.margin).collect::<Vec<_>>();
            branches.extend(moves.iter().skip(1).map(|&it| (ply, game.clone(), it)));
            let Some(&best) = moves.first() else { break };
            if !self.ply(line, &mut game, best) {
                break;
            }
            ply += 1;
        }
        for (ply, mut game, mv) in branches {
            let place = self.ptn.place(line, ply);
            let count = self.names.entry(place.clone()).or_default();
            *count += 1;
            let variation = self.ptn.add_variation(line, ply, format!("{place}{count}"));
            if self.ply(variation, &mut game, mv) {
                self.line(variation, ply + 1, game);
            }
        }
    }

    /// Writes a move with its score. Returns whether the game continues.
    fn ply(&mut self, line: usize, game: &mut Game, (mv, score): MoveScore) -> bool {
        let ply = game.write_ply(mv);
        let comment = score.words(game.to_move());
        let is_legal = game.play(mv).is_ok();
        let end = game.outcome_with_history();
        if let Some(line) = self.ptn.line_mut(line) {
            line.push(ply);
            line.result = end.map(Into::into);
        }
        if end.is_none() {
            self.comment(line, comment);
        }
        is_legal && end.is_none()
    }

    fn comment(&mut self, line: usize, text: String) {
        let Some(line) = self.ptn.line_mut(line) else { return };
        line.moves.last_mut().map_or(&mut line.notes, |last| &mut last.comments).push(text);
    }
}
