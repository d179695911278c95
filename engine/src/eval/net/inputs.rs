//! What the network sees of a position: one description for all board sizes.
//!
//! A position is described twice, once as each player sees it. An input is on or off. In their order:
//!
//! | inputs | how many | which one is on |
//! |---|---|---|
//! | piles | 98 for each square, rank by rank from a1 | for an occupied square its pile, see below; nothing for an empty one |
//! | race | 10 x 17 | how long the race to the flat count is, and by how much it is won, see below |
//! | capstones in hand | 3 x 3 | own (0, 1, more) times 3, plus the opponent's |
//! | roads | 4 for each square | see below |
//!
//! - **Piles.** `90 = 6 x 15`: the top piece (own flat, wall, capstone, then the opponent's) and the owners of the
//!   three uppermost captives. With `d` of them, the uppermost as bit 0, own as 0 and the opponent's as 1, this is number
//!   `2^d - 1 + bits` of the fifteen. Then, for captives further down, four inputs for own ones (1, 2, 3, more) and
//!   four for the opponent's.
//! - **Race.** If both players only place flats from here on, the board is full or a reserve used up after some
//!   plies (1, 2, 3, 4, 5-6, 7-8, 9-11, 12-15, 16-20, more), and one of them is ahead by some half flats, komi included (-8 to 8).
//!   (TakZero has the flat lead less komi among its inputs. The race is in no other network for Tak that is known.)
//! - **Roads.** Four sets of squares: where one more own road stone completes a road; the same for the opponent;
//!   squares of own roads that lack two stones; of the opponent's. (Threats as inputs: networks for chess and shogi such as those of Reckless.)
//!
//! A move changes the piles of its squares only; the rest is looked up anew for each position.

use crate::board::{Contents, Symmetry};
use crate::types::{Color, Piece, Square, Stack};

/// Inputs for each square that depend on its stack.
pub const PILES: usize = TOPS * CAPTIVES + 2 * DEEP;
/// Kinds of a top piece: flat, wall and capstone of both players.
pub const TOPS: usize = 6;
/// What the three uppermost captives can be.
pub const CAPTIVES: usize = 15;
/// Captives that are seen one by one.
pub const SEEN: usize = 3;
/// Inputs for the number of captives further down, of one player.
const DEEP: usize = 4;

/// Lengths of the race that are told apart.
const LENGTHS: usize = 10;
/// Leads that are told apart, in half flats: -8 to 8.
const LEADS: usize = 17;
/// What players can have in hand: 0, 1 or more capstones each.
const HANDS: usize = 9;

/// Sets of squares: own and the opponent's critical squares, then those of roads that lack two.
pub(super) const ROAD_SETS: usize = 4;

/// The inputs for a board size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inputs {
    size: usize,
}

/// What the inputs beside the piles are made of, as the side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::eval) struct Situation {
    /// Plies until the board is full or a reserve used up.
    pub(in crate::eval) race_plies: i32,
    /// By how many half flats the side to move is ahead then.
    pub(in crate::eval) race_lead: i32,
    /// Capstones in hand: of the side to move, and of the other.
    pub(in crate::eval) capstones: [u8; 2],
    /// Sets of squares as bits, in the order of the inputs.
    pub(in crate::eval) roads: [u64; ROAD_SETS],
}

impl Inputs {
    /// The inputs for boards of a size from 3 to 8.
    #[must_use]
    pub const fn new(size: usize) -> Self {
        Self { size }
    }

    const fn squares(self) -> usize {
        self.size * self.size
    }

    /// Number of inputs that are piles; they come first.
    #[must_use]
    pub const fn piles(self) -> usize {
        PILES * self.squares()
    }

    /// Number of all inputs.
    #[must_use]
    pub const fn count(self) -> usize {
        self.first_road() + ROAD_SETS * self.squares()
    }

    const fn first_hand(self) -> usize {
        self.piles() + LENGTHS * LEADS
    }

