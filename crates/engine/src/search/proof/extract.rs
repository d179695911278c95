//! Extraction of a proof from the table.

use super::answer::ProofNode;
use super::search::ProofSearch;
use super::state::{Length, Numbers};
use crate::types::Move;
use fxhash::FxHashMap;

/// The nodes of a proof during its extraction.
#[derive(Default)]
pub(super) struct Extraction {
    pub(super) nodes: Vec<ProofNode>,
    /// Node of each position that is not won at once. A position has only one node, and the number of moves
    /// falls from parent to child, so no line of the proof returns to a position.
    known: FxHashMap<u64, usize>,
}

impl Extraction {
    /// The node of a position, if its proof has at most this length.
    fn find(&self, key: u64, length: Length) -> Option<usize> {
        let number = self.known.get(&key).copied();
        number.filter(|&number| self.nodes[number].moves <= length.moves())
    }
}

impl<const N: usize> ProofSearch<'_, N> {
    /// Extracts the proof of the current position, with the attacker to move, as a win within `length`.
    /// Returns its node. Searches again for lost table entries; `None` if that exceeds the limits.
    pub(super) fn extract(&mut self, extraction: &mut Extraction, length: Length) -> Option<usize> {
        if let Some(mv) = self.winning_move() {
            extraction.nodes.push(ProofNode { mv, moves: 1, replies: Vec::new() });
            return Some(extraction.nodes.len() - 1);
        }
        let key = self.key();
        if let Some(number) = extraction.find(key, length) {
            return Some(number);
        }
        let (mv, won) = self.proved_move(length)?;
        let undo = self.position.play(mv, &mut ());
        let replies = self.extract_replies(extraction, won.shorter());
        self.position.undo(mv, &undo);
        let replies = replies?;

        // The position may also occur after its own replies.
        if let Some(number) = extraction.find(key, length) {
            return Some(number);
        }
        let most = replies.iter().map(|&(_, number)| extraction.nodes[number].moves).max();
        let node = ProofNode { mv, moves: 1 + most.unwrap_or(1), replies };
        // This proof replaces a longer one of the same position.
        if let Some(&number) = extraction.known.get(&key) {
            extraction.nodes[number] = node;
            return Some(number);
        }
        extraction.nodes.push(node);
        extraction.known.insert(key, extraction.nodes.len() - 1);
        Some(extraction.nodes.len() - 1)
    }

    /// The move that wins the current position within `length`, and the number of moves it needs.
    fn proved_move(&mut self, length: Length) -> Option<(Move, Length)> {
        let found = |search: &Self| {
            let entry = search.entry()?;
            entry.mv.filter(|_| entry.won <= length).map(|mv| (mv, entry.won))
        };
        found(self).or_else(|| {
            let state = self.attack(length, Numbers::ENDLESS);
            if state.is_proven() { found(self) } else { None }
        })
    }

    /// The defenses in the current position and their nodes.
    fn extract_replies(
        &mut self,
        extraction: &mut Extraction,
        left: Length,
    ) -> Option<Vec<(Move, usize)>> {
        let start = self.memory.children.len();
        let open = self.defenses(left, usize::MAX);
        let moves: Vec<_> = self.memory.children[start..].iter().map(|child| child.mv).collect();
        self.memory.children.truncate(start);
        open.ok()?;
        let mut replies = Vec::with_capacity(moves.len());
        for mv in moves {
            let undo = self.position.play(mv, &mut ());
            let node = self.extract(extraction, left);
            self.position.undo(mv, &undo);
            replies.push((mv, node?));
        }
        Some(replies)
    }
}
