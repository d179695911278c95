//! The solver.

use super::answer::{Answer, Proof};
use super::extract::Extraction;
use super::first::FirstMoves;
use super::question::{Budget, Goal, ProofProgress, Question};
use super::search::{ProofSearch, SolverMemory, mix};
use super::state::{Length, Numbers, State};
use super::table::ProofTable;
use crate::board::{History, Position};
use crate::types::Color;

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
        if state.is_final() { state } else { self.attack(length, Numbers::ENDLESS) }
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
        if !proof.check_within(root, history, self.budget) {
            return open;
        }
        proof.line = proof.longest_line(root);
        Answer::Proven(proof)
    }
}
