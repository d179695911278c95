//! Search parameters: name, meaning, default and range.
//!
//! In a release they are constants. With the feature `tune`, and in builds for tests, each thread has its own values, so
//! that searches with different values can play each other: see [`TunableValues`].

use std::cell::Cell;

/// Whether the parameters of this build are adjustable.
pub const ADJUSTABLE: bool = cfg!(any(feature = "tune", debug_assertions));

/// A tunable parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// Name.
    pub name: &'static str,
    /// Meaning.
    pub meaning: &'static str,
    /// Minimum.
    pub min: i32,
    /// Maximum.
    pub max: i32,
    /// Default.
    pub default: i32,
}

/// A value for each of [`TUNABLES`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TunableValues([i32; COUNT]);

impl Default for TunableValues {
    /// The default values.
    fn default() -> Self {
        Self(DEFAULTS)
    }
}

impl TunableValues {
    /// Sets a parameter, clipped to its range. False if the name is unknown.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let index = TUNABLES.iter().position(|tunable| tunable.name == name);
        if let Some(index) = index {
            self.0[index] = value.clamp(TUNABLES[index].min, TUNABLES[index].max);
        }
        index.is_some()
    }

    /// Uses these values in searches that [run](super::SizedSearch::run) on this thread from now on. Helper
    /// threads use the defaults. Without [`ADJUSTABLE`] nothing changes.
    pub fn install(&self) {
        VALUES.with(|values| {
            for (value, &new) in values.iter().zip(&self.0) {
                value.set(new);
            }
        });
    }
}

macro_rules! tunables {
    ($($(#[doc = $doc:literal])+ $name:ident = $default:literal in $min:literal to $max:literal;)+) => {
        $(
            $(#[doc = $doc])+
            #[inline(always)]
            pub(super) fn $name() -> i32 {
                if ADJUSTABLE { VALUES.with(|values| values[Index::$name as usize].get()) } else { $default }
            }

            const _: () = assert!($min <= $default && $default <= $max);
        )+

        /// All parameters.
        pub static TUNABLES: &[Tunable] = &[
            $(Tunable {
                name: stringify!($name),
                meaning: concat!($($doc),+).trim_ascii(),
                min: $min,
                max: $max,
                default: $default,
            },)+
        ];

        const DEFAULTS: [i32; COUNT] = [$($default),+];
        const COUNT: usize = [$(stringify!($name)),+].len();

        #[allow(non_camel_case_types)]
        enum Index {
            $($name),+
        }

        thread_local! {
            /// The values of this thread.
            static VALUES: [Cell<i32>; COUNT] = const { [$(Cell::new($default)),+] };
        }
    };
}

tunables! {
    /// Half the width of the first aspiration window.
    aspiration_delta = 25 in 5 to 200;
    /// Minimum depth for aspiration windows.
    aspiration_depth = 4 in 1 to 10;
    /// Maximum depth for reverse futility pruning.
    rfp_depth = 5 in 1 to 12;
    /// Margin of reverse futility pruning per ply.
    rfp_margin = 70 in 20 to 250;
    /// Reduction of that margin if the evaluation improves.
    rfp_improving = 61 in 0 to 200;
    /// Constant part of that margin.
    rfp_base = 60 in 0 to 250;
    /// Minimum depth for null moves.
    null_depth = 3 in 1 to 8;
    /// Constant reduction of null moves in plies.
    null_base = 3 in 1 to 6;
    /// Plies of depth per further ply of null move reduction.
    null_divisor = 4 in 2 to 8;
    /// Maximum depth for late move pruning.
    lmp_depth = 5 in 1 to 12;
    /// Constant number of moves that late move pruning keeps.
    lmp_base = 4 in 1 to 30;
    /// Maximum depth for futility pruning of moves.
    futility_depth = 4 in 0 to 12;
    /// Constant part of the futility margin of moves.
    futility_base = 186 in 0 to 800;
    /// Futility margin of moves per ply.
    futility_margin = 62 in 0 to 300;
    /// Flats that a spread must win to be searched at a leaf.
    leaf_gain = 2 in 2 to 20;
    /// Value in flats that a spread may have beyond the flats it wins.
    leaf_slack = 1 in 0 to 8;
    /// Spreads searched per leaf.
    leaf_moves = 1 in 1 to 16;
    /// Consecutive spreads below the last ply.
    leaf_plies = 2 in 0 to 12;
    /// Minimum depth for queries of forced roads.
    proof_depth = 8 in 3 to 20;
    /// Positions per query at that depth.
    proof_base = 10 in 1 to 500;
    /// Further positions per ply of depth.
    proof_step = 10 in 0 to 200;
    /// Minimum depth for internal iterative reductions.
    iir_depth = 4 in 2 to 10;
    /// Minimum depth for singular extensions.
    singular_depth = 5 in 4 to 20;
    /// Singular margin per ply: distance of the other moves below the table's score.
    singular_margin = 4 in 0 to 30;
    /// Maximum difference between the node's depth and the entry's.
    singular_behind = 5 in 1 to 5;
    /// Additional margin for a second ply.
    singular_double = 77 in 0 to 1000;
    /// Minimum depth for late move reductions.
    lmr_depth = 2 in 1 to 6;
    /// Moves searched before reductions.
    lmr_moves = 3 in 1 to 10;
    /// Constant part of reductions, in 1/1024 ply.
    lmr_base = 213 in -1024 to 2048;
    /// Divisor of the product of logarithms; larger means less reduction.
    lmr_divisor = 205 in 100 to 500;
    /// Additional reduction off the principal variation, in 1/1024 ply.
    lmr_non_pv = 695 in 0 to 2048;
    /// Additional reduction at expected cut nodes, in 1/1024 ply.
    lmr_cut = 618 in 0 to 3072;
    /// Additional reduction without an improving evaluation, in 1/1024 ply.
    lmr_not_improving = 501 in 0 to 2048;
    /// History per ply of reduction.
    lmr_history = 7155 in 1000 to 30000;
    /// Reduction saved per flat that a move wins, in 1/1024 ply.
    lmr_gain = 528 in 0 to 2048;
    /// History bonus per ply of depth.
    history_bonus = 301 in 20 to 800;
    /// Maximum history bonus.
    history_max_bonus = 1830 in 200 to 6000;
    /// Bonus of the opponent's last move at a node without a good move, in hundredths of the bonus of a best move.
    fail_low_bonus = 83 in 0 to 200;
    /// Ordering: weight of a nat of the policy.
    order_policy = 3196 in 0 to 8000;
    /// Time: planned moves of a player per hundred squares.
    moves_square = 190 in 50 to 400;
    /// Time: planned moves less per hundred moves played.
    moves_played = 145 in 0 to 300;
    /// Time: least planned moves per hundred squares.
    moves_least = 40 in 5 to 200;
    /// Time: share of the increment per move, in hundredths.
    increment_part = 60 in 0 to 100;
    /// Weight of the corrections, in 1/512.
    correction = 42 in 0 to 200;
}
