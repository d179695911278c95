//! Selects the games of a segment that a filter permits.

use crate::columns::{Column, Columns, pair, players};
use crate::facts::{RESULTS, parts};
use std::array;
use std::ops::RangeInclusive;
use stonefall_engine::notation::ptn_file::GameResult;

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

/// Conditions on the players: what is known of each, as bits of one byte, and which bits matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct People {
    /// The bits by identifiers; later identifiers have none.
    bits: Vec<u8>,
    /// Bits that one of the players must have.
    pub one: u8,
    /// Bits that White must have.
    pub white: u8,
    /// Bits that Black must have.
    pub black: u8,
    /// Bits that neither may have.
    pub none: u8,
}

/// The bit of games that do not match, above the results.
const REFUSED: u8 = RESULTS.len() as u8;

impl People {
    /// Gives players a bit.
    pub fn mark(&mut self, id: u32, bit: u8) {
        let place = id as usize;
        if place >= self.bits.len() {
            self.bits.resize(place + 1, 0);
        }
        self.bits[place] |= bit;
    }

    fn of(&self, id: u32) -> u8 {
        self.bits.get(id as usize).copied().unwrap_or_default()
    }

    fn permit(&self, [white, black]: [u32; 2]) -> bool {
        let (white, black) = (self.of(white), self.of(black));
        let missing = self.one & !(white | black) | self.white & !white | self.black & !black;
        missing | (white | black) & self.none == 0
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
