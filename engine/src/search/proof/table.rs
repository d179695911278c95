//! The memory of the proof search: a table of fixed size, with whole keys.

use super::length::Length;
use super::state::Numbers;
use crate::types::Move;

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// What is known for this number of moves of the attacker; final numbers stand in `won`, `lost`
    /// and `lost_beside` instead.
    pub(super) numbers: Numbers,
    pub(super) length: Length,
    /// Moves in which the attacker wins; never if that is not known.
    pub(super) won: Length,
    /// Moves in which the attacker cannot win; none if that is not known.
    pub(super) lost: Length,
    /// A disproof that holds while a certain position may not come again.
    pub(super) condition: Option<Condition>,
    /// The move that wins, or the best so far.
    pub(super) mv: Option<Move>,
    /// The logarithm of the positions that this took.
    pub(super) effort: u8,
}

/// A disproof for `lost` moves, as long as the position with a key like this is on the way here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Condition {
    pub(super) ancestor: KeyPart,
    pub(super) lost: Length,
}

/// The upper 56 bits of a key: all that a slot has room for. Of 2^56 positions one is taken for
/// another, so that a wrong match practically never happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KeyPart(u64);

impl KeyPart {
    pub(super) const fn of(key: u64) -> Self {
        Self(key & !0xff)
    }
}

impl Entry {
    pub(super) const EMPTY: Self = Self {
        numbers: Numbers::UNKNOWN,
        length: Length::ZERO,
        won: Length::NEVER,
        lost: Length::ZERO,
        condition: None,
        mv: None,
        effort: 0,
    };
}

/// The key; both numbers, or the condition; the rest. A written slot is never zero, since `won` never is.
type Slot = [u64; 3];

const CONDITIONAL: u64 = 1 << 63;

fn pack(key: u64, entry: &Entry, generation: u8) -> Slot {
    let numbers = match entry.condition {
        Some(condition) => condition.ancestor.0 | u64::from(condition.lost.bits()),
        None => u64::from(entry.numbers.proof) | u64::from(entry.numbers.disproof) << 32,
    };
    let rest = u64::from(entry.mv.map_or(0, Move::bits))
        | u64::from(entry.length.bits()) << 16
        | u64::from(entry.won.bits()) << 24
        | u64::from(entry.lost.bits()) << 32
        | u64::from(entry.effort) << 40
        | u64::from(generation) << 48
        | if entry.condition.is_some() { CONDITIONAL } else { 0 };
    [key, numbers, rest]
}

fn unpack(slot: &Slot) -> Entry {
    let &[_, numbers, rest] = slot;
    let length = |shift: u32| Length::from_bits((rest >> shift) as u8);
    let (low, high) = (numbers as u32, (numbers >> 32) as u32);
    let conditional = rest & CONDITIONAL != 0;
    Entry {
        numbers: if conditional {
            Numbers::UNKNOWN
        } else {
            Numbers { proof: low, disproof: high }
        },
        length: if conditional { Length::ZERO } else { length(16) },
        won: length(24),
        lost: length(32),
        condition: conditional.then_some(Condition {
            ancestor: KeyPart::of(numbers),
            lost: Length::from_bits(numbers as u8),
        }),
        mv: Move::from_bits(rest as u16),
        effort: effort(slot),
    }
}

const fn effort(slot: &Slot) -> u8 {
    (slot[2] >> 40) as u8
}

const fn generation(slot: &Slot) -> u8 {
    (slot[2] >> 48) as u8
}

/// Slots that a position can be in, one after the other.
const WAYS: usize = 4;

/// Slots of a table that is still empty.
const FIRST: usize = 1 << 12;
/// How many times as large a table gets when it is half full.
const GROWTH: usize = 4;

/// The table. It begins small, so that easy questions cost no memory, and grows up to a limit. Where all
/// the slots that a position can be in are taken, the one that took least work gives way, those of
/// earlier searches first.
pub(super) struct Table {
    slots: Vec<Slot>,
    taken: usize,
    limit: usize,
    generation: u8,
}

