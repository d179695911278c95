//! The solver: long questions, short ones within an alpha-beta search, first moves, and proofs from the table.

use super::answer::{Answer, Proof, ProofNode};
use super::moves::Danger;
use super::search::{ProofSearch, SolverMemory, mix};
use super::state::{Ancestors, LARGEST, Length, Numbers, Side, State, Tak};
use super::table::{ProofEntry, ProofTable, log_nodes};
use super::{Budget, Goal, ProofProgress, Question};
use crate::board::{History, Position};
use crate::types::{Color, Move};
use fxhash::FxHashMap;

/// A solver for boards of `N` by `N` squares. Its table keeps results from question to question.
pub struct SizedSolver<const N: usize> {
    pub(super) memory: SolverMemory,
    pub(super) nodes: u64,
}

impl<const N: usize> SizedSolver<N> {
    /// Creates a solver with a table of at most this size in MiB.
    pub fn new(hash_mib: usize) -> Self {
        let memory = SolverMemory {
            table: ProofTable::new(hash_mib),
            children: Vec::new(),
            moves: Vec::new(),
            unsure: Vec::new(),
            ranked: Vec::new(),
            path: Vec::with_capacity(128),
            line: Vec::with_capacity(128),
        };
        Self { memory, nodes: 0 }
    }

    /// Lets the table grow to this size in MiB.
    pub(in crate::search) fn allow(&mut self, mib: usize) {
        self.memory.table.allow(mib);
    }

    /// Starts a new search: earlier results stay but are replaced first.
    pub(in crate::search) const fn age(&mut self) {
        self.memory.table.age();
    }

    /// Positions searched for the last question.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Answers a question about the side to move. `history` has the positions before `root`; a position that
    /// occurred twice is a draw and not a win. Calls `report` about every thousand positions.
    pub fn solve(
        &mut self,
        root: &Position<N>,
        history: &History,
        question: Question,
        budget: &Budget,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Answer {
        self.age();
        self.answer(root, history, question, budget, report)
    }

    /// Answers a question within an alpha-beta search, using the results of probes.
    pub(in crate::search) fn answer(
        &mut self,
        root: &Position<N>,
        history: &History,
        question: Question,
        budget: &Budget,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Answer {
        let mut search = self.search(root, history, question.goal, budget, report);
        let answer = search.answer(question, root, history);
        self.nodes = search.progress.nodes;
        answer
    }

    /// All first moves that reach the goal within this number of moves. The list is incomplete if the budget is
    /// too small.
    pub fn first_moves(
        &mut self,
        root: &Position<N>,
        history: &History,
        goal: Goal,
        moves: u32,
        budget: &Budget,
    ) -> FirstMoves {
        let mut report = |_: &_| {};
        let mut search = self.search(root, history, goal, budget, &mut report);
        let first = search.first_moves(Length::new(moves));
        self.nodes = search.progress.nodes;
        first
    }

    pub(super) fn search<'a>(
        &'a mut self,
        root: &Position<N>,
        history: &History,
        goal: Goal,
        budget: &'a Budget,
        report: &'a mut dyn FnMut(&ProofProgress),
    ) -> ProofSearch<'a, N> {
        let taboo = taboo(history);
        ProofSearch {
            position: root.clone(),
            goal,
            attacker: root.to_move(),
            salt: salt(root, goal, &taboo),
            taboo,
            memory: &mut self.memory,
            node_limit: budget.nodes,
            budget,
            report,
            progress: ProofProgress { nodes: 0, moves: None, found: None },
            aborted: false,
        }
    }
}

/// Minimum number of positions to repeat parts of a proof that the table has lost.
const MIN_REPEATED: u64 = 100_000;

/// Keys that occur twice in the history.
fn taboo(history: &History) -> Vec<u64> {
    let mut keys = history.keys().to_vec();
    keys.sort_unstable();
    let mut twice: Vec<_> =
        keys.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
    twice.dedup();
    twice
}

