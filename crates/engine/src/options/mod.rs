//! The options for the answer to `tei`, `setoption`, the flags of the command line and docs/options.md: table, values, text.

mod memory;

use crate::notation::excerpt;
use crate::search::{Handicap, Level, Seed, Settings};
use crate::types::{
    ByColor, Color, HalfKomi, Opening, Reserve, RuleSet, Rules, RulesError, is_same_word,
};
use std::num::{IntErrorKind, ParseIntError};
use std::time::Duration;
use thiserror::Error;

pub use memory::available_mib;

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
    /// Pieces of the players, where they are not standard.
    pub pieces: PieceCounts,
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
            pieces: PieceCounts::default(),
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
        rules.pieces = ByColor::from_fn(|color| self.pieces.of(color, rules.pieces[color]));
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

/// Numbers of pieces. Each option for them has its own, so that their order does not matter: those of White, of Black, of
/// both, and of both by PlayTak's names; stones before capstones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceCounts([Option<u8>; 8]);

impl PieceCounts {
    /// The pieces of a player from the most specific options; `usual` without one.
    fn of(&self, color: Color, usual: Reserve) -> Reserve {
        let count = |kind| [color.index(), 2, 3].iter().find_map(|owner| self.0[2 * owner + kind]);
        Reserve {
            // A game needs stones; 0 means the standard number.
            stones: count(0).filter(|&count| count > 0).unwrap_or(usual.stones),
            capstones: count(1).unwrap_or(usual.capstones),
        }
    }
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Its name in TEI, without the keywords of TEI's option lines.
    pub name: &'static str,
    /// Its flag on the command line, without the dashes.
    pub flag: &'static str,
    /// Its effect, in one line.
    pub help: &'static str,
    /// Its type, with functions that read and set it. [`Options::default`] has its default.
    pub kind: Kind,
}

/// Type of an option.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// True or false.
    Check {
        /// Reads the value.
        get: fn(&Options) -> bool,
        /// Changes the value.
        set: fn(&mut Options, bool),
    },
    /// A whole number.
    Spin {
        /// Minimum.
        min: i32,
        /// Maximum.
        max: i32,
        /// Reads the value.
        get: fn(&Options) -> i32,
        /// Changes the value.
        set: fn(&mut Options, i32),
    },
    /// One word of several.
    Combo {
        /// The words.
        words: &'static [&'static str],
        /// Reads the value, an index into the words.
        get: fn(&Options) -> usize,
        /// Changes the value.
        set: fn(&mut Options, usize),
    },
    /// Any text.
    Text {
        /// Reads the value.
        get: fn(&Options) -> &str,
        /// Changes the value.
        set: fn(&mut Options, &str),
    },
    /// Clears the transposition table: an action without a value.
    Button,
}

