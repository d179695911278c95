//! Which leaf matters most: drop-out expansion.
//!
//! A leaf costs ten hundredths of a flat for each ply of its path, and for each move of the path the difference to the
//! best move. The cheapest leaf is next. So the tree is deep along the best lines, and has side lines where the moves
//! are nearly as good, for both players. The first move of a game has few choices and people play all of them, so it
//! costs forty hundredths at most.

use super::nodes::{Edge, Leaf, Tree};
use crate::score::Score;

/// Cost of a ply, in hundredths of a flat.
const PLY: u32 = 10;

/// Largest cost of a first move besides its ply, in hundredths of a flat.
const FIRST_MOVE: u32 = 40;

impl Tree {
    /// The leaf that matters most and is not in work; it is in work from now on. `None` if there is none.
    pub fn take(&mut self) -> Option<Leaf> {
        let leaf = if self.is_empty() { self.first() } else { self.cheapest() }?;
        self.in_work.insert(leaf.key);
        if let Some((place, _)) = leaf.before {
            self.refresh(place);
        }
        Some(leaf)
    }

    /// Returns a leaf that was not searched.
    pub fn put_back(&mut self, leaf: &Leaf) {
        self.in_work.remove(&leaf.key);
        if let Some((place, _)) = leaf.before {
            self.refresh(place);
        }
    }

    /// The root, unless it is in work or the game is over.
    fn first(&self) -> Option<Leaf> {
        let leaf = self.root_leaf();
        let is_open = leaf.game.outcome_with_history().is_none();
        (is_open && !self.is_in_work()).then_some(leaf)
    }

    fn cheapest(&self) -> Option<Leaf> {
        let mut place = 0;
        self.nodes[place].cost?;
        loop {
            let node = &self.nodes[place];
            let cost = |edge: &&Edge| self.cost_of(place, edge, node.score);
            let open = node.edges.iter().filter(|edge| cost(edge).is_some());
            // The first one of the cheapest, which the search ranked higher.
            let edge = *open.min_by_key(cost)?;
            match self.child_place(&edge) {
                Some(child) => place = child,
                None => {
                    let game = self.game(place).after(edge.mv).ok()?;
                    return Some(Leaf { game, key: edge.key, before: Some((place, edge.mv)) });
                }
            }
        }
    }

    /// Cost of the cheapest leaf below a node with this score. A proven result needs no leaves.
    pub(super) fn least_cost(&self, place: usize, score: Score) -> Option<u32> {
        let edges = self.nodes[place].edges.iter().filter(|_| !score.is_proven());
        edges.filter_map(|edge| self.cost_of(place, edge, score)).min()
    }

    /// Cost of the cheapest leaf behind a move of a node with this score.
    fn cost_of(&self, place: usize, edge: &Edge, best: Score) -> Option<u32> {
        let score = self.score_of(edge);
        let below = match self.child(edge) {
            Some(child) => child.cost?,
            None if edge.ends || score.is_proven() || self.in_work.contains(&edge.key) => {
                return None;
            }
            None => 0,
        };
        let is_first = place == 0 && self.root().ply() == 0;
        let most = if is_first { FIRST_MOVE } else { u32::MAX };
        Some(below + PLY + score.drop_from(best).min(most))
    }
}
