//! The inputs of the network, the same for all board sizes.
//!
//! Each player has its own view of a position, with the same inputs. An input is active or not. In order:
//!
//! | inputs | number | active input |
//! |---|---|---|
//! | piles | 98 for each square, rank by rank from a1 | the pile of an occupied square, see below; none for an empty one |
//! | race | 10 x 17 | length and lead of the race to the flat count, see below |
//! | capstones in reserve | 3 x 3 | own (0, 1, more) times 3, plus the opponent's |
//! | roads | 4 for each square | see below |
//!
//! - **Piles.** `90 = 6 x 15`: the top piece (own flat, wall, capstone, then the opponent's) and the owners of the
//!   three top captives. `d` captives, with the top one as bit 0, own as 0 and the opponent's as 1, have the number
//!   `2^d - 1 + bits` of the fifteen. For deeper captives, four inputs give the number of own ones (1, 2, 3, more)
//!   and four the number of the opponent's.
//! - **Race.** If both players place only flats, the board is full or a reserve is empty after some plies (1, 2, 3,
//!   4, 5-6, 7-8, 9-11, 12-15, 16-20, more), and the player leads by some half flats including komi (-8 to 8).
//!   (TakZero has the flat lead minus komi among its inputs. No other known network for Tak has the race.)
//! - **Roads.** Four sets of squares: critical squares of the player and of the opponent; squares of roads that lack
//!   two stones, of the player and of the opponent. (Threats as inputs: networks for chess and shogi, such as
//!   Reckless.)
//!
//! A move changes only the piles of its squares. The evaluation computes the other inputs for each position.

use crate::board::{Contents, Symmetry};
use crate::eval::DIFFERENCES;
use crate::types::{Color, Square, Stack};
use std::ops::Range;

/// Number of inputs of a square's pile.
pub const PILES: usize = TOPS * CAPTIVES + 2 * DEEP;
/// Kinds of a top piece: flat, wall and capstone of both players.
pub const TOPS: usize = 6;
/// Combinations of the three top captives.
pub const CAPTIVES: usize = 15;
/// Number of captives that the inputs distinguish.
pub const SEEN: usize = 3;
/// Inputs for the number of a player's deeper captives.
const DEEP: usize = 4;

/// Number of distinct lengths of the race.
const LENGTHS: usize = 10;
/// Number of distinct leads in half flats: -8 to 8.
const LEADS: usize = 17;
/// Combinations of capstones in reserve: 0, 1 or more of each player.
const RESERVES: usize = 9;

/// Number of sets of squares: critical squares of both players, then squares of their roads that lack two stones.
pub(super) const ROAD_SETS: usize = 4;

/// The layout of the inputs of a board size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs {
    size: usize,
}

/// The values of all inputs besides the piles, from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// Plies until the board is full or a reserve is empty.
    pub(in crate::eval) race_plies: i32,
    /// The lead of the side to move at that time, in half flats.
    pub(in crate::eval) race_lead: i32,
    /// Capstones in reserve of the side to move and of the other side.
    pub(in crate::eval) capstones: [u8; 2],
    /// Sets of squares as bits, in the order of the inputs.
    pub(in crate::eval) roads: [u64; ROAD_SETS],
    /// The [`DIFFERENCES`].
    pub differences: [i32; DIFFERENCES.len()],
}

impl Inputs {
    /// The inputs of a board size from 3 to 8.
    pub const fn new(size: usize) -> Self {
        Self { size }
    }

    const fn squares(self) -> usize {
        self.size * self.size
    }

    /// Number of inputs for piles, which come first.
    pub const fn piles(self) -> usize {
        PILES * self.squares()
    }

    /// Number of all inputs.
    pub const fn count(self) -> usize {
        self.first_road() + ROAD_SETS * self.squares()
    }

    const fn first_reserve(self) -> usize {
        self.piles() + LENGTHS * LEADS
    }

    const fn first_road(self) -> usize {
        self.first_reserve() + RESERVES
    }

    /// Index of a square, rank by rank.
    #[inline(always)]
    const fn square(self, square: Square) -> usize {
        square.rank() * self.size + square.file()
    }

    /// Calls `on` with the active inputs of a square from the view of `seen_by`.
    #[inline(always)]
    pub fn pile(
        self,
        square: Square,
        contents: Contents,
        seen_by: Color,
        mut on: impl FnMut(usize),
    ) {
        let Some((owner, piece)) = contents.top else { return };
        let first = self.square(square) * PILES;
        let kind = piece.index() + if owner == seen_by { 0 } else { TOPS / 2 };
        on(first + kind * CAPTIVES + captives(contents.captives, seen_by));
        let count = contents.captives.len();
        if count > SEEN {
            let deep = Stack(contents.captives.0 >> SEEN);
            for (player, first) in [(seen_by, first), (seen_by.opponent(), first + DEEP)] {
                let count = deep.count(player);
                if count > 0 {
                    on(first + TOPS * CAPTIVES + count.min(DEEP) - 1);
                }
            }
        }
    }

