//! Proofs that can be shown: for each position the attacker's move, and what follows each defense.

use super::length::Length;
use super::question::Goal;
use super::state::Numbers;
use super::work::Work;
use crate::types::{Color, Move};
use fxhash::FxHashMap;

/// A position of a proof, the attacker to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofNode {
    /// The attacker's move.
    pub mv: Move,
    /// The most moves of the attacker until the goal, this one included.
    pub moves: u32,
    /// The defenses that do not lose at once, and the number of the node that each leads to.
    pub replies: Vec<(Move, usize)>,
}

/// A proof: what the attacker plays against every defense.
///
/// Positions that several ways lead to are there once. A defense that has no node of its own lets
/// the attacker reach the goal with the next move, whichever it is, or reaches it itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// What is proved.
    pub goal: Goal,
    /// Who wins.
    pub attacker: Color,
    pub(super) nodes: Vec<ProofNode>,
    pub(super) root: usize,
    pub(super) line: Vec<Move>,
    pub(super) not_within: u32,
}

impl Proof {
    /// The attacker's moves against the longest defense.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.nodes.get(self.root).map_or(0, |node| node.moves)
    }

    /// Whether it is proved that no proof is shorter.
    #[must_use]
    pub fn is_shortest(&self) -> bool {
        self.not_within + 1 >= self.moves()
    }

    /// The attacker is known not to win in so many moves.
    #[must_use]
    pub const fn not_within(&self) -> u32 {
        self.not_within
    }

    /// The principal line: the attacker's moves against the defense that holds out longest, to the
    /// end of the game.
    #[must_use]
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// The number of the first position's node.
    #[must_use]
    pub const fn root(&self) -> usize {
        self.root
    }

    /// A position of the proof.
    #[must_use]
    pub fn node(&self, number: usize) -> Option<&ProofNode> {
        self.nodes.get(number)
    }

    /// Number of positions in which the attacker has to know what to play.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

/// Takes proofs out of the table.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) nodes: Vec<ProofNode>,
    /// The node of each position that is not won at once. A position has one node only, and nodes
    /// get fewer moves from parent to child, so no line of the proof comes back to a position.
    known: FxHashMap<u64, usize>,
}

impl<const N: usize> Work<'_, N> {
    /// The proof that the position on the board, the attacker to move, is won in so many moves: its
    /// node. What the table has lost is searched again. Nothing if the search breaks off.
    pub(super) fn build(&mut self, builder: &mut Builder, length: Length) -> Option<usize> {
        if let Some(mv) = self.finish() {
            builder.nodes.push(ProofNode { mv, moves: 1, replies: Vec::new() });
            return Some(builder.nodes.len() - 1);
        }
        let key = self.key();
        let known = builder.known.get(&key).copied();
        if let Some(number) = known.filter(|&number| fits(builder, number, length)) {
            return Some(number);
        }
        let (mv, won) = self.winning(length)?;
        let undo = self.position.play(mv, &mut ());
        let replies = self.build_replies(builder, won.shorter());
        self.position.undo(mv, &undo);
        let replies = replies?;

        // The position may have come up again further down.
        let known = builder.known.get(&key).copied();
        if let Some(number) = known.filter(|&number| fits(builder, number, length)) {
            return Some(number);
        }
        let most = replies.iter().map(|&(_, number)| builder.nodes[number].moves).max();
        let node = ProofNode { mv, moves: 1 + most.unwrap_or(1), replies };
        // A longer proof of the same position gives way to this one.
        if let Some(number) = known {
            builder.nodes[number] = node;
            return Some(number);
        }
        builder.nodes.push(node);
        builder.known.insert(key, builder.nodes.len() - 1);
        Some(builder.nodes.len() - 1)
    }

    /// The move that wins the position on the board in at most so many moves, and how many it takes.
    fn winning(&mut self, length: Length) -> Option<(Move, Length)> {
        let found = |work: &Self| {
            let entry = work.memory.table.probe(work.key())?;
            entry.mv.filter(|_| entry.won <= length).map(|mv| (mv, entry.won))
        };
        found(self).or_else(|| {
            let state = self.attack(length, Numbers::ENDLESS);
            if state.is_proven() { found(self) } else { None }
        })
    }

    /// The defenses to what the attacker has just played, and their nodes.
    fn build_replies(&mut self, builder: &mut Builder, left: Length) -> Option<Vec<(Move, usize)>> {
        let start = self.memory.children.len();
        let open = self.defenses(left, usize::MAX);
        let moves: Vec<_> = self.memory.children[start..].iter().map(|child| child.mv).collect();
        self.memory.children.truncate(start);
        open.ok()?;
        let mut replies = Vec::with_capacity(moves.len());
        for mv in moves {
            let undo = self.position.play(mv, &mut ());
            let node = self.build(builder, left);
            self.position.undo(mv, &undo);
            replies.push((mv, node?));
        }
        Some(replies)
    }
}

fn fits(builder: &Builder, number: usize, length: Length) -> bool {
    builder.nodes[number].moves <= length.moves()
}