    const fn first_road(self) -> usize {
        self.first_hand() + HANDS
    }

    /// Number of a square, rank by rank.
    #[inline(always)]
    const fn square(self, square: Square) -> usize {
        square.rank() * self.size + square.file()
    }

    /// Shows the inputs that are on because of what lies on a square, as a player sees it.
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
        let kind = piece_number(piece) + if owner == seen_by { 0 } else { TOPS / 2 };
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

    /// Number of inputs that are neither piles nor roads; they come between them.
    pub(super) const COUNTS: usize = LENGTHS * LEADS + HANDS;

    /// The two inputs that are on for the race and the capstones in hand, counted from the first of their kind.
    #[inline(always)]
    pub(super) fn counts(situation: &Situation) -> [usize; 2] {
        let lead = (situation.race_lead.clamp(-8, 8) + 8) as usize;
        let [own, other] = situation.capstones.map(|count| usize::from(count.min(2)));
        [length(situation.race_plies) * LEADS + lead, LENGTHS * LEADS + own * 3 + other]
    }

    /// The input for a square of one of the sets of roads.
    pub(super) const fn road(self, set: usize, square: Square) -> usize {
        self.first_road() + set * self.squares() + self.square(square)
    }

    /// The input that is on for the other player where this one is on.
    ///
    /// # Panics
    /// May do so for a number that is no input.
    #[must_use]
    pub fn seen_by_other(self, input: usize) -> usize {
        if input < self.piles() {
            let (square, pile) = (input / PILES, input % PILES);
            return square * PILES + other_pile(pile);
        }
        if input < self.first_hand() {
            let (length, lead) = ((input - self.piles()) / LEADS, (input - self.piles()) % LEADS);
            return self.piles() + length * LEADS + (LEADS - 1 - lead);
        }
        if input < self.first_road() {
            let hand = input - self.first_hand();
            return self.first_hand() + hand % 3 * 3 + hand / 3;
        }
        let road = input - self.first_road();
        let (set, square) = (road / self.squares(), road % self.squares());
        self.first_road() + (set ^ 1) * self.squares() + square
    }

    /// The input that is on for an image of the board where this one is on.
    #[must_use]
    pub fn image(self, input: usize, symmetry: Symmetry) -> usize {
        self.elsewhere(input, self, |square| symmetry.square(square, self.size))
    }

    /// The input for another board size that is most like this one: its square is as far from the nearest edges, or in the
    /// middle.
    #[must_use]
    pub fn like(self, input: usize, other: Self) -> usize {
        let near = |at: usize| {
            let [last, other] = [self.size - 1, other.size - 1];
            let from_edge = at.min(last - at).min(other / 2);
            if at * 2 <= last { from_edge } else { other - from_edge }
        };
        self.elsewhere(input, other, |square| Square::new(near(square.file()), near(square.rank())))
    }

    /// The input of another board that says the same of another square.
    fn elsewhere(self, input: usize, other: Self, place: impl Fn(Square) -> Square) -> usize {
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

/// The place of a piece among the tops of a player.
#[inline(always)]
const fn piece_number(piece: Piece) -> usize {
    match piece {
        Piece::Flat => 0,
        Piece::Wall => 1,
        Piece::Capstone => 2,
    }
}

/// Which of the fifteen the uppermost captives are.
#[inline(always)]
const fn captives(stack: Stack, seen_by: Color) -> usize {
    // A stack has White as 0, and a sentinel above its lowest stone.
    let bits = stack.0 as usize;
    let sentinel = 1 << SEEN;
    let seen = if stack.len() < SEEN { bits } else { sentinel | bits & (sentinel - 1) };
    let stones = (1 << seen.ilog2()) - 1;
    match seen_by {
        Color::White => seen - 1,
        Color::Black => (seen ^ stones) - 1,
    }
}

/// The owners of the captives with this number, as the sentinel and bits, the uppermost as bit 0.
#[must_use]
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

/// Which of the ten a length of the race is.
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