    /// All inputs in groups of which at most one input is active: for each square its top with the uppermost
    /// captives, and the deeper captives of each player; the race; the reserves; each road square alone.
    pub(super) fn exclusive_groups(self) -> impl Iterator<Item = Range<usize>> {
        let square = [TOPS * CAPTIVES, DEEP, DEEP];
        let lengths = (0..self.squares())
            .flat_map(move |_| square)
            .chain([LENGTHS * LEADS, RESERVES])
            .chain((self.first_road()..self.count()).map(|_| 1));
        lengths.scan(0, |start, length| {
            let group = *start..*start + length;
            *start = group.end;
            Some(group)
        })
    }

    /// Number of inputs for the race and the reserves, between piles and roads.
    pub(super) const COUNTS: usize = LENGTHS * LEADS + RESERVES;

    /// The active inputs of the race and the reserves, counted from the first of them.
    #[inline(always)]
    pub(super) fn counts(summary: &Summary) -> [usize; 2] {
        let lead = (summary.race_lead.clamp(-8, 8) + 8) as usize;
        let [own, other] = summary.capstones.map(|count| usize::from(count.min(2)));
        [length(summary.race_plies) * LEADS + lead, LENGTHS * LEADS + own * 3 + other]
    }

    /// The input of a square in a set of roads.
    pub(super) const fn road(self, set: usize, square: Square) -> usize {
        self.first_road() + set * self.squares() + self.square(square)
    }

    /// The other player's input that is active together with this one.
    ///
    /// # Panics
    /// Possibly, if `input` is not an input.
    pub fn seen_by_other(self, input: usize) -> usize {
        if input < self.piles() {
            let (square, pile) = (input / PILES, input % PILES);
            return square * PILES + other_pile(pile);
        }
        if input < self.first_reserve() {
            let (length, lead) = ((input - self.piles()) / LEADS, (input - self.piles()) % LEADS);
            return self.piles() + length * LEADS + (LEADS - 1 - lead);
        }
        if input < self.first_road() {
            let reserve = input - self.first_reserve();
            return self.first_reserve() + reserve % 3 * 3 + reserve / 3;
        }
        let road = input - self.first_road();
        let (set, square) = (road / self.squares(), road % self.squares());
        self.first_road() + (set ^ 1) * self.squares() + square
    }

    /// The input that is active on the image of a board on which this one is active.
    pub fn image(self, input: usize, symmetry: Symmetry) -> usize {
        self.moved(input, self, |square| symmetry.square(square, self.size))
    }

    /// The corresponding input of another board size. Its square has the same distance from the nearest edges, or is
    /// in the middle.
    pub fn resized(self, input: usize, other: Self) -> usize {
        let near = |at: usize| {
            let [last, other] = [self.size - 1, other.size - 1];
            let from_edge = at.min(last - at).min(other / 2);
            if at * 2 <= last { from_edge } else { other - from_edge }
        };
        self.moved(input, other, |square| Square::new(near(square.file()), near(square.rank())))
    }

    /// The input of another board with the same meaning for the square `place` of its square.
    fn moved(self, input: usize, other: Self, place: impl Fn(Square) -> Square) -> usize {
        let placed = |number: usize| {
            other.square(place(Square::new(number % self.size, number / self.size)))
        };
        if input < self.piles() {
            placed(input / PILES) * PILES + input % PILES
        } else if input < self.first_road() {
            other.piles() + input - self.piles()
        } else {
            let road = input - self.first_road();
            let (set, square) = (road / self.squares(), road % self.squares());
            other.first_road() + set * other.squares() + placed(square)
        }
    }
}

/// The number of the three top captives among the fifteen combinations.
#[inline(always)]
const fn captives(stack: Stack, seen_by: Color) -> usize {
    // In a stack, White is 0, and a sentinel follows the lowest stone.
    let bits = stack.0 as usize;
    let sentinel = 1 << SEEN;
    let seen = if stack.len() < SEEN { bits } else { sentinel | bits & (sentinel - 1) };
    let stones = (1 << seen.ilog2()) - 1;
    match seen_by {
        Color::White => seen - 1,
        Color::Black => (seen ^ stones) - 1,
    }
}

/// The owners of the captives with this number: bit 0 is the top captive, and a sentinel follows the lowest.
pub const fn captive_bits(captives: usize) -> usize {
    captives + 1
}

fn other_pile(pile: usize) -> usize {
    if pile >= TOPS * CAPTIVES {
        let (deep, player) = ((pile - TOPS * CAPTIVES) % DEEP, (pile - TOPS * CAPTIVES) / DEEP);
        return TOPS * CAPTIVES + (1 - player) * DEEP + deep;
    }
    let (kind, captives) = (pile / CAPTIVES, pile % CAPTIVES);
    let bits = captive_bits(captives);
    let stones = (1 << bits.ilog2()) - 1;
    (kind + TOPS / 2) % TOPS * CAPTIVES + (bits ^ stones) - 1
}

/// The number of a length of the race among the ten.
#[inline(always)]
const fn length(plies: i32) -> usize {
    match plies {
        ..=1 => 0,
        2 => 1,
        3 => 2,
        4 => 3,
        5..=6 => 4,
        7..=8 => 5,
        9..=11 => 6,
        12..=15 => 7,
        16..=20 => 8,
        _ => 9,
    }
}
