//! Settings that decide the games.

use super::{Effort, GameKey};
use crate::arguments::{BoardRules, OPENINGS, USUAL_HALF_KOMI, allow_opening, named, range};
use clap::Args;
use serde::{Serialize, Serializer};
use std::ops::RangeInclusive;
use stonefall_engine::types::{Opening, Rules, RulesError};
use stonefall_learn::records::Origin;

/// Increased when the same plan gives other games, or another fingerprint.
pub(super) const REVISION: u32 = 6;

/// Number of the shard in records. Earlier versions divided games into shards.
pub(super) const SHARD: u32 = 0;

/// Settings that decide the games, besides the engine: arguments, and the fingerprint in every game.
#[derive(Args, Serialize, Clone, PartialEq, Eq, Debug)]
pub struct SelfplayPlan {
    #[command(flatten)]
    /// Board size and named rules.
    pub board: BoardRules,
    #[command(flatten)]
    /// Size of each search.
    pub effort: Effort,
    /// Opening rules; each game uses a random one of them [default: swap, or as in the rules]
    #[arg(long, value_name = "OPENING", value_delimiter = ',', value_parser = named(OPENINGS))]
    #[serde(serialize_with = "names")]
    pub openings: Vec<Opening>,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value = "1")]
    #[serde(skip)]
    pub seed: u64,
    /// Komi in half flats, -20 to 20, or a range for random komi: 0..8
    #[arg(long, alias = "halfkomi", value_name = "N", default_value = USUAL_HALF_KOMI.as_str(), value_parser = range, allow_hyphen_values = true)]
    pub half_komi: RangeInclusive<i32>,
    /// Komi of half of the games
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub usual_half_komi: Option<i32>,
    /// Draw after N plies without a placement or a flattened wall; 0 for never
    #[arg(long, value_name = "N", default_value = "50")]
    pub reversible_plies: u16,
    /// Random plies at the start: a number or a range [default: by size, 4..8 from 5x5 on]
    #[arg(long, value_name = "N", value_parser = range)]
    pub opening_plies: Option<RangeInclusive<i32>>,
    /// Percentage of games that start from the opening books
    #[arg(long, value_name = "N", default_value = "25", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub book_share: u32,
    /// Largest advantage of either side after the opening, in hundredths of a flat
    #[arg(long, value_name = "N", default_value = "300", value_parser = clap::value_parser!(i32).range(0..))]
    pub max_score: i32,
    /// Random moves per 1,000 plies after the opening
    #[arg(long, alias = "stray-moves", value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub random_moves: u32,
    /// Plies after the opening in which random moves occur
    #[arg(long, alias = "stray-plies", value_name = "N", default_value = "20")]
    pub random_plies: u16,
}

fn names<S: Serializer>(openings: &[Opening], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(openings.iter().map(|opening| opening.name()))
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
    /// Checks what no single argument shows.
    ///
    /// # Errors
    /// If the named rules do not allow the openings, or the random plies are more than half of the board.
    pub fn check(&self) -> Result<(), String> {
        self.openings.iter().try_for_each(|&opening| allow_opening(self.board.set(), opening))?;
        let most = self.board.size().pow(2) as i32 / 2;
        let OpeningPlan { plies, .. } = self.opening();
        if *plies.start() < 0 || *plies.end() > most {
            let found = format!("{} to {}", plies.start(), plies.end());
            return Err(format!("expected 0 to {most} plies of the opening, found {found}"));
        }
        Ok(())
    }

    /// The start of the games.
    pub fn opening(&self) -> OpeningPlan {
        let usual = match self.board.size() {
            3 => 2..=4,
            4 => 3..=6,
            _ => 4..=8,
        };
        OpeningPlan {
            plies: self.opening_plies.clone().unwrap_or(usual),
            book_per_mille: self.book_share * 10,
            max_score: self.max_score,
        }
    }

    /// The rules of a game with this komi and opening.
    ///
    /// # Errors
    /// If the named rules are not played on boards of this size, or there is no such komi.
    pub fn rules(&self, half_komi: i32, opening: Opening) -> Result<Rules, RulesError> {
        self.board.rules(half_komi, opening, self.reversible_plies)
    }

    /// Key of the game of a number. The fingerprint is that of the plan and the engine.
    pub fn key(&self, fingerprint: u32, game: usize) -> GameKey {
        let &Self { board, effort, seed, .. } = self;
        let origin = Origin { seed, shard: SHARD, game: game as u32, plan: fingerprint };
        GameKey { size: board.size(), nodes: effort.nodes, origin }
    }

    /// Hash of the settings without the seed, and of `engine`, a text that identifies the engine's play.
    pub fn fingerprint(&self, engine: &str) -> u32 {
        let board = BoardRules { size: Some(self.board.size()), rules: Some(self.board.set()) };
        let opening_plies = Some(self.opening().plies);
        fingerprint(engine, &Self { board, opening_plies, ..self.clone() })
    }
}

/// Hash of settings and of the engine.
pub(super) fn fingerprint(engine: &str, settings: &impl Serialize) -> u32 {
    let settings = serde_json::to_string(settings).unwrap_or_default();
    crc32fast::hash(format!("{REVISION} {engine} {settings}").as_bytes())
}
