//! Perft: the number of leaves of the game tree.

use super::Position;
use crate::stopper::Stopper;
use crate::types::Move;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Method of counting the last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counting {
    /// Counts the moves of the last ply without playing them.
    Bulk,
    /// Plays and undoes every move.
    EveryMove,
}

/// Maximum depth that the program and TEI accept, in plies. The count recurses once per ply.
pub const MAX_PERFT_DEPTH: u32 = 64;

/// Depth below which the count does not check the stopper.
const UNCHECKED: u32 = 2;

impl<const N: usize> Position<N> {
    /// Number of sequences of `depth` plies. A finished game has no successors.
    pub fn perft(&mut self, depth: u32, counting: Counting) -> u64 {
        self.perft_until(depth, counting, &Stopper::default()).unwrap_or_default()
    }

    /// Like [`Position::perft`]; `None` if the count was stopped.
    pub(crate) fn perft_until(
        &mut self,
        depth: u32,
        counting: Counting,
        stopper: &Stopper,
    ) -> Option<u64> {
        let nodes = match (depth, counting) {
            (0, _) => 1,
            (_, Counting::Bulk) => self.bulk(depth, &mut Vec::new(), stopper),
            (_, Counting::EveryMove) => self.every_move(depth, &mut Vec::new(), stopper),
        };
        (!stopper.is_stopped()).then_some(nodes)
    }

    /// Counts in bulk. All move lists share one buffer, with a range for each ply.
    fn bulk(&mut self, depth: u32, moves: &mut Vec<Move>, stopper: &Stopper) -> u64 {
        if self.outcome().is_some() || depth > UNCHECKED && stopper.is_stopped() {
            return 0;
        }
        if depth == 1 {
            return self.count_moves() as u64;
        }
        let start = moves.len();
        self.generate(moves);
        let mut nodes = 0;
        for index in start..moves.len() {
            let mv = moves[index];
            let undo = self.play(mv, &mut ());
            nodes += self.bulk(depth - 1, moves, stopper);
            self.undo(mv, &undo);
        }
        moves.truncate(start);
        nodes
    }

    /// Counts by playing the last ply. (One function with a const parameter for both methods slows the bulk count.)
    fn every_move(&mut self, depth: u32, moves: &mut Vec<Move>, stopper: &Stopper) -> u64 {
        if self.outcome().is_some() || depth > UNCHECKED && stopper.is_stopped() {
            return 0;
        }
        let start = moves.len();
        self.generate(moves);
        let mut nodes = 0;
        for index in start..moves.len() {
            let mv = moves[index];
            let undo = self.play(mv, &mut ());
            nodes += if depth == 1 {
                // Observe the whole position, so that the compiler removes no part of the move.
                black_box(&*self);
                1
            } else {
                self.every_move(depth - 1, moves, stopper)
            };
            self.undo(mv, &undo);
        }
        moves.truncate(start);
        nodes
    }

    /// The count of each move, computed by `threads` threads; the sum is [`Position::perft`]. The order is the order
    /// of move generation. Empty at depth 0 and after the end of the game.
    pub fn divide(&self, depth: u32, counting: Counting, threads: usize) -> Vec<(Move, u64)> {
        if depth == 0 {
            return Vec::new();
        }
        let moves = self.continuations();
        let parts = self.parts(&moves, depth);
        let next = AtomicUsize::new(0);
        let work = || {
            let mut counts = vec![0; moves.len()];
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                let mut position = self.clone();
                for &mv in &part.path {
                    position.play(mv, &mut ());
                }
                counts[part.first] += position.perft(depth - part.path.len() as u32, counting);
            }
            counts
        };
        let sums = thread::scope(|scope| {
            // This thread works as well. Threads that fail to start are skipped.
            let helpers: Vec<_> = (1..threads)
                .filter_map(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
                .collect();
            let mut sums = work();
            for helper in helpers {
                let counts = helper.join().unwrap_or_default();
                for (sum, count) in sums.iter_mut().zip(counts) {
                    *sum += count;
                }
            }
            sums
        });
        moves.into_iter().zip(sums).collect()
    }

    /// Splits the count into parts of one ply or, from depth 4, two plies. Small parts keep all threads busy until
    /// the end.
    fn parts(&self, moves: &[Move], depth: u32) -> Vec<Part> {
        let mut parts = Vec::new();
        for (first, &mv) in moves.iter().enumerate() {
            if depth < 4 {
                parts.push(Part { first, path: vec![mv] });
                continue;
            }
            let replies = self.after(mv).continuations().into_iter();
            parts.extend(replies.map(|reply| Part { first, path: vec![mv, reply] }));
        }
        parts
    }

    /// The legal moves; none after the end of the game.
    fn continuations(&self) -> Vec<Move> {
        if self.outcome().is_none() { self.moves() } else { Vec::new() }
    }
}

/// A part of the count for one thread.
struct Part {
    /// Index of the first move.
    first: usize,
    /// The moves from the root to the part.
    path: Vec<Move>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rules;

    #[test]
    fn parts_add_up_on_any_number_of_threads() {
        let mut position = Position::<4>::start(Rules::standard(4));
        for depth in 1..=4 {
            let expected = position.perft(depth, Counting::Bulk);
            let alone = position.divide(depth, Counting::EveryMove, 1);
            assert_eq!(alone.iter().map(|(_, count)| count).sum::<u64>(), expected);
            assert_eq!(position.divide(depth, Counting::Bulk, 3), alone);
        }
        assert!(position.divide(0, Counting::Bulk, 2).is_empty());
    }

    #[test]
    fn a_stopped_count_is_none() {
        let mut position = Position::<5>::start(Rules::standard(5));
        let before = position.clone();
        let stopper = Stopper::default();
        stopper.stop();
        assert_eq!(position.perft_until(4, Counting::Bulk, &stopper), None);
        assert!(position == before);
    }
}
