//! Results of exercises.

use crate::tools::tactics::{Aim, Exercise, Trial};
use std::collections::BTreeMap;

/// Results of a group.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) rows: usize,
    pub(super) first_moves: usize,
    pub(super) wins: usize,
    nodes: u64,
}

impl Tally {
    fn add(&mut self, exercise: &Exercise, trial: &Trial) {
        self.rows += 1;
        self.first_moves += usize::from(trial.plays(exercise));
        self.wins += usize::from(trial.announces);
        self.nodes += trial.nodes;
    }

    /// Mean number of positions searched.
    pub(super) fn mean_nodes(&self) -> u64 {
        self.nodes / (self.rows as u64).max(1)
    }
}

/// Exercises of a board size: those of one kind and length, or all of a kind. The order is that of the
/// tables: roads before flats, totals last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Group {
    pub(super) is_flats: bool,
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
    /// Position of the exercise in the tables.
    index: usize,
    pub(super) exercise: Exercise,
    pub(super) trial: Trial,
}

pub(super) struct Results {
    /// Limit of positions.
    pub(super) limits: Vec<u64>,
    /// A tally per limit.
    pub(super) groups: BTreeMap<Group, Vec<Tally>>,
    missed: Vec<Missed>,
    tried: usize,
}

impl Results {
    pub(super) fn new(limits: &[u64]) -> Self {
        let limits = limits.to_vec();
        Self { limits, groups: BTreeMap::new(), missed: Vec::new(), tried: 0 }
    }

    /// Adds the trials of an exercise, one per limit.
    pub(super) fn add(&mut self, index: usize, exercise: &Exercise, trials: &[Trial]) {
        self.tried += 1;
        let (size, is_flats) = (exercise.tps.size, !exercise.aim.has_only_one_move());
        for part in [Part::Of(exercise.aim), Part::All] {
            let tallies = self.groups.entry(Group { is_flats, size, part }).or_default();
            tallies.resize(self.limits.len(), Tally::default());
            for (tally, trial) in tallies.iter_mut().zip(trials) {
                tally.add(exercise, trial);
            }
        }
        for &trial in trials {
            let is_solved = if is_flats { trial.announces } else { trial.plays(exercise) };
            if !is_solved {
                self.missed.push(Missed { index, exercise: exercise.clone(), trial });
            }
        }
    }

    /// Number of searched exercises.
    pub(super) const fn tried(&self) -> usize {
        self.tried
    }

    /// Missed solutions in the order of the tables: first moves of roads, wins on flats.
    pub(super) fn missed(&self) -> Vec<Missed> {
        let mut missed = self.missed.clone();
        missed.sort_by_key(|missed| (missed.index, missed.trial.limit));
        missed
    }
}
