//! Proofs as games: a PTN text with a variation for every defense.

use crate::game::Game;
use crate::notation::ptn_file::PtnGame;
use crate::search::proof::{Proof, ProofNode};
use crate::types::Move;
use fxhash::FxHashMap;
use std::cmp::Reverse;

/// The whole proof as a PTN game for PTN Ninja: the principal line, and a variation for each other defense that does not
/// lose at once. Each position is continued once; a comment refers to that place when it occurs again.
pub fn proof_tree(root: &Game, proof: &Proof) -> String {
    let game = PtnGame::new(root.size(), root.rules(), Some(&root.tps()));
    let mut tree = TreeWriter { proof, game, written: FxHashMap::default() };
    tree.line(PtnGame::MAIN_LINE, 0, root.clone(), proof.root);
    tree.game.to_string()
}

struct TreeWriter<'a> {
    proof: &'a Proof,
    game: PtnGame,
    /// Line and move number of each written node.
    written: FxHashMap<usize, String>,
}

/// A defense to write after its line.
struct Branch {
    /// Number of plies before it.
    ply: usize,
    /// Its number among the defenses at this place, from 1.
    number: usize,
    before: Game,
    reply: Move,
    node: usize,
}

impl TreeWriter<'_> {
    /// The replies to a node with the nodes after them, the longest defense first. It continues the line.
    fn replies(&self, node: &ProofNode) -> Vec<(Move, usize)> {
        let mut replies = node.replies.clone();
        replies.sort_by_key(|&(_, after)| {
            Reverse(self.proof.nodes.get(after).map_or(0, |after| after.moves))
        });
        replies
    }

    /// Writes a line from a node, the ply with this index, to the end of the game, then its variations.
    fn line(&mut self, line: usize, mut ply: usize, mut position: Game, first: usize) {
        let mut branches = Vec::new();
        let mut next = Some(first);
        while let Some(number) = next {
            let Some(node) = self.proof.nodes.get(number) else { break };
            let place = self.game.place(line, ply);
            let earlier = self.written.get(&number).cloned();
            self.play(line, &mut position, node.mv);
            if let Some(written) = earlier {
                self.comment(line, &format!("continues as at {written}"));
                break;
            }
            if !node.replies.is_empty() {
                self.written.insert(number, place);
            }
            let mut replies = self.replies(node).into_iter();
            let Some((reply, after)) = replies.next() else {
                if position.outcome().is_none() {
                    self.comment(line, "nothing stops this");
                }
                break;
            };
            let before = &position;
            branches.extend((1..).zip(replies).map(|(number, (reply, node))| Branch {
                ply: ply + 1,
                number,
                before: before.clone(),
                reply,
                node,
            }));
            self.play(line, &mut position, reply);
            next = Some(after);
            ply += 2;
        }
        for Branch { ply, number, before: mut position, reply, node } in branches {
            let name = format!("{}{number}", self.game.place(line, ply));
            let variation = self.game.add_variation(line, ply, name);
            self.play(variation, &mut position, reply);
            self.line(variation, ply + 1, position, node);
        }
    }

    fn play(&mut self, line: usize, position: &mut Game, mv: Move) {
        let ply = position.write_ply(mv);
        // The moves of a proof are legal.
        let _ = position.play(mv);
        if let Some(line) = self.game.line_mut(line) {
            line.push(ply);
            line.result = position.outcome().map(Into::into);
        }
    }

    fn comment(&mut self, line: usize, text: &str) {
        if let Some(last) = self.game.line_mut(line).and_then(|line| line.moves.last_mut()) {
            last.comments.push(text.to_owned());
        }
    }
}
