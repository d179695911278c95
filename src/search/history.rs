//! What earlier nodes have learned about moves, for ordering and reductions.

use super::tunables;
use crate::types::{Color, Move, MoveKind, Piece};

/// Values stay within plus and minus this.
const LIMIT: i32 = 8192;

/// How well moves have done, by themselves and as answers to the move before.
pub(super) struct MoveHistory<const N: usize> {
    /// By side and move.
    main: Vec<i16>,
    /// By the move before and the move, both without their drops.
    answers: Vec<i16>,
}

/// Kinds of move without drops: three pieces, four directions, and one to fill up eight.
const KINDS: usize = 8;

impl<const N: usize> MoveHistory<N> {
    /// Patterns of at most `N` stones have zeros below; the index leaves them out.
    const MAIN: usize = 1 << (8 + N);

    pub(super) fn new() -> Self {
        Self { main: vec![0; 2 * Self::MAIN], answers: vec![0; (64 * KINDS) * (64 * KINDS)] }
    }

    pub(super) fn clear(&mut self) {
        self.main.fill(0);
        self.answers.fill(0);
    }

    #[inline(always)]
    fn main_index(color: Color, mv: Move) -> usize {
        let bits = mv.bits() as usize;
        let square = bits & 63;
        let pattern = (bits >> 6 & 0xff) >> (8 - N);
        let tag = bits >> 14;
        color.index() * Self::MAIN + (square | pattern << 6 | tag << (6 + N))
    }

    #[inline(always)]
    fn answer_index(before: Move, mv: Move) -> usize {
        outline(before) * (64 * KINDS) + outline(mv)
    }

    /// How well a move has done, within plus and minus 16384.
    #[inline(always)]
    pub(super) fn get(&self, color: Color, before: Option<Move>, mv: Move) -> i32 {
        let main = i32::from(self.main[Self::main_index(color, mv)]);
        let answer =
            before.map_or(0, |before| i32::from(self.answers[Self::answer_index(before, mv)]));
        main + answer
    }

    /// Rewards the move that was best at a node of this depth, and takes from those tried before.
    pub(super) fn update(
        &mut self,
        color: Color,
        before: Option<Move>,
        best: Move,
        others: &[Move],
        depth: i32,
    ) {
        let bonus = (tunables::history_bonus() * depth).min(tunables::history_max_bonus());
        self.add(color, before, best, bonus);
        for &mv in others {
            self.add(color, before, mv, -bonus);
        }
    }

    fn add(&mut self, color: Color, before: Option<Move>, mv: Move, bonus: i32) {
        gravitate(&mut self.main[Self::main_index(color, mv)], bonus);
        if let Some(before) = before {
            gravitate(&mut self.answers[Self::answer_index(before, mv)], bonus);
        }
    }
}

/// Adds a bonus that shrinks as the value nears the limit, so that it can never pass it.
fn gravitate(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// A move without its drops: square and piece or direction.
#[inline(always)]
fn outline(mv: Move) -> usize {
    let kind = match mv.kind() {
        MoveKind::Place(Piece::Flat) => 0,
        MoveKind::Place(Piece::Wall) => 1,
        MoveKind::Place(Piece::Capstone) => 2,
        MoveKind::Spread(direction, _) => 3 + direction.index(),
    };
    mv.square().index() * KINDS + kind
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Direction, Pattern, Square};

    #[test]
    fn moves_have_places_of_their_own() {
        fn check<const N: usize>() {
            let mut seen = vec![false; 2 * MoveHistory::<N>::MAIN];
            for square in Square::all(N) {
                let placements = Piece::ALL.map(|piece| Move::place(square, piece));
                let spreads = Direction::ALL.into_iter().flat_map(|direction| {
                    (1..=255)
                        .filter_map(Pattern::from_bits)
                        .filter(|pattern| pattern.carried() <= N)
                        .map(move |pattern| Move::spread(square, direction, pattern))
                });
                for mv in placements.into_iter().chain(spreads) {
                    for color in Color::ALL {
                        let index = MoveHistory::<N>::main_index(color, mv);
                        assert!(!seen[index], "{mv}");
                        seen[index] = true;
                    }
                }
            }
        }
        check::<3>();
        check::<6>();
        check::<8>();
    }

    #[test]
    fn values_stay_within_the_limit() {
        let mut value = 0;
        for _ in 0..1000 {
            gravitate(&mut value, 1800);
        }
        assert!(value > 6000 && i32::from(value) <= LIMIT);
        for _ in 0..1000 {
            gravitate(&mut value, -1800);
        }
        assert!(value < -6000 && i32::from(value) >= -LIMIT);
    }
}
