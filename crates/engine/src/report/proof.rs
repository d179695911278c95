//! Proofs as games: a PTN text with a variation for every defense.

use crate::board::Position;
use crate::notation::ptn_file::{Writer, place_name};
use crate::notation::{Tps, spelling};
use crate::search::proof::{Proof, ProofNode};
use crate::types::Move;
use fxhash::FxHashMap;
use std::cmp::Reverse;

/// The whole proof as a PTN game for PTN Ninja: the principal line, and a variation for each other defense that does not
/// lose at once. Each position is continued once; a comment refers to that place when it occurs again.
pub fn proof_tree<const N: usize>(root: &Position<N>, proof: &Proof) -> String {
    let mut tree = TreeWriter {
        proof,
        writer: Writer::new(),
        names: FxHashMap::default(),
        written: FxHashMap::default(),
    };
    tree.writer.setup(N, root.rules(), Some(&Tps::new(root)));
    tree.line("", root.clone(), proof.root());
    tree.writer.finish()
}

struct TreeWriter<'a> {
    proof: &'a Proof,
    writer: Writer,
    /// Number of variations for each move.
    names: FxHashMap<String, usize>,
    /// Line and move number of each written node.
    written: FxHashMap<usize, String>,
}

/// A defense to write after its line.
struct Branch<const N: usize> {
    before: Position<N>,
    reply: Move,
    node: usize,
}

impl TreeWriter<'_> {
    /// The replies to a node with the nodes after them, the longest defense first. It continues the line.
    fn replies(&self, node: &ProofNode) -> Vec<(Move, usize)> {
        let mut replies = node.replies.clone();
        replies.sort_by_key(|&(_, after)| {
            Reverse(self.proof.node(after).map_or(0, |after| after.moves))
        });
        replies
    }

    /// Writes the line from a node to the end of the game, then its variations.
    fn line<const N: usize>(&mut self, name: &str, mut position: Position<N>, first: usize) {
        let mut branches = Vec::new();
        let mut next = Some(first);
        while let Some(number) = next {
            let Some(node) = self.proof.node(number) else { break };
            let place = place(name, &position);
            if let Some(written) = self.written.get(&number) {
                let comment = format!("continues as at {written}");
                self.ply(&mut position, node.mv);
                self.writer.comment(&comment);
                break;
            }
            if !node.replies.is_empty() {
                self.written.insert(number, place);
            }
            self.ply(&mut position, node.mv);
            let replies = self.replies(node);
            next = None;
            for (index, &(reply, after)) in replies.iter().enumerate() {
                if index == 0 {
                    next = Some(after);
                } else {
                    branches.push(Branch { before: position.clone(), reply, node: after });
                }
            }
            match replies.first() {
                Some(&(reply, _)) => self.ply(&mut position, reply),
                None if position.outcome().is_none() => {
                    self.writer.comment("nothing stops this");
                }
                None => {}
            }
        }
        for branch in branches {
            self.branch(name, branch);
        }
    }

    fn branch<const N: usize>(&mut self, parent: &str, branch: Branch<N>) {
        let Branch { before: mut position, reply, node } = branch;
        let stem = place(parent, &position);
        let count = self.names.entry(stem.clone()).or_default();
        *count += 1;
        let name = format!("{stem}{count}");
        self.writer.variation(&name, position.move_number(), position.to_move());
        self.ply(&mut position, reply);
        self.line(&name, position, node);
    }

    fn ply<const N: usize>(&mut self, position: &mut Position<N>, mv: Move) {
        self.writer.ply(spelling(mv, position));
        position.play(mv, &mut ());
        if let Some(outcome) = position.outcome() {
            self.writer.result(outcome.into());
        }
    }
}

/// The place of the next move of a line: `3w`, in a variation `2b1/3w`.
fn place<const N: usize>(line: &str, position: &Position<N>) -> String {
    let slash = if line.is_empty() { "" } else { "/" };
    format!("{line}{slash}{}", place_name(position.move_number(), position.to_move()))
}