/// All options, in the order of the answer to `tei`.
pub const TABLE: [Spec; 24] = [
    spin(
        ("HalfKomi", "half-komi"),
        "Komi in half flats, for Black; for White if negative",
        (-10, 10),
        |options| options.half_komi.half_flats(),
        |options, value| options.half_komi = HalfKomi::new(value).unwrap_or_default(),
    ),
    spin(
        ("Threads", "threads"),
        "Threads to search with",
        (1, 256),
        |options| options.threads as i32,
        |options, value| options.threads = value as usize,
    ),
    spin(
        ("Hash", "hash"),
        "Size of the transposition table in MiB",
        (1, 1 << 20),
        |options| options.hash_mib as i32,
        |options, value| options.hash_mib = value as usize,
    ),
    Spec {
        name: "Clear Hash",
        flag: "clear-hash",
        help: "Clears the transposition table",
        kind: Kind::Button,
    },
    spin(
        ("MultiPV", "multi-pv"),
        "Number of best lines to find and show",
        (1, 64),
        |options| options.multi_pv as i32,
        |options, value| options.multi_pv = value as usize,
    ),
    spin(
        ("Move Overhead", "move-overhead"),
        "Milliseconds reserved on every move for the connection between engine and clock",
        (0, 10_000),
        |options| options.overhead.as_millis() as i32,
        |options, value| options.overhead = Duration::from_millis(value as u64),
    ),
    check(
        ("Ponder", "ponder"),
        "Names the reply to ponder on in bestmove; go ponder works without it too",
        |options| options.ponder,
        |options, value| options.ponder = value,
    ),
    check(
        ("ShowWDL", "show-wdl"),
        "Reports the chances of win, draw and loss, in thousandths",
        |options| options.show_wdl,
        |options, value| options.show_wdl = value,
    ),
    check(
        ("LimitStrength", "limit-strength"),
        "Plays games at Level; analysis (infinite, MultiPV, searchmoves) stays at full strength",
        |options| options.limit_strength,
        |options, value| options.limit_strength = value,
    ),
    spin(
        ("Level", "level"),
        "Level of play with LimitStrength",
        (Level::LOWEST as i32, Level::HIGHEST as i32),
        |options| i32::from(options.level.number()),
        |options, value| options.level = Level::new(value as u8).unwrap_or_default(),
    ),
    check(
        ("OwnBook", "own-book"),
        "Plays the first moves of games from the books that come with the program, chosen at random",
        |options| options.own_book,
        |options, value| options.own_book = value,
    ),
    Spec {
        name: "EvalFile",
        flag: "eval-file",
        help: "File of stonefall train with a network to use instead of the program's own",
        kind: Kind::Text {
            get: |options| &options.eval_file,
            set: |options, value| value.clone_into(&mut options.eval_file),
        },
    },
    Spec {
        name: "Rules",
        flag: "rules",
        help: "Named rules (docs/customs.md)",
        kind: Kind::Combo {
            words: &RuleSet::NAMES,
            get: |options| options.rule_set as usize,
            set: |options, index| options.rule_set = RuleSet::ALL[index],
        },
    },
    Spec {
        name: "Opening",
        flag: "opening",
        help: "Rule for the first two plies",
        kind: Kind::Combo {
            words: &["Swap", "NoSwap", "DoubleBlackStack"],
            get: |options| {
                Opening::ALL.iter().position(|&it| it == options.opening).unwrap_or_default()
            },
            set: |options, index| options.opening = Opening::ALL[index],
        },
    },
    spin(
        ("ReversiblePlies", "reversible-plies"),
        "Draw after N plies without a placement or a flattened wall (PlayTak: 50); 0 for never",
        (0, 1000),
        |options| i32::from(options.reversible_plies),
        |options, value| options.reversible_plies = value as u16,
    ),
    pieces::<4>(("Flats", "flats"), "Stones of each player; -1 for the standard of the board"),
    pieces::<5>(("Caps", "caps"), "Capstones of each player; -1 for the standard of the board"),
    pieces::<0>(("Flats1", "flats1"), "Stones of White; overrides Flats"),
    pieces::<2>(("Flats2", "flats2"), "Stones of Black; overrides Flats"),
    pieces::<1>(("Caps1", "caps1"), "Capstones of White; overrides Caps"),
    pieces::<3>(("Caps2", "caps2"), "Capstones of Black; overrides Caps"),
    pieces::<6>(("Flatstones", "flatstones"), "PlayTak's name for Flats; Flats overrides it"),
    pieces::<7>(("Capstones", "capstones"), "PlayTak's name for Caps; Caps overrides it"),
    Spec {
        name: "Debug Log File",
        flag: "debug-log-file",
        help: "Log file for all lines of the protocol",
        kind: Kind::Text {
            get: |options| &options.log_file,
            set: |options, value| value.clone_into(&mut options.log_file),
        },
    },
];

/// The option with this name ([`is_same_word`]).
pub fn find(name: &str) -> Option<&'static Spec> {
    TABLE.iter().find(|spec| is_same_word(spec.name, name))
}

/// The option for a number of [`PieceCounts`]; [`crate::types::stone_limit`] bounds the pieces of both players together.
const fn pieces<const INDEX: usize>(
    names: (&'static str, &'static str),
    help: &'static str,
) -> Spec {
    spin(
        names,
        help,
        if INDEX.is_multiple_of(2) { (-1, 120) } else { (-1, 5) },
        |options| options.pieces.0[INDEX].map_or(-1, i32::from),
        |options, value| options.pieces.0[INDEX] = u8::try_from(value).ok(),
    )
}

const fn spin(
    (name, flag): (&'static str, &'static str),
    help: &'static str,
    (min, max): (i32, i32),
    get: fn(&Options) -> i32,
    set: fn(&mut Options, i32),
) -> Spec {
    Spec { name, flag, help, kind: Kind::Spin { min, max, get, set } }
}

const fn check(
    (name, flag): (&'static str, &'static str),
    help: &'static str,
    get: fn(&Options) -> bool,
    set: fn(&mut Options, bool),
) -> Spec {
    Spec { name, flag, help, kind: Kind::Check { get, set } }
}

