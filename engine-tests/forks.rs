//! A fork wins in two moves: against the proof search, which looks at every reply.

use crate::common::{Random, random, random_game};
use stonefall::board::{History, Position};
use stonefall::search::proof::{Budget, Goal, Solver};
use stonefall::types::Rules;

/// Looks for a fork where there may be one, and tells whether there was.
fn check<const N: usize>(solver: &mut Solver<N>, position: &mut Position<N>) -> bool {
    let roads = position.roads();
    let tak = position.threats(&roads).is_some();
    if tak || position.winning_move().is_some() {
        return false;
    }
    let mut room = Vec::new();
    let before = position.clone();
    let fork = position.fork(&roads, &mut room);
    assert!(*position == before && room.is_empty());
    let Some(mv) = fork else { return false };
    let text = crate::common::tps(position);
    assert!(position.is_legal(mv), "{mv} in {text}");
    let (history, budget) = (History::new(), Budget::nodes(100_000));
    let first = solver.first_moves(position, &history, Goal::Road, 2, &budget);
    assert!(first.winning.iter().any(|&(winning, _)| winning == mv), "{mv} does not win {text}");
    true
}

fn games<const N: usize>(random: &mut Random, count: usize, least: usize) {
    let mut solver = Solver::<N>::new(1);
    let mut found = 0;
    for game in 0..count {
        // Where few reversible plies draw the game, a reply that is no placement may be one.
        let reversible_plies = (game % 4) as u16;
        let rules = Rules { reversible_plies, ..Rules::standard(N) };
        random_game::<N>(random, rules, 80, |position, _, _| {
            let limit = usize::from(reversible_plies);
            if limit == 0 || position.reversible_plies() < limit {
                found += usize::from(check(&mut solver, position));
            }
        });
    }
    assert!(found >= least, "{N}x{N}: only {found} forks in {count} games");
}

#[test]
fn no_reply_meets_a_fork() {
    let mut random = random(31);
    games::<3>(&mut random, 400, 1);
    games::<4>(&mut random, 400, 10);
    games::<5>(&mut random, 400, 5);
    games::<6>(&mut random, 300, 0);
    games::<7>(&mut random, 100, 0);
    games::<8>(&mut random, 60, 0);
}
