//! The versions of the hot functions compute the same: those for newer instructions, and those for every processor.

use crate::tests::common::{each_size, random, tps};
use crate::tests::positions::{Look, random_position};
use std::fmt::Debug;
use stonefall_engine::bench::{DEPTH, nodes};
use stonefall_engine::board::{History, Position};
use stonefall_engine::cpu::{Instructions, select};
use stonefall_engine::search::proof::{Budget, Question, SizedSolver};
use stonefall_engine::search::{Limits, Settings, SizedSearch};
use stonefall_engine::types::MoveKind;

/// Everything that functions with versions say about a position.
fn facts<const N: usize>(position: &Position<N>) -> impl PartialEq + Debug + use<N> {
    let moves = position.moves();
    let [mut sure, mut maybe, mut touching] = [const { Vec::new() }; 3];
    let critical = position.critical_squares(position.to_move().opponent());
    if position.winning_road().is_none() {
        position.generate_threats(&mut sure, &mut maybe);
    }
    position.generate_spreads_touching(critical, &mut touching);
    let after: Vec<_> = moves
        .iter()
        .map(|&mv| {
            let mut played = position.clone();
            let undo = played.play(mv, &mut ());
            let (key, outcome) = (played.key(), played.outcome());
            played.undo(mv, &undo);
            assert_eq!(played.moves(), moves, "{mv} taken back: {}", tps(position));
            let meets = match mv.kind() {
                MoveKind::Place(_) => None,
                MoveKind::Spread(direction, pattern) => {
                    Some(position.spread_meets(critical, mv.square(), direction, pattern))
                }
            };
            (key, outcome, meets)
        })
        .collect();
    let wins = (position.winning_move(), position.winning_road());
    ((moves, after), (sure, maybe, touching), wins)
}

/// Positions and lines of a search, and answers and positions of proofs.
fn searches<const N: usize>(position: &Position<N>) -> impl PartialEq + Debug + use<N> {
    let (history, limits) = (History::default(), Limits::depth(4));
    let mut search = SizedSearch::<N>::new(1);
    let result = search.run(position, &history, limits, Settings::default(), &mut ());
    let proofs = [Question::road(), Question::win()].map(|question| {
        let mut solver = SizedSolver::<N>::new(1);
        let answer = solver.solve(position, &history, question, &Budget::nodes(100), &mut |_| {});
        (format!("{answer:?}"), solver.nodes())
    });
    let lines: Vec<_> = result.lines.into_iter().map(|info| (info.value, info.pv)).collect();
    (result.nodes, lines, proofs)
}

/// Runs `look` with each set of instructions; all results must be equal.
fn compare<T: PartialEq + Debug>(look: impl Fn() -> T, text: &str) {
    let mut found = Instructions::available().map(|set| {
        assert!(select(set));
        look()
    });
    let expected = found.next();
    for found in found {
        assert_eq!(Some(found), expected, "{text}");
    }
}

/// The only test that selects instructions. Other tests may run at the same time, because they must not notice it.
#[test]
fn all_versions_agree() {
    fn check<const N: usize>() {
        let mut random = random(11);
        for number in 0..100 {
            let look = Look::random(&mut random);
            let position = random_position::<N>(&mut random, look);
            let text = tps(&position);
            compare(|| facts(&position), &text);
            if number < 10 {
                compare(|| searches(&position), &text);
            }
        }
    }
    each_size!(N => check::<N>());
}

#[test]
#[ignore = "needs the nodes of another build in STONEFALL_NODES: .ci/platforms"]
fn the_bench_searches_the_nodes_of_another_build() {
    let expected = std::env::var("STONEFALL_NODES").unwrap();
    for instructions in Instructions::available() {
        assert!(select(instructions));
        assert_eq!(nodes(DEPTH).to_string(), expected, "{instructions:?}");
    }
}
