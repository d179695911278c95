//! Values of the options.

use crate::search::{Handicap, Level, Seed, Settings};
use crate::types::{ByColor, Color, HalfKomi, Opening, Reserve, RuleSet, Rules, RulesError};
use std::time::Duration;

/// Values of all options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Komi of the game.
    pub half_komi: HalfKomi,
    /// Threads of a search.
    pub threads: usize,
    /// Size of the transposition table in MiB.
    pub hash_mib: usize,
    /// Number of lines.
    pub multi_pv: usize,
    /// Whether to play at `level`.
    pub limit_strength: bool,
    /// Level of play with limited strength.
    pub level: Level,
    /// Whether to play openings from the program's books.
    pub own_book: bool,
    /// Reserved time on every move.
    pub overhead: Duration,
    /// Whether `bestmove` names the expected reply.
    pub ponder: bool,
    /// Stones of each player.
    pub stones: Count,
    /// Capstones of each player.
    pub capstones: Count,
    /// Whether to evaluate with a network, where there is one.
    pub network: bool,
    /// File of a network to use instead of the engine's own; none if empty.
    pub eval_file: String,
    /// Named rules.
    pub rule_set: RuleSet,
    /// Opening, unless the named rules have one.
    pub opening: Opening,
    /// Draw after this number of plies without a placement or a flattened wall; 0 for never.
    pub reversible_plies: u16,
    /// Whether `info` lines have the chances.
    pub show_wdl: bool,
    /// Log file; none if empty.
    pub log_file: String,
}

impl Default for Options {
    fn default() -> Self {
        let settings = Settings::default();
        Self {
            half_komi: HalfKomi::ZERO,
            threads: settings.threads,
            hash_mib: 64,
            multi_pv: settings.multi_pv,
            limit_strength: false,
            level: Level::default(),
            own_book: false,
            overhead: settings.overhead,
            ponder: false,
            stones: Count::default(),
            capstones: Count::default(),
            network: true,
            eval_file: String::new(),
            rule_set: RuleSet::default(),
            opening: Opening::default(),
            reversible_plies: 0,
            show_wdl: true,
            log_file: String::new(),
        }
    }
}

impl Options {
    /// Settings of a search. The seed decides random choices at limited strength.
    pub fn settings(&self, seed: Seed) -> Settings {
        Settings {
            threads: self.threads,
            multi_pv: self.multi_pv,
            overhead: self.overhead,
            handicap: self.limit_strength.then_some(Handicap { level: self.level, seed }),
            ..Settings::default()
        }
    }

    /// The rules of a game on a board of this size.
    ///
    /// # Errors
    /// If the named rules or the piece counts do not fit it.
    pub fn rules(&self, size: usize) -> Result<Rules, RulesError> {
        let mut rules = self.rule_set.apply(size, self.standard_rules(size))?;
        rules.pieces = ByColor::from_fn(|color| {
            let usual = rules.pieces[color];
            // A game needs stones; 0 means the standard number.
            let stones = self.stones.of(color).filter(|&count| count > 0);
            Reserve {
                stones: stones.unwrap_or(usual.stones),
                capstones: self.capstones.of(color).unwrap_or(usual.capstones),
            }
        });
        rules.check(size)?;
        Ok(rules)
    }

    /// The rules of a game with standard pieces and no named rules on a board of this size.
    pub(crate) const fn standard_rules(&self, size: usize) -> Rules {
        let mut rules = Rules::standard(size).with_komi(self.half_komi);
        rules.opening = self.opening;
        rules.reversible_plies = self.reversible_plies;
        rules
    }
}

/// Number of pieces of a kind. Each option for it has its own field, so that their order does not matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// For one player: `Flats1`, `Caps2`.
    pub player: ByColor<Option<u8>>,
    /// For both players: `Flats`, `Caps`.
    pub both: Option<u8>,
    /// For both players, by PlayTak's names: `Flatstones`, `Capstones`.
    pub alias: Option<u8>,
}

impl Count {
    /// Number of a player's pieces from the most specific option; `None` for the standard.
    pub fn of(&self, color: Color) -> Option<u8> {
        self.player[color].or(self.both).or(self.alias)
    }
}