/// Hash of everything besides the position that an answer depends on.
fn salt<const N: usize>(root: &Position<N>, goal: Goal, taboo: &[u64]) -> u64 {
    let rules = root.rules();
    let mut words = vec![
        root.to_move() as u64,
        goal as u64,
        rules.half_komi.half_flats() as u64,
        u64::from(rules.reversible_plies),
        rules.opening as u64,
    ];
    for color in Color::ALL {
        let pieces = rules.pieces[color];
        words.push(u64::from(pieces.stones) << 8 | u64::from(pieces.capstones));
    }
    words.extend(taboo);
    words.into_iter().fold(0, |salt, word| mix(salt ^ word))
}

impl<const N: usize> ProofSearch<'_, N> {
    fn answer(&mut self, question: Question, root: &Position<N>, history: &History) -> Answer {
        if root.outcome().is_some() {
            return Answer::Disproven(None);
        }
        let most = question.moves.map_or(Length::LONGEST, Length::new);
        if most == Length::ZERO {
            return Answer::Disproven(Some(0));
        }
        if self.winning_move().is_some() {
            return self.prove(Length::ONE, Length::ZERO, root, history);
        }
        if most == Length::ONE {
            return Answer::Disproven(Some(1));
        }
        let (won, lost) = if question.shortest && question.moves.is_some() {
            self.deepen(most, Length::NEVER)
        } else {
            let state = self.try_length(most);
            if state.is_proven() && question.shortest {
                self.progress.found = Some(state.won.moves());
                self.deepen(state.won.shorter(), state.won)
            } else {
                (state.won, state.lost.max(Length::ONE))
            }
        };
        if won != Length::NEVER {
            return self.prove(won, lost, root, history);
        }
        match lost {
            Length::NEVER => Answer::Disproven(None),
            _ if lost >= most => Answer::Disproven(Some(lost.moves())),
            _ => Answer::Open { not_within: lost.moves() },
        }
    }

    /// Tries growing numbers of moves until a win is found or disproved; returns the known win if there is no
    /// shorter one.
    fn deepen(&mut self, most: Length, known: Length) -> (Length, Length) {
        let mut lost = Length::ONE;
        while lost < most {
            let state = self.try_length(lost.longer());
            if state.is_proven() {
                return (state.won, lost);
            }
            if !state.is_disproven() {
                break;
            }
            lost = lost.max(state.lost);
        }
        (known, lost)
    }

    /// Searches for a win within this number of moves.
    fn try_length(&mut self, length: Length) -> State {
        self.progress.moves = (length != Length::LONGEST).then(|| length.moves());
        let state = self.recall(length, Numbers::UNKNOWN);
        if state.is_final() { state } else { self.expand(Side::Attacker, length, Numbers::ENDLESS) }
    }

    /// Extracts the proof of a win and replays it. The question stays open if either fails.
    fn prove(
        &mut self,
        won: Length,
        lost: Length,
        root: &Position<N>,
        history: &History,
    ) -> Answer {
        // The extraction of a found win gets the same number of positions once more.
        self.node_limit = self
            .node_limit
            .map(|limit| self.progress.nodes.saturating_add(limit.max(MIN_REPEATED)));
        let mut extraction = Extraction::default();
        let extracted = self.extract(&mut extraction, won);
        let not_within = lost.moves().min(won.moves() - 1);
        let open = Answer::Open { not_within };
        let Some(root_node) = extracted else { return open };
        let mut proof = Proof {
            goal: self.goal,
            attacker: self.attacker,
            nodes: extraction.nodes,
            root: root_node,
            line: Vec::new(),
            not_within,
        };
        if !proof.check(root, history, self.budget) {
            return open;
        }
        proof.line = proof.longest_line(root);
        Answer::Proven(proof)
    }
}

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
            let state = self.expand(Side::Attacker, length, Numbers::ENDLESS);
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

/// Result of a probe for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::search) enum Probe {
    /// It reaches the goal with `mv`, within `moves` of its own moves.
    Won { moves: u32, mv: Move },
    /// It never reaches the goal. (For a road: not by threats.)
    Lost,
    /// Undecided.
    Open,
}

