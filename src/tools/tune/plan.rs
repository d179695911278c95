//! What decides the games.

use crate::tools::selfplay::OpeningPlan;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stonefall_engine::search::{TUNABLES, Tunable};
use stonefall_engine::types::{HalfKomi, Rules};

/// Counted up when the same plan comes to mean other games.
const REVISION: u32 = 1;

/// Draw after so many plies without a placement or a flattened wall: PlayTak's rule.
const REVERSIBLE_PLIES: u16 = 50;

/// The largest advantage of either side after the opening, in hundredths of a flat.
const MAX_SCORE: i32 = 150;

/// What decides the games of a part. As one line of JSON it is the head of the part's file.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct TunePlan {
    /// What tells a file of this kind, and counts its revisions.
    #[serde(rename = "stonefall_tune")]
    pub revision: u32,
    /// A text that tells how the engine plays.
    pub engine: String,
    /// Board sizes, which the pairs have in turn.
    pub sizes: Vec<usize>,
    /// Komi in half flats, drawn from this range.
    pub half_komi: [i32; 2],
    /// Positions that the search visits for each move.
    pub nodes: u32,
    /// Seed of all lots.
    pub seed: u64,
    /// Number of the part: parts of one seed have different games.
    pub shard: u32,
    /// What the games are for.
    #[serde(flatten)]
    pub aim: Aim,
}

/// What the games are for.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// To find better values.
    Tune(Schedule),
    /// To see how strong these values are against the defaults.
    Versus(BTreeMap<String, i32>),
    /// To see what each of these values gains for itself.
    Screen(BTreeMap<String, i32>),
}

/// How values are moved: the constants of SPSA, by the names they have in Spall's paper and in
/// fishtest.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Schedule {
    /// Pairs of games, all together.
    pub pairs: u32,
    /// Pairs that are played with the same values before these are moved.
    pub batch: u32,
    /// How far one game more won than lost moves a value at the end, as a share of its `c_end`.
    pub r_end: f64,
    /// What is tuned.
    pub parameters: Vec<Parameter>,
}

/// A number that is tuned.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// The value it begins with.
    pub start: i32,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
    /// How far the two sides' values are from the middle at the end.
    pub c_end: f64,
}

impl Parameter {
    /// A number with the usual width: a twentieth of its range, and at least one half, so that the two
    /// sides have different whole numbers.
    #[must_use]
    pub fn new(tunable: &Tunable) -> Self {
        let &Tunable { name, min, max, default, .. } = tunable;
        let c_end = (f64::from(max - min) / 20.0).max(0.5);
        Self { name: name.into(), start: default, min, max, c_end }
    }
}

impl Schedule {
    /// The usual schedule for all numbers.
    #[must_use]
    pub fn standard(pairs: u32) -> Self {
        let parameters = TUNABLES.iter().map(Parameter::new).collect();
        Self { pairs, batch: 16, r_end: 0.002, parameters }
    }
}

impl TunePlan {
    /// The usual plan. `engine` is a text that tells how the engine plays.
    #[must_use]
    pub fn standard(engine: &str, sizes: &[usize], aim: Aim) -> Self {
        Self {
            revision: REVISION,
            engine: engine.into(),
            sizes: sizes.into(),
            half_komi: [4, 4],
            nodes: 5000,
            seed: 1,
            shard: 0,
            aim,
        }
    }

    /// Whether this program knows what it means.
    pub(super) fn is_known(&self) -> bool {
        self.revision == REVISION && !self.sizes.is_empty()
    }

    /// The board of a pair.
    pub(super) fn size(&self, pair: u32) -> usize {
        self.sizes[pair as usize % self.sizes.len().max(1)]
    }

    pub(super) fn rules(&self, size: usize, half_komi: i32) -> Rules {
        let half_komi = HalfKomi::new(half_komi).unwrap_or_default();
        Rules { half_komi, reversible_plies: REVERSIBLE_PLIES, ..Rules::standard(size) }
    }

    /// How games begin: so many plies at random that no game is played twice, and no book, which would
    /// come to an end.
    pub(super) fn opening(size: usize) -> OpeningPlan {
        let plies = match size {
            3 => 2..=4,
            4 => 4..=6,
            _ => 6..=8,
        };
        OpeningPlan { plies, book_per_mille: 0, max_score: MAX_SCORE }
    }
}
