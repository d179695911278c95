//! Replay of a proof by the rules, without tables and specialized generators.

use super::answer::{Proof, ProofNode};
use super::question::Budget;
use crate::board::{History, Outcome, Position, Undo};
use crate::types::{Color, Move, Square};
use fxhash::FxHashMap;
use thiserror::Error;

/// Replies between checks of the clock and the stop flag.
const POLL_INTERVAL: u64 = 256;

/// A flaw of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Flaw {
    /// A missing node.
    #[error("expected node {0}, found no such node")]
    Node(usize),
    /// A node that several positions share, or a position with two nodes.
    #[error("expected one position per node, found several at node {0}")]
    Shared(usize),
    /// An illegal move.
    #[error("{0} is not legal")]
    Illegal(Move),
    /// The attacker's move ends the game without success.
    #[error("{0} ends the game without success")]
    Ends(Move),
    /// A defense ends the game without success of the attacker.
    #[error("{0} refutes the attack")]
    Refutes(Move),
    /// A defense without an answer.
    #[error("there is no answer to {0}")]
    Unanswered(Move),
    /// The number of moves does not fall.
    #[error("{0} does not shorten the proof")]
    Endless(Move),
    /// A deadline or a stop.
    #[error("the replay was interrupted")]
    Stopped,
}

impl Proof {
    /// Replays the proof: the attacker plays the proof's moves, the defender every legal move, and every line
    /// must end in success by the rules, including draws by repetition. `history` has the positions before the
    /// first one.
    ///
    /// A position is replayed once, unless the game's history could matter. Each node holds one position and
    /// leads to nodes with fewer moves, so no line returns to a position.
    ///
    /// # Errors
    /// The first flaw found.
    pub fn check<const N: usize>(&self, root: &Position<N>, history: &History) -> Result<(), Flaw> {
        self.check_within(root, history, &Budget::default())
    }

    /// The same until the deadline or stop of a budget; its limit of positions is ignored.
    ///
    /// # Errors
    /// The first flaw found, or [`Flaw::Stopped`].
    pub(crate) fn check_within<const N: usize>(
        &self,
        root: &Position<N>,
        history: &History,
        budget: &Budget,
    ) -> Result<(), Flaw> {
        let replay = |replayed| ProofReplay {
            proof: self,
            budget,
            steps: 0,
            position: root.clone(),
            history: history.clone(),
            moves: Vec::new(),
            replayed,
            repeats: false,
        };
        let mut quick = replay(Some(Replayed::default()));
        quick.attack(self.root)?;
        if quick.repeats {
            return replay(None).attack(self.root);
        }
        Ok(())
    }
}

/// Replayed positions by their complete contents.
#[derive(Default)]
struct Replayed {
    contents: FxHashMap<usize, Box<[u8]>>,
    nodes: FxHashMap<Box<[u8]>, usize>,
}

struct ProofReplay<'a, const N: usize> {
    proof: &'a Proof,
    budget: &'a Budget,
    /// Number of replies.
    steps: u64,
    position: Position<N>,
    history: History,
    moves: Vec<Move>,
    replayed: Option<Replayed>,
    /// Whether a position repeated an earlier one.
    repeats: bool,
}

impl<const N: usize> ProofReplay<'_, N> {
    /// Replays the attacker's turn at a node.
    fn attack(&mut self, number: usize) -> Result<(), Flaw> {
        let node = self.proof.nodes.get(number).ok_or(Flaw::Node(number))?;
        if !node.replies.is_empty() && self.is_known(number)? {
            return Ok(());
        }
        self.check(node.mv)?;
        let undo = self.play(node.mv);
        let result = match self.outcome() {
            Some(outcome) if self.proof.goal.is_reached(outcome, self.proof.attacker) => Ok(()),
            Some(_) => Err(Flaw::Ends(node.mv)),
            None if node.moves <= 1 => Err(Flaw::Endless(node.mv)),
            None => self.defend(node),
        };
        self.undo(node.mv, &undo);
        result
    }

    /// Replays every legal move of the defender.
    fn defend(&mut self, node: &ProofNode) -> Result<(), Flaw> {
        let start = self.moves.len();
        self.position.generate(&mut self.moves);
        let end = self.moves.len();
        if let Some(&(mv, _)) =
            node.replies.iter().find(|(mv, _)| !self.moves[start..end].contains(mv))
        {
            return Err(Flaw::Illegal(mv));
        }
        for index in start..end {
            let mv = self.moves[index];
            self.steps += 1;
            if self.steps.is_multiple_of(POLL_INTERVAL) && self.budget.is_stopped() {
                return Err(Flaw::Stopped);
            }
            let undo = self.play(mv);
            let result = match self.outcome() {
                Some(outcome) if self.proof.goal.is_reached(outcome, self.proof.attacker) => Ok(()),
                Some(_) => Err(Flaw::Refutes(mv)),
                None => self.answer(node, mv),
            };
            self.undo(mv, &undo);
            result?;
        }
        self.moves.truncate(start);
        Ok(())
    }

    /// The attacker's answer to a defense: the proof's node, or success at once.
    fn answer(&mut self, node: &ProofNode, mv: Move) -> Result<(), Flaw> {
        let reply = node.replies.iter().find(|(reply, _)| *reply == mv);
        if let Some(&(_, number)) = reply {
            let after = self.proof.nodes.get(number).ok_or(Flaw::Node(number))?;
            return if after.moves < node.moves {
                self.attack(number)
            } else {
                Err(Flaw::Endless(mv))
            };
        }
        // The rules' winning move is tried first and counts only if it wins.
        if let Some(hint) = self.position.winning_road().or_else(|| self.position.winning_move())
            && self.succeeds(hint)
        {
            return Ok(());
        }
        let start = self.moves.len();
        self.position.generate(&mut self.moves);
        let found = (start..self.moves.len()).any(|index| self.succeeds(self.moves[index]));
        self.moves.truncate(start);
        if found { Ok(()) } else { Err(Flaw::Unanswered(mv)) }
    }

    fn succeeds(&mut self, mv: Move) -> bool {
        if self.check(mv).is_err() {
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

    fn check(&self, mv: Move) -> Result<(), Flaw> {
        self.position.check(mv).map_err(|_| Flaw::Illegal(mv))
    }

    fn play(&mut self, mv: Move) -> Undo {
        self.history.push(self.position.key());
        self.position.play(mv, &mut ())
    }

    fn undo(&mut self, mv: Move, undo: &Undo) {
        self.position.undo(mv, undo);
        self.history.pop();
    }

    /// Whether the node was replayed from this position before.
    fn is_known(&mut self, number: usize) -> Result<bool, Flaw> {
        let Some(replayed) = &mut self.replayed else { return Ok(false) };
        let contents = contents(&self.position);
        if replayed.contents.get(&number).is_some_and(|known| *known == contents) {
            return Ok(true);
        }
        let first = *replayed.nodes.entry(contents.clone()).or_insert(number);
        if first != number || replayed.contents.insert(number, contents).is_some() {
            return Err(Flaw::Shared(number));
        }
        Ok(false)
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
