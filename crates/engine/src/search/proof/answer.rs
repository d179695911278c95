//! Answers of the solver. A proof names the attacker's move in each position; the rules replay it without tables and
//! specialized generators.

use super::{Budget, Goal};
use crate::board::{History, Outcome, Position, Undo};
use crate::types::{Color, Move, Square};
use fxhash::{FxHashMap, FxHashSet};

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
    /// The positions with the attacker to move.
    pub nodes: Vec<ProofNode>,
    /// Number of the root's node.
    pub root: usize,
    pub(super) line: Vec<Move>,
    /// Number of moves within which a win is disproved.
    pub not_within: u32,
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

    /// The principal line: the attacker's moves against the longest defense, to the end of the game.
    pub fn line(&self) -> &[Move] {
        &self.line
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

/// Replies between checks of the clock and the stop flag.
const POLL_INTERVAL: u64 = 256;

impl Proof {
    /// Whether the proof holds in a replay: the attacker plays the proof's moves, the defender every legal move, and every line
    /// must end in success by the rules, including draws by repetition. `history` has the positions before the
    /// first one.
    ///
    /// A position is replayed once, unless the game's history could matter. Each node holds one position and
    /// leads to nodes with fewer moves, so no line returns to a position.
    ///
    /// False if the deadline or the stop of the budget comes first; its limit of positions is ignored.
    #[must_use]
    pub fn check<const N: usize>(
        &self,
        root: &Position<N>,
        history: &History,
        budget: &Budget,
    ) -> bool {
        let replay = |log| ProofReplay {
            proof: self,
            budget,
            steps: 0,
            position: root.clone(),
            history: history.clone(),
            moves: Vec::new(),
            log,
            repeats: false,
        };
        let mut quick = replay(Some(ReplayLog::default()));
        quick.attack(self.root) && (!quick.repeats || replay(None).attack(self.root))
    }
}

/// The positions of a replay, by their complete contents.
#[derive(Default)]
struct ReplayLog {
    /// The node from which a position was replayed.
    nodes: FxHashMap<Box<[u8]>, usize>,
    replayed: FxHashSet<usize>,
}

struct ProofReplay<'a, const N: usize> {
    proof: &'a Proof,
    budget: &'a Budget,
    /// Number of replies.
    steps: u64,
    position: Position<N>,
    history: History,
    moves: Vec<Move>,
    log: Option<ReplayLog>,
    /// Whether a position repeated an earlier one.
    repeats: bool,
}

impl<const N: usize> ProofReplay<'_, N> {
    /// Replays the attacker's turn at a node.
    fn attack(&mut self, number: usize) -> bool {
        let Some(node) = self.proof.nodes.get(number) else { return false };
        if !node.replies.is_empty()
            && let Some(holds) = self.known(number)
        {
            return holds;
        }
        if self.position.check(node.mv).is_err() {
            return false;
        }
        let undo = self.play(node.mv);
        let holds = match self.outcome() {
            Some(outcome) => self.proof.goal.is_reached(outcome, self.proof.attacker),
            None => node.moves > 1 && self.defend(node),
        };
        self.undo(node.mv, &undo);
        holds
    }

    /// Replays every legal move of the defender.
    fn defend(&mut self, node: &ProofNode) -> bool {
        let start = self.moves.len();
        self.position.generate(&mut self.moves);
        let end = self.moves.len();
        let is_legal = |(mv, _): &(Move, _)| self.moves[start..end].contains(mv);
        let holds = node.replies.iter().all(is_legal)
            && (start..end).all(|index| self.reply(node, self.moves[index]));
        self.moves.truncate(start);
        holds
    }

    /// Replays a move of the defender.
    fn reply(&mut self, node: &ProofNode, mv: Move) -> bool {
        self.steps += 1;
        if self.steps.is_multiple_of(POLL_INTERVAL) && self.budget.is_stopped() {
            return false;
        }
        let undo = self.play(mv);
        let holds = match self.outcome() {
            Some(outcome) => self.proof.goal.is_reached(outcome, self.proof.attacker),
            None => self.answer(node, mv),
        };
        self.undo(mv, &undo);
        holds
    }

    /// The attacker's answer to a defense: the proof's node, which must have fewer moves, or success at once.
    fn answer(&mut self, node: &ProofNode, mv: Move) -> bool {
        let reply = node.replies.iter().find(|(reply, _)| *reply == mv);
        if let Some(&(_, number)) = reply {
            let after = self.proof.nodes.get(number);
            return after.is_some_and(|after| after.moves < node.moves) && self.attack(number);
        }
        // The rules' winning move is tried first and counts only if it wins.
        if let Some(hint) = self.position.winning_road().or_else(|| self.position.winning_move())
            && self.succeeds(hint)
        {
            return true;
        }
        let start = self.moves.len();
        self.position.generate(&mut self.moves);
        let found = (start..self.moves.len()).any(|index| self.succeeds(self.moves[index]));
        self.moves.truncate(start);
        found
    }

    fn succeeds(&mut self, mv: Move) -> bool {
        if self.position.check(mv).is_err() {
            return false;
        }
        let undo = self.play(mv);
        let success = self
            .outcome()
            .is_some_and(|outcome| self.proof.goal.is_reached(outcome, self.proof.attacker));
        self.undo(mv, &undo);
        success
    }

    fn outcome(&mut self) -> Option<Outcome> {
        self.repeats |= self.history.repetitions(&self.position) > 0;
        self.position.outcome_with(&self.history)
    }

    fn play(&mut self, mv: Move) -> Undo {
        self.history.push(self.position.key());
        self.position.play(mv, &mut ())
    }

    fn undo(&mut self, mv: Move, undo: &Undo) {
        self.position.undo(mv, undo);
        self.history.pop();
    }

    /// Whether the node holds, if this position or another one was replayed from it, or this position from another node;
    /// `None` if both are new. A node holds one position, and a position has one node.
    fn known(&mut self, number: usize) -> Option<bool> {
        let log = self.log.as_mut()?;
        let contents = contents(&self.position);
        if let Some(&node) = log.nodes.get(&contents) {
            return Some(node == number);
        }
        log.nodes.insert(contents, number);
        (!log.replayed.insert(number)).then_some(false)
    }
}

/// Complete contents of a position as bytes.
fn contents<const N: usize>(position: &Position<N>) -> Box<[u8]> {
    let mut bytes = vec![position.to_move().index() as u8, position.opening_plies()];
    if position.rules().reversible_plies > 0 {
        bytes.extend((position.reversible_plies() as u32).to_le_bytes());
    }
    for color in Color::ALL {
        let reserve = position.reserve(color);
        bytes.extend([reserve.stones, reserve.capstones]);
    }
    for square in Square::all(N) {
        let Some((owner, piece)) = position.top(square) else {
            bytes.push(0);
            continue;
        };
        bytes.push((1 + owner.index() + 2 * piece.index()) as u8);
        // The sentinel marks the end of the captives.
        let captives = position.captives(square).0.to_le_bytes();
        let used = captives.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        bytes.push(used as u8);
        bytes.extend(&captives[..used]);
    }
    bytes.into()
}
