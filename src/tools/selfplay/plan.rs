//! What decides the games.

use super::Due;
use std::ops::RangeInclusive;
use stonefall_engine::types::{HalfKomi, Opening, RuleSet, Rules, RulesError};
use stonefall_learn::records::Origin;

/// Counted up when the same plan comes to mean other games.
pub(super) const REVISION: u32 = 3;

/// How many times as many positions an iteration that is finished may take.
pub(super) const SOFT_FACTOR: u64 = 5;

/// What decides the games of a part, beside the engine itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Board size.
    pub size: usize,
    /// The rules by their name: pieces, and in Modegan also the opening and half a flat of komi.
    pub rules: RuleSet,
    /// Seed of all lots.
    pub seed: u64,
    /// Number of the part.
    pub shard: u32,
    /// Positions that the search visits for each move.
    pub nodes: u32,
    /// Whether the iteration in which they run out is finished, with five times as many at most.
    pub soft: bool,
    /// Komi in half flats, drawn from this range.
    pub half_komi: RangeInclusive<i32>,
    /// A komi that half of the games have.
    pub usual_half_komi: Option<i32>,
    /// The rule on reversible plies; 0 for none.
    pub reversible_plies: u16,
    /// How the first two plies are played: one of these, drawn for each game; swapped if there are none.
    pub openings: Vec<Opening>,
    /// How games begin.
    pub opening: OpeningPlan,
    /// In how many of a thousand plies behind the opening a move is drawn at random.
    pub stray_per_mille: u32,
    /// How many plies behind the opening this may happen in.
    pub stray_plies: usize,
}

/// How games begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningPlan {
    /// Number of plies.
    pub plies: RangeInclusive<i32>,
    /// How many of a thousand games take their first four plies from a book, if there is one for
    /// the size.
    pub book_per_mille: u32,
    /// The largest score of either side behind it, in hundredths of a flat.
    pub max_score: i32,
}

impl Plan {
    /// The usual plan for a board size, without komi.
    #[must_use]
    pub const fn standard(size: usize) -> Self {
        let plies = match size {
            3 => 2..=4,
            4 => 3..=6,
            _ => 4..=8,
        };
        Self {
            size,
            rules: RuleSet::Standard,
            seed: 1,
            shard: 0,
            nodes: 5000,
            soft: false,
            half_komi: 0..=0,
            usual_half_komi: None,
            reversible_plies: 50,
            openings: Vec::new(),
            opening: OpeningPlan { plies, book_per_mille: 250, max_score: 300 },
            stray_per_mille: 20,
            stray_plies: 20,
        }
    }

    /// The rules of a game with this komi and opening.
    ///
    /// # Errors
    /// If the named rules are not played on boards of this size, or there is no such komi.
    pub fn rules(&self, half_komi: i32, opening: Opening) -> Result<Rules, RulesError> {
        let rules = Rules::standard(self.size);
        let half_komi = HalfKomi::new(half_komi)?;
        let reversible_plies = self.reversible_plies;
        self.rules.apply(self.size, Rules { half_komi, opening, reversible_plies, ..rules })
    }

    /// What the game of this number is known by; the fingerprint is that of the plan and the engine.
    #[must_use]
    pub const fn due(&self, fingerprint: u32, game: u32) -> Due {
        let &Self { size, nodes, seed, shard, .. } = self;
        Due { size, nodes, origin: Origin { seed, shard, game, plan: fingerprint } }
    }

    /// A number that tells plans and engines apart: `engine` is a text that tells how the engine
    /// plays. Seed and shard are no part of it.
    #[must_use]
    pub fn fingerprint(&self, engine: &str) -> u32 {
        let common = Self { seed: 0, shard: 0, ..self.clone() };
        crc32fast::hash(format!("{REVISION} {engine} {common:?}").as_bytes())
    }
}