impl Spec {
    /// Whether forms for people show it. The others are for clocks, programs and experiments, or are second names, or are
    /// buttons. Clients may set all of them.
    pub(crate) fn is_for_forms(&self) -> bool {
        const OTHERS: [&str; 6] =
            ["Clear Hash", "Move Overhead", "Ponder", "ShowWDL", "Flatstones", "Capstones"];
        !OTHERS.contains(&self.name) && !self.names_a_file()
    }

    /// Whether its value is the name of a file: true for every free text.
    pub const fn names_a_file(&self) -> bool {
        matches!(self.kind, Kind::Text { .. })
    }

    /// The value in `options` as text; `None` for a button.
    pub fn value(&self, options: &Options) -> Option<String> {
        match self.kind {
            Kind::Check { get, .. } => Some(get(options).to_string()),
            Kind::Spin { get, .. } => Some(get(options).to_string()),
            Kind::Combo { words, get, .. } => Some(words[get(options)].to_owned()),
            Kind::Text { get, .. } if get(options).is_empty() => Some("<empty>".to_owned()),
            Kind::Text { get, .. } => Some(get(options).to_owned()),
            Kind::Button => None,
        }
    }

    /// The line of the option in the answer to `tei`. `options` has the default.
    pub fn line(&self, options: &Options) -> String {
        let name = self.name;
        let default = self.value(options).unwrap_or_default();
        match self.kind {
            Kind::Check { .. } => format!("option name {name} type check default {default}"),
            Kind::Spin { min, max, .. } => {
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Combo { words, .. } => {
                let words = words.join(" var ");
                format!("option name {name} type combo default {default} var {words}")
            }
            Kind::Text { .. } => {
                // Clients read a single word; a file name with spaces is not announced.
                let default =
                    if default.contains(char::is_whitespace) { "<empty>" } else { &default };
                format!("option name {name} type string default {default}")
            }
            Kind::Button => format!("option name {name} type button"),
        }
    }
}

/// Characters of a name or a value in a message.
const SHOWN: usize = 60;

impl Options {
    /// Sets an option from its name and its value, in any case. A button changes no value. Clamps a number out of range,
    /// and returns a message about it.
    ///
    /// # Errors
    /// If the name is unknown or the value is not valid. Nothing changes then.
    pub fn apply(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>, OptionError> {
        let Some(spec) = find(name) else {
            let found = excerpt(name, SHOWN);
            return Err(OptionError(format!("expected the name of an option, found '{found}'")));
        };
        let name = spec.name;
        let value = value.unwrap_or_default().trim();
        if value.is_empty() && !matches!(spec.kind, Kind::Button) {
            return Err(OptionError(format!("expected a value for {name}, found none")));
        }
        let found = excerpt(value, SHOWN);
        let refuse = |expected: &str| {
            OptionError(format!("expected {expected} for {name}, found '{found}'"))
        };
        match spec.kind {
            Kind::Button => {}
            Kind::Check { set, .. } => {
                set(self, parse_check(value).ok_or_else(|| refuse("true or false"))?);
            }
            Kind::Spin { min, max, set, .. } => {
                let number = parse_number(value).ok_or_else(|| refuse("a whole number"))?;
                let inside = number.clamp(i64::from(min), i64::from(max));
                set(self, inside as i32);
                return Ok((inside != number).then(|| {
                    format!("expected {name} from {min} to {max}, found {found}; set to {inside}")
                }));
            }
            Kind::Combo { words, set, .. } => {
                let index = words.iter().position(|word| is_same_word(word, value));
                set(self, index.ok_or_else(|| refuse(&format!("one of {}", words.join(", "))))?);
            }
            Kind::Text { set, .. } => {
                set(self, if value.eq_ignore_ascii_case("<empty>") { "" } else { value })
            }
        }
        Ok(None)
    }
}

fn parse_check(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "on" | "yes" => Some(true),
        "false" | "0" | "off" | "no" => Some(false),
        _ => None,
    }
}

/// A whole number, clamped to 64 bits.
pub fn parse_number(text: &str) -> Option<i64> {
    text.parse().map_or_else(
        |error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => Some(i64::MAX),
            IntErrorKind::NegOverflow => Some(i64::MIN),
            _ => None,
        },
        Some,
    )
}

/// Error in setting an option.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct OptionError(String);
