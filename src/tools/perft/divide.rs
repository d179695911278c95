//! Counting move by move, on several threads.

use super::{Counting, perft};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use stonefall_engine::board::Position;
use stonefall_engine::types::Move;

/// A part of the count that one thread does alone.
struct Job {
    /// Which of the root's moves it belongs to.
    root: usize,
    /// The moves that lead to it.
    path: Vec<Move>,
}

/// The count of each move of the root; they add up to [`perft`]. Nothing at depth 0 or if the game
/// is over.
///
/// The order is that of move generation, whatever the number of threads.
#[must_use]
pub fn divide<const N: usize>(
    position: &Position<N>,
    depth: u32,
    counting: Counting,
    threads: usize,
) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let moves = moves(position);
    let jobs = jobs(position, &moves, depth);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counts = vec![0; moves.len()];
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut position = position.clone();
            for &mv in &job.path {
                position.play(mv, &mut ());
            }
            counts[job.root] += perft(&mut position, depth - job.path.len() as u32, counting);
        }
        counts
    };
    let mut sums = thread::scope(|scope| {
        // This thread works as well; a helper that cannot be started is done without.
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
    moves.into_iter().zip(sums.drain(..)).collect()
}

/// Parts of two plies where that leaves something to count, so that no thread is left with one
/// large part at the end.
fn jobs<const N: usize>(position: &Position<N>, moves: &[Move], depth: u32) -> Vec<Job> {
    let mut jobs = Vec::new();
    for (root, &mv) in moves.iter().enumerate() {
        if depth < 4 {
            jobs.push(Job { root, path: vec![mv] });
            continue;
        }
        let mut child = position.clone();
        child.play(mv, &mut ());
        jobs.extend(
            self::moves(&child).into_iter().map(|reply| Job { root, path: vec![mv, reply] }),
        );
    }
    jobs
}

fn moves<const N: usize>(position: &Position<N>) -> Vec<Move> {
    let mut moves = Vec::new();
    if position.outcome().is_none() {
        position.generate(&mut moves);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonefall_engine::types::Rules;

    #[test]
    fn parts_add_up_on_any_number_of_threads() {
        let mut position = Position::<4>::start(Rules::standard(4));
        for depth in 1..=4 {
            let expected = perft(&mut position, depth, Counting::Bulk);
            let alone = divide(&position, depth, Counting::EveryMove, 1);
            assert_eq!(alone.iter().map(|(_, count)| count).sum::<u64>(), expected);
            assert_eq!(divide(&position, depth, Counting::Bulk, 3), alone);
        }
        assert!(divide(&position, 0, Counting::Bulk, 2).is_empty());
    }
}
