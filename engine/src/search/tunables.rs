//! Every tuned number of the search: name, meaning, default and range in one place.
//!
//! In a normal build they are constants. With the feature `tune` each thread has values of its own,
//! so that searches with different values can play each other: see [`Tuning`].

/// Whether this build can give the numbers other values: it has the feature `tune`.
pub const ADJUSTABLE: bool = cfg!(feature = "tune");

/// A number that can be tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tunable {
    /// Its name.
    pub name: &'static str,
    /// What it decides.
    pub meaning: &'static str,
    /// The least sensible value.
    pub min: i32,
    /// The greatest sensible value.
    pub max: i32,
    /// The value the engine plays with.
    pub default: i32,
}

/// A value for each of [`TUNABLES`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tuning([i32; COUNT]);

impl Default for Tuning {
    /// The values the engine plays with.
    fn default() -> Self {
        Self(DEFAULTS)
    }
}

impl Tuning {
    /// Gives a number another value, cut to its range. False if there is no number of that name.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        let index = TUNABLES.iter().position(|tunable| tunable.name == name);
        if let Some(index) = index {
            self.0[index] = value.clamp(TUNABLES[index].min, TUNABLES[index].max);
        }
        index.is_some()
    }

    /// The searches that are [run](super::Search::run) on this thread have these values from now on.
    /// Helpers of a search with several threads have the defaults. In a build that is not
    /// [`ADJUSTABLE`] nothing happens.
    pub fn install(&self) {
        #[cfg(feature = "tune")]
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
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(super) const fn $name() -> i32 {
                $default
            }

            $(#[doc = $doc])+
            #[cfg(feature = "tune")]
            #[inline(always)]
            pub(super) fn $name() -> i32 {
                VALUES.with(|values| values[Index::$name as usize].get())
            }

            const _: () = assert!($min <= $default && $default <= $max);
        )+

        /// All tunable numbers.
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

        #[cfg(feature = "tune")]
        #[allow(non_camel_case_types)]
        enum Index {
            $($name),+
        }

        #[cfg(feature = "tune")]
        thread_local! {
            /// The values of this thread.
            static VALUES: [std::cell::Cell<i32>; COUNT] =
                const { [$(std::cell::Cell::new($default)),+] };
        }
    };
}

tunables! {
    /// Half the width of the first aspiration window.
    aspiration_delta = 18 in 5 to 200;
    /// Depth from which windows are narrowed.
    aspiration_depth = 4 in 1 to 10;
    /// Deepest node for reverse futility pruning.
    rfp_depth = 6 in 1 to 12;
    /// Margin of reverse futility pruning for each ply.
    rfp_margin = 81 in 20 to 250;
    /// What an improving evaluation takes off that margin.
    rfp_improving = 64 in 0 to 200;
    /// What is kept of that margin at any depth.
    rfp_base = 53 in 0 to 250;
    /// Shallowest node for null moves.
    null_depth = 3 in 1 to 8;
    /// Plies a null move is reduced by at least.
    null_base = 3 in 1 to 6;
    /// One more ply of reduction for so many plies of depth.
    null_divisor = 4 in 2 to 8;
    /// Deepest node for late move pruning.
    lmp_depth = 5 in 1 to 12;
    /// Moves that late move pruning leaves at any depth.
    lmp_base = 6 in 1 to 30;
    /// Deepest node for futility pruning of moves.
    futility_depth = 4 in 0 to 12;
    /// What a move may bring beyond the flats that it wins, at any depth.
    futility_base = 165 in 0 to 800;
    /// The same for each ply of depth.
    futility_margin = 70 in 0 to 300;
    /// Flats that a spread has to win for a look at it in a leaf.
    leaf_gain = 2 in 2 to 20;
    /// Flats that a spread may be worth beyond those it wins.
    leaf_slack = 1 in 0 to 8;
    /// Spreads that are looked at in a leaf.
    leaf_moves = 2 in 1 to 16;
    /// Spreads after each other below the last ply.
    leaf_plies = 2 in 0 to 12;
    /// Shallowest node at which a road by force is looked for.
    proof_depth = 8 in 3 to 20;
    /// Positions that are given to this there.
    proof_base = 10 in 1 to 500;
    /// More positions for each ply of depth beyond.
    proof_step = 10 in 0 to 200;
    /// Shallowest node for internal reductions.
    iir_depth = 4 in 2 to 10;
    /// Shallowest node for singular extensions.
    singular_depth = 6 in 4 to 20;
    /// How far below the table's score the other moves must stay, for each ply of depth.
    singular_margin = 4 in 0 to 30;
    /// How much less deep than the node the table's entry may be.
    singular_behind = 4 in 1 to 5;
    /// How much further for a second ply.
    singular_double = 64 in 0 to 1000;
    /// Shallowest node for late move reductions.
    lmr_depth = 2 in 1 to 6;
    /// Moves searched in full before reductions.
    lmr_moves = 3 in 1 to 10;
    /// Constant part of reductions, in 1/1024 ply.
    lmr_base = 411 in -1024 to 2048;
    /// Divisor of the product of logarithms; greater is less reduction.
    lmr_divisor = 215 in 100 to 500;
    /// What a node off the principal variation is reduced more, in 1/1024 ply.
    lmr_non_pv = 736 in 0 to 2048;
    /// What a node that is expected to cut is reduced more, in 1/1024 ply.
    lmr_cut = 669 in 0 to 3072;
    /// What an evaluation that does not improve is reduced more, in 1/1024 ply.
    lmr_not_improving = 406 in 0 to 2048;
    /// History that makes up for one ply of reduction.
    lmr_history = 5266 in 1000 to 30000;
    /// What a move is reduced less for each flat of lead that it wins, in 1/1024 ply.
    lmr_gain = 508 in 0 to 2048;
    /// What history a good move gains for each ply of depth.
    history_bonus = 286 in 20 to 800;
    /// The most history one node can give.
    history_max_bonus = 1747 in 200 to 6000;
    /// Ordering: what a flat of lead is worth that a spread wins.
    order_gain = 2577 in 0 to 8000;
    /// Ordering: what a wall is put behind.
    order_wall = 1968 in 0 to 8000;
    /// Ordering: what a placement is put before spreads.
    order_placement = 1489 in 0 to 8000;
    /// Ordering: what a flat of one's own beside a placement is worth.
    order_neighbor = 716 in 0 to 4000;
    /// Ordering: what a placement that makes tak is worth.
    order_tak = 2920 in 0 to 12000;
    /// Time: moves that are still to be played on a full board.
    moves_base = 10 in 1 to 40;
    /// Time: more moves for a hundred empty squares.
    moves_empty = 90 in 0 to 200;
    /// Time: how much of the increment a move may use, in hundredths.
    increment_part = 60 in 0 to 100;
    /// How much of the corrections is believed, in 1/512.
    correction = 38 in 0 to 200;
}
