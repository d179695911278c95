//! The terms of the evaluation, one name each.
//!
//! A term is a count for each player. Only [`weights`](super::weights) gives it a value. The code that counts a
//! term names the origin of the idea.

/// A term: an index of the tables of weights and counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Term(u8);

impl Term {
    /// Number of terms.
    pub const COUNT: usize = NAMES.len();

    /// All terms in the order of the tables.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(|index| Self(index as u8))
    }

    /// The index in the tables.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The name of the term in a few words.
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// The term at `offset` in the group that begins with this term.
    #[inline(always)]
    pub(super) const fn at(self, offset: usize) -> Self {
        Self(self.0 + offset as u8)
    }
}

/// Declares groups of terms: a constant for the first term of each group, and the names of all terms.
macro_rules! terms {
    ($($(#[$doc:meta])* $group:ident: [$($name:literal),+ $(,)?])+) => {
        const NAMES: [&str; [$($($name),+),+].len()] = [$($($name),+),+];
        terms!(@ 0; $($(#[$doc])* $group: [$($name),+])+);
    };
    (@ $start:expr; $(#[$doc:meta])* $group:ident: [$($name:literal),+] $($rest:tt)*) => {
        $(#[$doc])*
        #[allow(unreachable_pub)]
        pub const $group: Term = Term($start);
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
    /// Stones in the reserve.
    RESERVE: ["stones in reserve"]

    /// 1 for the player who leads at the end if both place only flats, by the number of plies until then.
    RACE: [
        "race won, 1 ply left", "race won, 2 plies", "race won, 3-4 plies", "race won, 5-6 plies",
        "race won, 7-10 plies", "race won, 11-16 plies", "race won, 17 plies or more",
    ]
    /// The lead at that end in half flats, at most eight.
    RACE_LEAD: [
        "race lead, 1 ply left", "race lead, 2 plies", "race lead, 3-4 plies",
        "race lead, 5-6 plies", "race lead, 7-10 plies", "race lead, 11-16 plies",
        "race lead, 17 plies or more",
    ]

    /// Flats by class of square. The square nearest to a1 names a class.
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
    /// Road stones connected with an edge, once for each edge.
    ANCHORED: ["stones anchored to edges"]
    /// Whether a road lacks two stones, for the side to move and for the other side.
    ROAD_IN_TWO: ["road in two, to move", "road in two, waiting"]
    /// Whether a road lacks three stones.
    ROAD_IN_THREE: ["road in three, to move", "road in three, waiting"]
    /// Squares of roads that lack two stones.
    ROAD_SQUARES: ["squares of roads in two"]
    /// Empty squares that complete a road: at least one for the side to move; one, or more, for the other side.
    THREAT: ["road threat, to move", "one road threat, waiting", "two road threats, waiting"]
    /// Enemy flats on completing squares next to an own stack or capstone.
    CAPTURE_BY_STACK: ["road by stack, to move", "road by stack, waiting"]
    /// Enemy flats on completing squares next to only own single stones.
    CAPTURE_BY_SINGLE: ["road by single, to move", "road by single, waiting"]
    /// Enemy walls on completing squares next to an own capstone.
    CRUSH: ["road by flattening"]
    /// Enemy walls and capstones on completing squares.
    BLOCKED: ["road held up by enemy"]
    /// Own walls on completing squares.
    OWN_WALL: ["road held up by own wall"]

    /// Own captives that the stack can carry, by the piece on top.
    SUPPORTS: ["supports of flats", "supports of walls", "supports of capstones"]
    /// Enemy captives that the stack can carry.
    CAPTIVES: ["captives of flats", "captives of walls", "captives of capstones"]
    /// Stacks with an own stone just below the top.
    HARD: ["hard flats", "hard walls", "hard capstones"]
    /// Captives too deep to carry.
    DEEP: ["deep supports", "deep captives"]
    /// Squares that stacks reach.
    MOBILITY: ["reach of flat stacks", "reach of wall stacks", "reach of capstone stacks"]
    /// Squares that stacks reach, times their supports.
    LEVERAGE: ["leverage of flat stacks", "leverage of wall stacks", "leverage of capstone stacks"]
    /// Enemy flats next to stacks with a support.
    PREY: ["prey of flat stacks", "prey of wall stacks", "prey of capstone stacks"]
    /// Stones in flat-topped stacks next to an enemy piece.
    ATTACKED: ["stack attacked, to move", "stack attacked, waiting"]
    /// Stones in flat-topped stacks with more enemy than own neighbors.
    OUTNUMBERED: ["stack outnumbered, to move", "stack outnumbered, waiting"]

    /// Open squares next to a capstone.
    CAPSTONE_FREE: ["capstone steps"]
    /// Capstones without an enemy or a stack next to them.
    CAPSTONE_IDLE: ["idle capstones"]
    /// Enemy walls, stacks and flats next to a capstone.
    CAPSTONE_ON: ["capstone on walls", "capstone on stacks", "capstone on flats"]
    /// Enemy road stones next to a wall.
    WALL_CONTACT: ["road stones beside walls"]
    /// Empty squares with more own than enemy neighbors.
    CONTROL: ["empty squares controlled"]
    /// Enemy flats with more own than enemy neighbors.
    PRESSED: ["flats pressed, to move", "flats pressed, waiting"]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_groups_have_the_right_start() {
        let names: std::collections::BTreeSet<_> = Term::all().map(Term::name).collect();
        assert_eq!(names.len(), Term::COUNT);
        assert_eq!(TEMPO.name(), "side to move");
        assert_eq!(FLAT_AT.at(9).name(), "flat like d4");
        assert_eq!(WALL_AT.name(), "wall like a1");
        assert_eq!(PRESSED.at(1).index(), Term::COUNT - 1);
    }
}
