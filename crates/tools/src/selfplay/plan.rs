//! Settings that decide the games.

use super::GameKey;
use std::ops::RangeInclusive;
use stonefall_engine::types::{HalfKomi, Opening, RuleSet, Rules, RulesError};
use stonefall_learn::records::Origin;

/// Increased when the same plan gives other games.
pub(super) const REVISION: u32 = 3;

/// Largest number of nodes of a soft limit, as a multiple of it.
pub(super) const SOFT_FACTOR: u64 = 5;

/// Number of the shard in records. Earlier versions divided games into shards.
pub(super) const SHARD: u32 = 0;

/// Settings that decide the games, besides the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfplayPlan {
    /// Board size.
    pub size: usize,
    /// Rule set: piece counts, and in Modegan also the opening and half a flat of komi.
    pub rules: RuleSet,
    /// Seed of all random draws.
    pub seed: u64,
    /// Nodes per move.
    pub nodes: u32,
    /// Whether a search finishes its iteration with up to five times the nodes.
    pub soft: bool,
    /// Range of the komi in half flats.
    pub half_komi: RangeInclusive<i32>,
    /// Komi of half the games.
    pub usual_half_komi: Option<i32>,
    /// Plies without a placement or a flattened wall after which a game is a draw; 0 for no such rule.
    pub reversible_plies: u16,
    /// Openings to draw from for each game; a swap if empty.
    pub openings: Vec<Opening>,
    /// Random plies at the start of games.
    pub opening: OpeningPlan,
    /// Random moves per 1,000 plies after the opening.
    pub stray_per_mille: u32,
    /// Number of plies after the opening that may be random.
    pub stray_plies: usize,
}

/// Random plies at the start of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningPlan {
    /// Number of plies.
    pub plies: RangeInclusive<i32>,
    /// Number of games per 1,000 that take their first four plies from a book, if there is one for the
    /// size.
    pub book_per_mille: u32,
    /// Largest score of either side after the opening, in hundredths of a flat.
    pub max_score: i32,
}

impl SelfplayPlan {
    /// Default plan for a board size, without komi.
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

    /// Key of the game of a number. The fingerprint is that of the plan and the engine.
    #[must_use]
    pub const fn key(&self, fingerprint: u32, game: usize) -> GameKey {
        let &Self { size, nodes, seed, .. } = self;
        let game = game as u32;
        GameKey { size, nodes, origin: Origin { seed, shard: SHARD, game, plan: fingerprint } }
    }

    /// Hash of the plan without the seed, and of `engine`, a text that identifies the engine's play.
    #[must_use]
    pub fn fingerprint(&self, engine: &str) -> u32 {
        let common = Self { seed: 0, ..self.clone() };
        // Files have the hash of this text, so old names stay in it.
        let common = format!("{common:?}").replacen("SelfplayPlan", "Plan", 1);
        let common = common.replacen("seed: 0, ", "seed: 0, shard: 0, ", 1);
        crc32fast::hash(format!("{REVISION} {engine} {common}").as_bytes())
    }
}
