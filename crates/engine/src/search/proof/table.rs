//! The table of the proof search: limited size, 64-bit keys.

use super::state::{Length, Numbers};
use crate::cpu::product;
use crate::types::Move;

/// The results of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofEntry {
    /// Numbers of an open position when the attacker has `length` moves left.
    pub(super) numbers: Numbers,
    pub(super) length: Length,
    /// Number of moves within which the attacker wins; `NEVER` if unknown.
    pub(super) won: Length,
    /// Number of moves within which the attacker cannot win; `ZERO` if unknown.
    pub(super) lost: Length,
    /// A disproof that holds while a certain ancestor is on the path.
    pub(super) condition: Option<Condition>,
    /// The winning move, or the best move so far.
    pub(super) mv: Option<Move>,
    /// Number of positions searched, as [`log_nodes`].
    pub(super) log_nodes: u8,
}

/// A disproof for `lost` moves that holds while `ancestor` is on the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Condition {
    pub(super) ancestor: KeyPart,
    pub(super) lost: Length,
}

/// The upper 56 bits of a key, which fit a slot. The probability of a wrong match is 2^-56.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KeyPart(u64);

impl KeyPart {
    pub(super) const fn of(key: u64) -> Self {
        Self(key & !0xff)
    }
}

impl ProofEntry {
    pub(super) const EMPTY: Self = Self {
        numbers: Numbers::UNKNOWN,
        length: Length::ZERO,
        won: Length::NEVER,
        lost: Length::ZERO,
        condition: None,
        mv: None,
        log_nodes: 0,
    };
}

/// The key; both numbers or the condition; the rest, which is never 0 in a written slot because `won` is not.
type ProofSlot = [u64; 3];

const CONDITIONAL: u64 = 1 << 63;

fn pack(key: u64, entry: &ProofEntry, generation: u8) -> ProofSlot {
    let numbers = match entry.condition {
        Some(condition) => condition.ancestor.0 | u64::from(condition.lost.bits()),
        None => u64::from(entry.numbers.proof) | u64::from(entry.numbers.disproof) << 32,
    };
    let rest = u64::from(entry.mv.map_or(0, Move::bits))
        | u64::from(entry.length.bits()) << 16
        | u64::from(entry.won.bits()) << 24
        | u64::from(entry.lost.bits()) << 32
        | u64::from(entry.log_nodes) << 40
        | u64::from(generation) << 48
        | if entry.condition.is_some() { CONDITIONAL } else { 0 };
    [key, numbers, rest]
}

fn unpack(slot: &ProofSlot) -> ProofEntry {
    let &[_, numbers, rest] = slot;
    let length = |shift: u32| Length::from_bits((rest >> shift) as u8);
    let (low, high) = (numbers as u32, (numbers >> 32) as u32);
    let conditional = rest & CONDITIONAL != 0;
    ProofEntry {
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
        log_nodes: slot_log_nodes(slot),
    }
}

const fn slot_log_nodes(slot: &ProofSlot) -> u8 {
    (slot[2] >> 40) as u8
}

const fn generation(slot: &ProofSlot) -> u8 {
    (slot[2] >> 48) as u8
}

/// Number of adjacent slots that can hold a position.
const WAYS: usize = 4;

/// Slots of a new table.
const FIRST: usize = 1 << 12;
/// Factor by which a half-full table grows.
const GROWTH: usize = 4;

/// The table. It starts small, so that easy questions need little memory, and grows up to a limit. If all slots
/// of a position are in use, the entry with the fewest searched positions is replaced, those of earlier
/// searches first.
pub(super) struct ProofTable {
    slots: Vec<ProofSlot>,
    taken: usize,
    limit: usize,
    generation: u8,
}

impl ProofTable {
    /// Creates a table of at most `mib` MiB.
    pub(super) fn new(mib: usize) -> Self {
        let limit = ((mib.max(1) << 20) / size_of::<ProofSlot>()).max(FIRST);
        Self { slots: vec![[0; 3]; FIRST], taken: 0, limit, generation: 0 }
    }

    /// Raises the limit to `mib` MiB; never lowers it.
    pub(super) fn allow(&mut self, mib: usize) {
        self.limit = self.limit.max((mib.max(1) << 20) / size_of::<ProofSlot>());
    }

    /// Starts a new search: present entries are replaced first.
    pub(super) const fn age(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    fn first(&self, key: u64) -> usize {
        let starts = self.slots.len() - (WAYS - 1);
        product(key, starts as u64)[1] as usize
    }

    pub(super) fn probe(&self, key: u64) -> Option<ProofEntry> {
        let first = self.first(key);
        let slots = self.slots.get(first..first + WAYS)?;
        slots.iter().find(|slot| slot[0] == key && slot[2] != 0).map(unpack)
    }

    pub(super) fn store(&mut self, key: u64, entry: &ProofEntry) {
        if self.taken > self.slots.len() / 2 && self.slots.len() < self.limit {
            self.grow();
        }
        self.put(pack(key, entry, self.generation));
    }

    fn put(&mut self, slot: ProofSlot) {
        let (first, generation) = (self.first(slot[0]), self.generation);
        let Some(slots) = self.slots.get_mut(first..first + WAYS) else { return };
        let value = |old: &ProofSlot| {
            if old[2] == 0 {
                return (false, 0);
            }
            (self::generation(old) == generation, slot_log_nodes(old))
        };
        let same = slots.iter().position(|old| old[0] == slot[0] && old[2] != 0);
        let target = same.or_else(|| (0..WAYS).min_by_key(|&index| value(&slots[index])));
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

/// A number of positions as the table keeps it: the rounded logarithm to base 2, plus 1.
pub(super) const fn log_nodes(nodes: u64) -> u8 {
    let nodes = if nodes == 0 { 1 } else { nodes };
    nodes.ilog2() as u8 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(won: u32, log_nodes: u8) -> ProofEntry {
        ProofEntry { won: Length::new(won), log_nodes, ..ProofEntry::EMPTY }
    }

    #[test]
    fn growth_keeps_entries() {
        let mut table = ProofTable::new(8);
        let keys = || (1..=50_000u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for key in keys() {
            table.store(key, &entry(3, 1));
        }
        let found = keys().filter(|&key| table.probe(key) == Some(entry(3, 1))).count();
        assert!(found > 49_000, "{found}");
        assert!(table.slots.len() < 1 << 20);
    }

    #[test]
    fn entries_round_trip() {
        let mut table = ProofTable::new(1);
        let ancestor = KeyPart::of(0xfeed_beef_dead_1234);
        let condition = Some(Condition { ancestor, lost: Length::NEVER });
        let lost = ProofEntry {
            condition,
            lost: Length::new(4),
            mv: Move::from_bits(0x1234),
            ..entry(60, 9)
        };
        let open = ProofEntry {
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
    fn the_entry_with_the_fewest_positions_is_replaced() {
        let mut table = ProofTable::new(1);
        for log_nodes in 1..=5 {
            table.store(log_nodes.into(), &entry(2, log_nodes));
        }
        let left: Vec<_> = (1..=5).filter(|&key| table.probe(key).is_some()).collect();
        assert_eq!(left, [2, 3, 4, 5]);
    }
}