impl Table {
    /// A table of at most so many MiB.
    pub(super) fn new(mib: usize) -> Self {
        let limit = ((mib.max(1) << 20) / size_of::<Slot>()).max(FIRST);
        Self { slots: vec![[0; 3]; FIRST], taken: 0, limit, generation: 0 }
    }

    /// Lets it grow to so many MiB, if that is more than it may now.
    pub(super) fn allow(&mut self, mib: usize) {
        self.limit = self.limit.max((mib.max(1) << 20) / size_of::<Slot>());
    }

    /// Begins a new search: what is there gives way first.
    pub(super) const fn age(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn first(&self, key: u64) -> usize {
        let room = self.slots.len() - (WAYS - 1);
        ((u128::from(key) * room as u128) >> 64) as usize
    }

    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        let first = self.first(key);
        let slots = self.slots.get(first..first + WAYS)?;
        slots.iter().find(|slot| slot[0] == key && slot[2] != 0).map(unpack)
    }

    pub(super) fn store(&mut self, key: u64, entry: &Entry) {
        if self.taken > self.slots.len() / 2 && self.slots.len() < self.limit {
            self.grow();
        }
        self.put(pack(key, entry, self.generation));
    }

    fn put(&mut self, slot: Slot) {
        let (first, generation) = (self.first(slot[0]), self.generation);
        let Some(slots) = self.slots.get_mut(first..first + WAYS) else { return };
        let worth = |old: &Slot| {
            if old[2] == 0 {
                return (false, 0);
            }
            (self::generation(old) == generation, effort(old))
        };
        let same = slots.iter().position(|old| old[0] == slot[0] && old[2] != 0);
        let target = same.or_else(|| (0..WAYS).min_by_key(|&index| worth(&slots[index])));
        if let Some(index) = target {
            self.taken += usize::from(slots[index][2] == 0);
            slots[index] = slot;
        }
    }

    fn grow(&mut self) {
        let len = (self.slots.len() * GROWTH).min(self.limit);
        let old = std::mem::replace(&mut self.slots, vec![[0; 3]; len]);
        self.taken = 0;
        old.into_iter().filter(|slot| slot[2] != 0).for_each(|slot| self.put(slot));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(won: u32, effort: u8) -> Entry {
        Entry { won: Length::new(won), effort, ..Entry::EMPTY }
    }

    #[test]
    fn nothing_is_lost_while_it_grows() {
        let mut table = Table::new(8);
        let keys = || (1..=50_000u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for key in keys() {
            table.store(key, &entry(3, 1));
        }
        let found = keys().filter(|&key| table.probe(key) == Some(entry(3, 1))).count();
        assert!(found > 49_000, "{found}");
        assert!(table.slots.len() < 1 << 20);
    }

    #[test]
    fn everything_is_read_as_it_was_written() {
        let mut table = Table::new(1);
        let ancestor = KeyPart::of(0xfeed_beef_dead_1234);
        let condition = Some(Condition { ancestor, lost: Length::NEVER });
        let lost =
            Entry { condition, lost: Length::new(4), mv: Move::from_bits(0x1234), ..entry(60, 9) };
        let open = Entry {
            numbers: Numbers { proof: 1 << 29, disproof: 77 },
            length: Length::new(5),
            ..entry(60, 2)
        };
        table.store(7, &lost);
        table.store(8, &open);
        assert_eq!(table.probe(7), Some(lost));
        assert_eq!(table.probe(8), Some(open));
        assert_eq!(table.probe(9), None);
    }

    #[test]
    fn the_least_work_gives_way() {
        let mut table = Table::new(1);
        for effort in 1..=5 {
            table.store(effort.into(), &entry(2, effort));
        }
        let left: Vec<_> = (1..=5).filter(|&key| table.probe(key).is_some()).collect();
        assert_eq!(left, [2, 3, 4, 5]);
    }
}
