//! Selects the games of a segment that a filter permits.

use crate::columns::{Column, Columns, pair, players};
use crate::facts::{RESULTS, parts};
use std::array;
use std::ops::RangeInclusive;
use stonefall_engine::notation::ptn_file::GameResult;
use stonefall_engine::types::ByColor;

/// The conditions of a filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// For each class the place of its result, with a higher bit if size, result or tournament is not permitted.
    pub classes: [u8; 256],
    /// The only komi.
    pub half_komi: Option<i8>,
    /// The least rating of both players.
    pub min_rating: u16,
    /// Permitted days.
    pub days: RangeInclusive<u16>,
    /// The only time control.
    pub time: Option<(u16, u16)>,
    /// The players.
    pub people: Option<People>,
}

/// Conditions on the players, as bits that each player adds to a game in each color.
///
/// A game matches if both players together have every bit of `one` and no other bit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct People {
    /// The bits that the players add as White and as Black, by identifiers. The last ones are those of all later
    /// identifiers.
    added: ByColor<Vec<u8>>,
    one: u8,
}

/// Conditions on the bits that a caller gave to players. The highest bit is not for callers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bits {
    /// Bits that one of the players must have.
    pub one: u8,
    /// Bits that the player of a color must have.
    pub colors: ByColor<u8>,
    /// Bits that neither may have.
    pub none: u8,
}

/// The bit of games that do not match, above the results.
const REFUSED: u8 = RESULTS.len() as u8;

/// The bit of a player who does not match, whatever the opponent.
const NEVER: u8 = 1 << 7;

impl People {
    /// Conditions on players whose bits are known by their identifiers; players without a number have no bits.
    #[must_use]
    pub fn new(players: &[u8], bits: &Bits) -> Self {
        let added = bits.colors.0.map(|needed| {
            let added = |&has: &u8| {
                let fails = needed & !has | bits.none & has != 0;
                bits.one & has | if fails { NEVER } else { 0 }
            };
            players.iter().chain(&[0]).map(added).collect()
        });
        Self { added: ByColor(added), one: bits.one }
    }

    /// Whether White and Black match.
    #[inline(always)]
    fn permit(&self, players: [u32; 2]) -> bool {
        let [white, black] = array::from_fn(|color| {
            let added = &self.added.0[color];
            added[(players[color] as usize).min(added.len() - 1)]
        });
        white | black == self.one
    }
}

impl Conditions {
    /// Conditions on the class of a game, and no others.
    pub fn new(is_permitted: impl Fn(u8, GameResult, bool) -> bool) -> Self {
        let classes = array::from_fn(|class| {
            let (size, result, is_tournament) = parts(class as u8);
            let is_permitted = is_permitted(size, RESULTS[usize::from(result)], is_tournament);
            if is_permitted { result } else { result | REFUSED }
        });
        let (days, people) = (0..=u16::MAX, None);
        Self { classes, half_komi: None, min_rating: 0, days, time: None, people }
    }

    /// Whether the conditions need a column.
    #[must_use]
    pub fn need(&self, column: Column) -> bool {
        match column {
            Column::Classes | Column::Ratings | Column::Days => true,
            Column::Komi => self.half_komi.is_some(),
            Column::Clocks => self.time.is_some(),
            Column::Players => self.people.is_some(),
        }
    }

    /// The results of all games, as places, with a higher bit for games that do not match.
    ///
    /// Each condition is a loop without branches over one column.
    #[must_use]
    pub fn select(&self, columns: &Columns) -> Vec<u8> {
        let mut results: Vec<_> =
            columns.classes().iter().map(|&class| self.classes[usize::from(class)]).collect();
        if let Some(komi) = self.half_komi {
            refuse(&mut results, columns.komi(), |found| found as i8 == komi);
        }
        if self.min_rating > 0 {
            let least = self.min_rating;
            refuse(&mut results, columns.ratings(), |ratings| {
                let [white, black] = pair(ratings);
                (white >= least) & (black >= least)
            });
        }
        let (first, last) = (*self.days.start(), *self.days.end());
        if (first, last) != (0, u16::MAX) {
            refuse(&mut results, columns.days(), |day| {
                let day = u16::from_le_bytes(day);
                (day >= first) & (day <= last)
            });
        }
        if let Some((time, increment)) = self.time {
            refuse(&mut results, columns.clocks(), |clock| pair(clock) == [time, increment]);
        }
        if let Some(people) = &self.people {
            refuse(&mut results, columns.players(), |found| people.permit(players(found)));
        }
        results
    }
}

/// Marks the games that do not pass a test.
#[inline(always)]
fn refuse<T: Copy>(results: &mut [u8], column: &[T], test: impl Fn(T) -> bool) {
    for (result, &value) in results.iter_mut().zip(column) {
        *result |= REFUSED * u8::from(!test(value));
    }
}
