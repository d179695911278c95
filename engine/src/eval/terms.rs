//! The terms of the evaluation, one name each.
//!
//! A term is something that can be counted for each player. What a count is worth is the business of
//! [`weights`](super::weights) alone. Credits stand beside the code that counts.

/// One term: its place in the tables of weights and counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Term(u8);

impl Term {
    /// Number of terms.
    pub const COUNT: usize = NAMES.len();

    /// All terms in the order of the tables.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(|index| Self(index as u8))
    }

    /// The term's place in a table.
    #[must_use]
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// What the term counts, in a few words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// The term that counts flats wherever they stand.
    #[must_use]
    pub const fn flats() -> Self {
        FLATS
    }

    /// The term that counts komi.
    #[must_use]
    pub const fn komi() -> Self {
        KOMI
    }

    /// The terms that count flats by class of square.
    pub fn flats_by_square() -> impl Iterator<Item = Self> {
        (FLAT_AT.0..WALL_AT.0).map(Self)
    }

    /// The term so many places after this one, the first of its group.
    #[inline(always)]
    pub(super) const fn at(self, offset: usize) -> Self {
        Self(self.0 + offset as u8)
    }
}

/// Declares groups of terms one after the other: a constant for the first of each group, and the
/// names of all.
macro_rules! terms {
    ($($(#[$doc:meta])* $group:ident: [$($name:literal),+ $(,)?])+) => {
        const NAMES: [&str; [$($($name),+),+].len()] = [$($($name),+),+];
        terms!(@ 0; $($(#[$doc])* $group: [$($name),+])+);
    };
    (@ $start:expr; $(#[$doc:meta])* $group:ident: [$($name:literal),+] $($rest:tt)*) => {
        $(#[$doc])*
        pub(super) const $group: Term = Term($start);
        terms!(@ $group.0 + [$($name),+].len() as u8; $($rest)*);
    };
    (@ $start:expr;) => {};
}

terms! {
    /// 1 for the side to move.
    TEMPO: ["side to move"]
    /// Komi for the player who gets it.
    KOMI: ["komi in half flats"]
    /// Flats on top.
    FLATS: ["flats"]
    /// Walls on top.
    WALLS: ["walls"]
    /// Capstones on the board.
    CAPSTONES: ["capstones"]
    /// Stones not yet placed.
    RESERVE: ["stones in reserve"]

    /// 1 for who is ahead if both only place flats to the end, by the number of plies to it.
    RACE: [
        "race won, 1 ply left", "race won, 2 plies", "race won, 3-4 plies", "race won, 5-6 plies",
        "race won, 7-10 plies", "race won, 11-16 plies", "race won, 17 plies or more",
    ]
    /// By how many half flats, up to eight.
    RACE_LEAD: [
        "race lead, 1 ply left", "race lead, 2 plies", "race lead, 3-4 plies",
        "race lead, 5-6 plies", "race lead, 7-10 plies", "race lead, 11-16 plies",
        "race lead, 17 plies or more",
    ]

    /// Flats by class of square; a class is named for its square nearest to a1.
    FLAT_AT: [
        "flat like a1", "flat like b1", "flat like b2", "flat like c1", "flat like c2",
        "flat like c3", "flat like d1", "flat like d2", "flat like d3", "flat like d4",
    ]
    /// Walls by class of square.
    WALL_AT: [
        "wall like a1", "wall like b1", "wall like b2", "wall like c1", "wall like c2",
        "wall like c3", "wall like d1", "wall like d2", "wall like d3", "wall like d4",
    ]
    /// Capstones by class of square.
    CAPSTONE_AT: [
        "capstone like a1", "capstone like b1", "capstone like b2", "capstone like c1",
        "capstone like c2", "capstone like c3", "capstone like d1", "capstone like d2",
        "capstone like d3", "capstone like d4",
    ]

    /// Road stones in a row.
    RUNS: ["two in a row", "three in a row", "four in a row"]
    /// Ranks and files with a road stone.
    LINES: ["ranks and files held"]
    /// Edges with a road stone.
    EDGES: ["edges held"]
    /// Road stones that hang together with an edge, once for each edge.
    ANCHORED: ["stones anchored to edges"]
    /// Whether a road lacks two stones, for the mover and for the other.
    ROAD_IN_TWO: ["road in two, to move", "road in two, waiting"]
    /// Whether a road lacks three stones.
    ROAD_IN_THREE: ["road in three, to move", "road in three, waiting"]
    /// Squares that belong to a road that lacks two stones.
    ROAD_SQUARES: ["squares of roads in two"]
    /// Empty squares that complete a road: at least one for the mover, then one or more for the other.
    THREAT: ["road threat, to move", "one road threat, waiting", "two road threats, waiting"]
    /// Enemy flats on completing squares beside an own stack or capstone.
    CAPTURE_BY_STACK: ["road by stack, to move", "road by stack, waiting"]
    /// Enemy flats on completing squares beside own single stones only.
    CAPTURE_BY_SINGLE: ["road by single, to move", "road by single, waiting"]
    /// Enemy walls on completing squares beside an own capstone.
    CRUSH: ["road by flattening"]
    /// Enemy walls and capstones on completing squares.
    BLOCKED: ["road held up by enemy"]
    /// Own walls on completing squares.
    OWN_WALL: ["road held up by own wall"]

    /// Own captives within reach of a carry, by the piece on top.
    SUPPORTS: ["supports of flats", "supports of walls", "supports of capstones"]
    /// Enemy captives within reach of a carry.
    CAPTIVES: ["captives of flats", "captives of walls", "captives of capstones"]
    /// Stacks with an own stone right under the top.
    HARD: ["hard flats", "hard walls", "hard capstones"]
    /// Captives too deep to be carried.
    DEEP: ["deep supports", "deep captives"]
    /// Squares that stacks reach.
    MOBILITY: ["reach of flat stacks", "reach of wall stacks", "reach of capstone stacks"]
    /// Squares that stacks reach, times their supports.
    LEVERAGE: ["leverage of flat stacks", "leverage of wall stacks", "leverage of capstone stacks"]
    /// Enemy flats beside stacks that hold a support.
    PREY: ["prey of flat stacks", "prey of wall stacks", "prey of capstone stacks"]
    /// Stones in flat-topped stacks beside an enemy piece.
    ATTACKED: ["stack attacked, to move", "stack attacked, waiting"]
    /// Stones in flat-topped stacks with more enemy than own pieces beside them.
    OUTNUMBERED: ["stack outnumbered, to move", "stack outnumbered, waiting"]

    /// Open squares beside a capstone.
    CAPSTONE_FREE: ["capstone steps"]
    /// Capstones with neither an enemy nor a stack beside them.
    CAPSTONE_IDLE: ["idle capstones"]
    /// Enemy walls, stacks and flats beside a capstone.
    CAPSTONE_ON: ["capstone on walls", "capstone on stacks", "capstone on flats"]
    /// Enemy road stones beside a wall.
    WALL_CONTACT: ["road stones beside walls"]
    /// Empty squares with more own than enemy pieces beside them.
    CONTROL: ["empty squares controlled"]
    /// Enemy flats with more own than enemy pieces beside them.
    PRESSED: ["flats pressed, to move", "flats pressed, waiting"]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_groups_start_where_they_should() {
        let names: std::collections::BTreeSet<_> = Term::all().map(Term::name).collect();
        assert_eq!(names.len(), Term::COUNT);
        assert_eq!(TEMPO.name(), "side to move");
        assert_eq!(FLAT_AT.at(9).name(), "flat like d4");
        assert_eq!(WALL_AT.name(), "wall like a1");
        assert_eq!(PRESSED.at(1).index(), Term::COUNT - 1);
    }
}
