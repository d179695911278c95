//! What has come of the exercises.

use crate::tools::tactics::{Aim, Exercise, Trial};
use std::collections::BTreeMap;

/// What has come of the exercises of a group.
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

    /// Positions that a search visited, in the mean.
    pub(super) fn mean_nodes(&self) -> u64 {
        self.nodes / (self.rows as u64).max(1)
    }
}

/// Exercises of a board size: those of one aim, and all of a kind. They are ordered as tables are
/// shown: roads before flats, and behind the parts of a board what they come to.
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

/// A search that did not find the solution.
#[derive(Clone)]
pub(super) struct Missed {
    /// Where the exercise stands in the tables.
    index: usize,
    pub(super) exercise: Exercise,
    pub(super) trial: Trial,
}

pub(super) struct Results {
    /// Positions that the searches were allowed.
    pub(super) limits: Vec<u64>,
    /// A tally for each limit.
    pub(super) groups: BTreeMap<Group, Vec<Tally>>,
    missed: Vec<Missed>,
    tried: usize,
}

impl Results {
    pub(super) fn new(limits: &[u64]) -> Self {
        let limits = limits.to_vec();
        Self { limits, groups: BTreeMap::new(), missed: Vec::new(), tried: 0 }
    }

    /// Takes in the trials of an exercise, one for each limit.
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

    /// Exercises that were tried.
    pub(super) const fn tried(&self) -> usize {
        self.tried
    }

    /// What was missed, in the order of the tables: the first move of a road, the win on flats.
    pub(super) fn missed(&self) -> Vec<Missed> {
        let mut missed = self.missed.clone();
        missed.sort_by_key(|missed| (missed.index, missed.trial.limit));
        missed
    }
}
