//! The table of options.

use super::Options;
use crate::search::Level;
use crate::types::{Color, HalfKomi, Opening, RuleSet};
use std::time::Duration;

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
    /// An action without a value.
    Button(Action),
}

/// Action of a button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Clears the transposition table.
    ClearHash,
}

/// All options, in the order of the answer to `tei`.
pub const TABLE: [Spec; 25] = [
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
        kind: Kind::Button(Action::ClearHash),
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
        name: "Evaluation",
        flag: "evaluation",
        help: "Net: the network and the terms; Hand: the terms alone",
        kind: Kind::Combo {
            words: &["Net", "Hand"],
            get: |options| usize::from(!options.network),
            set: |options, index| options.network = index == 0,
        },
    },
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
    spin(
        ("Flats", "flats"),
        "Stones of each player; -1 for the standard of the board",
        STONES,
        |options| shown(options.stones.both),
        |options, value| options.stones.both = u8::try_from(value).ok(),
    ),
    spin(
        ("Caps", "caps"),
        "Capstones of each player; -1 for the standard of the board",
        CAPSTONES,
        |options| shown(options.capstones.both),
        |options, value| options.capstones.both = u8::try_from(value).ok(),
    ),
    spin(
        ("Flats1", "flats1"),
        "Stones of White; overrides Flats",
        STONES,
        |options| shown(options.stones.player[Color::White]),
        |options, value| options.stones.player[Color::White] = u8::try_from(value).ok(),
    ),
    spin(
        ("Flats2", "flats2"),
        "Stones of Black; overrides Flats",
        STONES,
        |options| shown(options.stones.player[Color::Black]),
        |options, value| options.stones.player[Color::Black] = u8::try_from(value).ok(),
    ),
    spin(
        ("Caps1", "caps1"),
        "Capstones of White; overrides Caps",
        CAPSTONES,
        |options| shown(options.capstones.player[Color::White]),
        |options, value| options.capstones.player[Color::White] = u8::try_from(value).ok(),
    ),
    spin(
        ("Caps2", "caps2"),
        "Capstones of Black; overrides Caps",
        CAPSTONES,
        |options| shown(options.capstones.player[Color::Black]),
        |options, value| options.capstones.player[Color::Black] = u8::try_from(value).ok(),
    ),
    spin(
        ("Flatstones", "flatstones"),
        "PlayTak's name for Flats; Flats overrides it",
        STONES,
        |options| shown(options.stones.alias),
        |options, value| options.stones.alias = u8::try_from(value).ok(),
    ),
    spin(
        ("Capstones", "capstones"),
        "PlayTak's name for Caps; Caps overrides it",
        CAPSTONES,
        |options| shown(options.capstones.alias),
        |options, value| options.capstones.alias = u8::try_from(value).ok(),
    ),
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

/// Range of the stones of one player; [`crate::types::stone_limit`] bounds both together.
const STONES: (i32, i32) = (-1, 120);
/// Range of the capstones of one player.
const CAPSTONES: (i32, i32) = (-1, 5);

/// The option with this name, in any case.
pub fn find(name: &str) -> Option<&'static Spec> {
    TABLE.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
}

/// A count as the value of an option.
fn shown(count: Option<u8>) -> i32 {
    count.map_or(-1, i32::from)
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
        const OTHERS: [&str; 7] = [
            "Clear Hash",
            "Move Overhead",
            "Ponder",
            "ShowWDL",
            "Evaluation",
            "Flatstones",
            "Capstones",
        ];
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
            Kind::Button(_) => None,
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
            Kind::Button(_) => format!("option name {name} type button"),
        }
    }
}
