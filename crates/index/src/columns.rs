//! The facts of the games of a segment as columns, so that a query reads only those that it needs.

use crate::facts::{Facts, rank};
use stonefall_engine::types::ByColor;

/// A column of facts. Its bytes have the games in order, each with the same number of bytes, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Column {
    /// [`class`](crate::class).
    Classes,
    /// White's and Black's rating, 0 if unknown.
    Ratings,
    /// The day since 1970, 0 if unknown.
    Days,
    /// Komi in half flats, signed.
    Komi,
    /// Time and increment in seconds.
    Clocks,
    /// White's and Black's identifier, 0 if unknown.
    Players,
}

impl Column {
    /// All columns, in the order of the file.
    pub const ALL: [Self; 6] =
        [Self::Classes, Self::Ratings, Self::Days, Self::Komi, Self::Clocks, Self::Players];

    /// The columns that every query needs.
    pub const USUAL: [Self; 3] = [Self::Classes, Self::Ratings, Self::Days];

    /// Bytes of a game.
    #[must_use]
    pub const fn width(self) -> usize {
        match self {
            Self::Classes | Self::Komi => 1,
            Self::Days => 2,
            Self::Ratings | Self::Clocks => 4,
            Self::Players => 8,
        }
    }

    /// The name in the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classes => "classes",
            Self::Ratings => "ratings",
            Self::Days => "days",
            Self::Komi => "komi",
            Self::Clocks => "clocks",
            Self::Players => "players",
        }
    }
}

/// Columns of facts, some of which may be missing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Columns([Vec<u8>; Column::ALL.len()]);

impl Columns {
    /// The bytes of a column; none if it is missing.
    #[must_use]
    pub fn bytes(&self, column: Column) -> &[u8] {
        &self.0[column as usize]
    }

    /// Sets the bytes of a column.
    pub fn set(&mut self, column: Column, bytes: Vec<u8>) {
        self.0[column as usize] = bytes;
    }

    /// Appends a game.
    pub fn push(&mut self, facts: &Facts) {
        let pair = |one: u16, other: u16| [one.to_le_bytes(), other.to_le_bytes()].concat();
        let (ByColor([white, black]), (time, increment)) = (facts.ratings, facts.time);
        self.0[Column::Classes as usize].push(facts.class);
        self.0[Column::Ratings as usize].extend(pair(white, black));
        self.0[Column::Days as usize].extend(facts.day.to_le_bytes());
        self.0[Column::Komi as usize].extend(facts.half_komi.to_le_bytes());
        self.0[Column::Clocks as usize].extend(pair(time, increment));
        let players = facts.players.0.map(u32::to_le_bytes);
        self.0[Column::Players as usize].extend(players.as_flattened());
    }

    /// Appends the games of other columns.
    pub fn append(&mut self, other: Self) {
        for (bytes, more) in self.0.iter_mut().zip(other.0) {
            bytes.extend(more);
        }
    }

    /// The facts of a game; `None` if it or a column is missing.
    #[must_use]
    pub fn facts(&self, game: usize) -> Option<Facts> {
        let ([white, black], [time, increment]) =
            (pair(*self.ratings().get(game)?), pair(*self.clocks().get(game)?));
        Some(Facts {
            players: ByColor(players(*self.players().get(game)?)),
            ratings: ByColor([white, black]),
            day: u16::from_le_bytes(*self.days().get(game)?),
            time: (time, increment),
            half_komi: *self.komi().get(game)? as i8,
            class: *self.classes().get(game)?,
        })
    }

    /// The rank of a game among those with the highest ratings: the higher one comes first, then the newer one.
    #[must_use]
    pub fn rank(&self, game: u16) -> Option<u32> {
        let [white, black] = pair(*self.ratings().get(usize::from(game))?);
        Some(rank(white, black, self.day(game)?))
    }

    /// The day of a game.
    #[must_use]
    pub fn day(&self, game: u16) -> Option<u16> {
        self.days().get(usize::from(game)).copied().map(u16::from_le_bytes)
    }

    pub(crate) fn classes(&self) -> &[u8] {
        self.bytes(Column::Classes)
    }

    pub(crate) fn ratings(&self) -> &[[u8; 4]] {
        self.bytes(Column::Ratings).as_chunks().0
    }

    pub(crate) fn days(&self) -> &[[u8; 2]] {
        self.bytes(Column::Days).as_chunks().0
    }

    pub(crate) fn komi(&self) -> &[u8] {
        self.bytes(Column::Komi)
    }

    pub(crate) fn clocks(&self) -> &[[u8; 4]] {
        self.bytes(Column::Clocks).as_chunks().0
    }

    pub(crate) fn players(&self) -> &[[u8; 8]] {
        self.bytes(Column::Players).as_chunks().0
    }
}

/// Two numbers of two bytes.
#[inline(always)]
pub(crate) const fn pair([a, b, c, d]: [u8; 4]) -> [u16; 2] {
    [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])]
}

/// Both players.
#[inline(always)]
pub(crate) const fn players(bytes: [u8; 8]) -> [u32; 2] {
    let both = u64::from_le_bytes(bytes);
    [both as u32, (both >> 32) as u32]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_back() {
        let facts = |game: u16| Facts {
            players: ByColor::new(70_000 + u32::from(game), 3),
            ratings: ByColor::new(1800, game),
            day: 20_000,
            time: (600, 20 + game),
            half_komi: -4,
            class: game as u8,
        };
        let mut columns = Columns::default();
        columns.push(&facts(0));
        let mut more = Columns::default();
        more.push(&facts(1));
        more.push(&facts(2));
        columns.append(more);
        for column in Column::ALL {
            assert_eq!(columns.bytes(column).len(), 3 * column.width(), "{}", column.name());
        }
        for game in 0..3 {
            let facts = facts(game);
            assert_eq!(columns.facts(game.into()), Some(facts));
            assert_eq!(columns.rank(game), Some(facts.rank()));
        }
        assert_eq!((columns.facts(3), columns.rank(3)), (None, None));
        columns.set(Column::Players, Vec::new());
        assert_eq!((columns.facts(0), columns.day(0)), (None, Some(20_000)));
    }
}
