//! Answers of the solver. A proof names the attacker's move in each position.

use super::question::Goal;
use crate::board::Position;
use crate::types::{Color, Move};

/// Answer of the solver.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The attacker wins. The rules have replayed the proof.
    Proven(Proof),
    /// The attacker does not win within this number of moves, or at all without a number. (For [`Goal::Road`]:
    /// not by threats.)
    Disproven(Option<u32>),
    /// The limits were reached.
    Open {
        /// Number of moves within which a win is disproved; may be 0.
        not_within: u32,
    },
}

impl Answer {
    /// The proof, if any.
    pub const fn proof(&self) -> Option<&Proof> {
        match self {
            Self::Proven(proof) => Some(proof),
            Self::Disproven(_) | Self::Open { .. } => None,
        }
    }
}

/// A position of a proof with the attacker to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofNode {
    /// The attacker's move.
    pub mv: Move,
    /// Maximum number of the attacker's moves until the goal, including this one.
    pub moves: u32,
    /// Defenses that do not lose at once, each with the number of the node after it.
    pub replies: Vec<(Move, usize)>,
}

/// A proof: the attacker's move against every defense.
///
/// A position that several paths reach has one node. After a defense without a node, the attacker reaches the
/// goal with the next move, or has reached it already.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The proved goal.
    pub goal: Goal,
    /// The winner.
    pub attacker: Color,
    pub(super) nodes: Vec<ProofNode>,
    pub(super) root: usize,
    pub(super) line: Vec<Move>,
    pub(super) not_within: u32,
}

impl Proof {
    /// Number of the attacker's moves against the longest defense.
    pub fn moves(&self) -> u32 {
        self.nodes.get(self.root).map_or(0, |node| node.moves)
    }

    /// Whether shorter proofs are excluded.
    pub fn is_shortest(&self) -> bool {
        self.not_within + 1 >= self.moves()
    }

    /// Number of moves within which a win is disproved.
    pub const fn not_within(&self) -> u32 {
        self.not_within
    }

    /// The principal line: the attacker's moves against the longest defense, to the end of the game.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Number of the root's node.
    pub const fn root(&self) -> usize {
        self.root
    }

    /// The node with this number.
    pub fn node(&self, number: usize) -> Option<&ProofNode> {
        self.nodes.get(number)
    }

    /// Number of nodes.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the proof has no nodes.
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Computes the principal line.
    pub(super) fn longest_line<const N: usize>(&self, root: &Position<N>) -> Vec<Move> {
        let mut position = root.clone();
        let mut line = Vec::new();
        let mut next = self.nodes.get(self.root);
        while let Some(node) = next {
            line.push(node.mv);
            position.play(node.mv, &mut ());
            if position.outcome().is_some() {
                return line;
            }
            let longest = node
                .replies
                .iter()
                .filter_map(|&(mv, number)| Some((mv, self.nodes.get(number)?)))
                .rev()
                .max_by_key(|(_, after)| after.moves);
            let reply = longest.map(|(mv, _)| mv).or_else(|| last_defense(&mut position));
            let Some(reply) = reply else { return line };
            line.push(reply);
            position.play(reply, &mut ());
            next = longest.map(|(_, after)| after);
        }
        if position.outcome().is_none() {
            line.extend(position.winning_road().or_else(|| position.winning_move()));
        }
        line
    }
}

/// A defense where all lose at once: if possible, one that blocks the threat.
fn last_defense<const N: usize>(position: &mut Position<N>) -> Option<Move> {
    let mut moves = Vec::new();
    let threat = position.look_after_pass(|passed| {
        passed.winning_move().map(|threat| (threat, passed.foundation(threat)))
    });
    if let Some((threat, foundation)) = threat {
        position.generate_blocks(foundation, threat, &mut moves);
    }
    position.generate(&mut moves);
    let lasts = |&mv: &Move| position.look_after(mv, |after| after.outcome().is_none());
    moves.iter().copied().find(lasts).or_else(|| moves.first().copied())
}