impl<const N: usize> SizedSolver<N> {
    /// Asks whether the side to move reaches the goal. It must not be able to win at once. Searches about
    /// `nodes` positions, or none if they are 0 or an earlier probe of this position searched as many. A probe of
    /// any win ends earlier if its proof number reaches a [threshold](no_win_in_sight).
    ///
    /// The result stays in the table without a replay. It holds if no position occurred twice in the game.
    pub(in crate::search) fn probe(
        &mut self,
        position: &Position<N>,
        goal: Goal,
        nodes: u64,
        budget: &Budget,
    ) -> Probe {
        let mut report = |_: &_| {};
        self.nodes = 0;
        let mut search = self.search(position, &History::new(), goal, budget, &mut report);
        let before = search.entry();
        match verdict(before.as_ref()) {
            Probe::Open => {}
            known => return known,
        }
        if nodes == 0 || before.is_some_and(|entry| entry.log_nodes >= log_nodes(nodes)) {
            return Probe::Open;
        }
        search.node_limit = Some(nodes);
        let limit = match goal {
            Goal::Road => Numbers::ENDLESS,
            Goal::Win => Numbers { proof: no_win_in_sight(nodes), ..Numbers::ENDLESS },
        };
        let state = search.expand(Side::Attacker, Length::LONGEST, limit);
        if !state.is_final() {
            search.store_nodes();
        }
        let after = search.entry();
        self.nodes = search.progress.nodes;
        verdict(after.as_ref())
    }
}

/// The proof number that ends a probe of any win of `nodes` positions. Without a win the number grows past it within
/// some thousand positions; with a win it hardly ever does (docs/strength.md).
fn no_win_in_sight(nodes: u64) -> u32 {
    (300 + nodes / 100).min(LARGEST.into()) as u32
}

fn verdict(entry: Option<&ProofEntry>) -> Probe {
    match entry {
        Some(&ProofEntry { won, mv: Some(mv), .. }) if won != Length::NEVER => {
            Probe::Won { moves: won.moves(), mv }
        }
        Some(entry) if entry.lost == Length::NEVER => Probe::Lost,
        _ => Probe::Open,
    }
}

/// The first moves that win.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FirstMoves {
    /// The moves, each with the maximum number of the attacker's moves until the win; the quickest win first.
    pub winning: Vec<(Move, u32)>,
    /// Whether all other moves are disproved.
    pub complete: bool,
}

impl FirstMoves {
    /// The only move that wins, if all others are disproved.
    pub fn only(&self) -> Option<Move> {
        match self.winning[..] {
            [(mv, _)] if self.complete => Some(mv),
            _ => None,
        }
    }
}

impl<const N: usize> ProofSearch<'_, N> {
    /// Searches every first move for a win within `length`.
    pub(super) fn first_moves(&mut self, length: Length) -> FirstMoves {
        let mut first = FirstMoves { winning: Vec::new(), complete: true };
        if self.position.outcome().is_some() || length == Length::ZERO {
            return first;
        }
        self.memory.path.push(self.position.key());
        for mv in self.position.moves() {
            let undo = self.position.play(mv, &mut ());
            let state = match self.position.outcome() {
                Some(outcome) if self.goal.is_reached(outcome, self.attacker) => {
                    State::won(Length::ZERO)
                }
                Some(_) => State::lost(Length::NEVER, Ancestors::NONE),
                None => self.after_first(length.shorter()),
            };
            self.position.undo(mv, &undo);
            if state.is_proven() {
                first.winning.push((mv, state.won.longer().moves()));
            } else if !state.is_disproven() {
                first.complete = false;
            }
        }
        self.memory.path.pop();
        first.winning.sort_by_key(|&(_, moves)| moves);
        first
    }

    /// State after a first move that does not end the game.
    fn after_first(&mut self, left: Length) -> State {
        let lost = State::lost(Length::NEVER, Ancestors::NONE);
        if left == Length::ZERO {
            return lost;
        }
        match self.attacked(left, Tak::Unchecked, Danger::Any, 0) {
            None => lost,
            Some(state) if state.is_final() => state,
            Some(_) => self.expand(Side::Defender, left, Numbers::ENDLESS),
        }
    }
}
