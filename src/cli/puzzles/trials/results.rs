//! Results of trials.

use std::collections::BTreeMap;
use stonefall_tools::puzzles::{Aim, Kind, Puzzle, Trial};

/// Results of a group.
#[derive(Clone, Copy, Default)]
pub(super) struct TrialTally {
    pub(super) rows: usize,
    pub(super) first_moves: usize,
    pub(super) wins: usize,
    nodes: u64,
}

impl TrialTally {
    fn add(&mut self, puzzle: &Puzzle, trial: &Trial) {
        self.rows += 1;
        self.first_moves += usize::from(trial.plays(puzzle));
        self.wins += usize::from(trial.announces);
        self.nodes += trial.nodes;
    }

    /// Mean number of positions searched.
    pub(super) fn mean_nodes(&self) -> u64 {
        self.nodes / (self.rows as u64).max(1)
    }
}

/// Puzzles of a board size: those of one kind and length, or all of a kind. Roads come before flats, totals
/// last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Group {
    pub(super) kind: Kind,
    pub(super) size: usize,
    pub(super) part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Of(Aim),
    All,
}

/// A search that missed the solution.
#[derive(Clone)]
pub(super) struct Missed {
    /// Index of the puzzle in the tables.
    index: usize,
    pub(super) puzzle: Puzzle,
    pub(super) trial: Trial,
}

pub(super) struct Results {
    /// Limit of positions.
    pub(super) limits: Vec<u64>,
    /// A tally per limit.
    pub(super) groups: BTreeMap<Group, Vec<TrialTally>>,
    missed: Vec<Missed>,
    /// Number of searched puzzles.
    pub(super) tried: usize,
}

impl Results {
    pub(super) fn new(limits: &[u64]) -> Self {
        let limits = limits.to_vec();
        Self { limits, groups: BTreeMap::new(), missed: Vec::new(), tried: 0 }
    }

    /// Adds the trials of a puzzle, one per limit.
    pub(super) fn add(&mut self, index: usize, puzzle: &Puzzle, trials: &[Trial]) {
        self.tried += 1;
        let (size, kind) = (puzzle.tps.size, puzzle.aim.kind);
        for part in [Part::Of(puzzle.aim), Part::All] {
            let tallies = self.groups.entry(Group { kind, size, part }).or_default();
            tallies.resize(self.limits.len(), TrialTally::default());
            for (tally, trial) in tallies.iter_mut().zip(trials) {
                tally.add(puzzle, trial);
            }
        }
        for &trial in trials {
            if !trial.solves(puzzle) {
                self.missed.push(Missed { index, puzzle: puzzle.clone(), trial });
            }
        }
    }

    /// Missed solutions in the order of the tables: first moves of roads, wins on flats.
    pub(super) fn missed(&self) -> Vec<Missed> {
        let mut missed = self.missed.clone();
        missed.sort_by_key(|missed| (missed.index, missed.trial.limit));
        missed
    }
}
