//! The solver: comparison with exhaustive search, repetitions, limits and invalid proofs.

mod threats;

use crate::tests::common::{Random, position, random, random_game, tps};
use crate::tests::exhaustive::{road_in, wins};
use crate::tests::positions::{Look, at_move_one, random_position};
use rand::RngExt;
use stonefall_engine::Game;
use stonefall_engine::board::{History, Outcome, Position, WinReason};
use stonefall_engine::search::proof::{Answer, Budget, Goal, Question, SizedSolver};
use stonefall_engine::types::Rules;

fn solve<const N: usize>(
    solver: &mut SizedSolver<N>,
    position: &Position<N>,
    question: Question,
) -> Answer {
    solver.solve(position, &History::new(), question, &Budget::default(), &mut |_| {})
}

/// Asks for the shortest road within `most` moves and compares it with the exhaustive search. Returns its
/// number of moves.
fn compare_roads<const N: usize>(
    solver: &mut SizedSolver<N>,
    position: &Position<N>,
    most: u32,
) -> Option<u32> {
    let text = || format!("{} {:?}", tps(position), position.rules());
    let expected = (1..=most).find(|&moves| road_in(position, moves));
    match solve(solver, position, Question::road_within(most)) {
        Answer::Proven(proof) => {
            assert_eq!(Some(proof.moves()), expected, "{}", text());
            assert!(proof.is_shortest(), "{}", text());
            assert!(proof.check(position, &History::new(), &Budget::default()), "{}", text());
            check_line(position, proof.line(), Goal::Road, proof.moves());
        }
        Answer::Disproven(within) => {
            assert!(within.is_none_or(|within| within >= most), "{}", text());
            assert_eq!(expected, None, "{}", text());
        }
        open @ Answer::Open { .. } => panic!("{open:?}: {}", text()),
    }
    expected
}

/// Checks that the line is legal, has the length of the proof, and ends in success.
fn check_line<const N: usize>(
    position: &Position<N>,
    line: &[stonefall_engine::types::Move],
    goal: Goal,
    moves: u32,
) {
    let attacker = position.to_move();
    let mut position = position.clone();
    for &mv in line {
        assert_eq!(position.outcome(), None);
        assert!(position.is_legal(mv), "{mv}");
        position.play(mv, &mut ());
    }
    match (goal, position.outcome()) {
        (Goal::Road, outcome) => assert_eq!(outcome, Some(Outcome::Win(attacker, WinReason::Road))),
        (Goal::Win, outcome) => assert_eq!(outcome.and_then(Outcome::winner), Some(attacker)),
    }
    // A line can end with a defense that completes the attacker's road.
    assert!(line.len() as u32 == 2 * moves - 1 || line.len() as u32 == 2 * moves - 2);
}

fn in_games<const N: usize>(random: &mut Random, most: u32, count: usize) {
    let mut solver = SizedSolver::<N>::new(4);
    let mut seen = 0;
    while seen < count {
        random_game::<N>(random, Rules::standard(N), 120, |position, legal, _| {
            // The exhaustive search is slow with many moves, and early positions have no roads.
            if position.ply() as usize >= 2 * N && legal.len() < 110 && seen < count {
                compare_roads(&mut solver, position, most);
                seen += 1;
            }
        });
    }
}

#[test]
fn roads_in_random_games() {
    let mut random = random(41);
    in_games::<3>(&mut random, 3, 2000);
    in_games::<4>(&mut random, 3, 600);
    in_games::<5>(&mut random, 2, 600);
    in_games::<6>(&mut random, 2, 300);
}

/// Open boards of flats with many threats.
const OPEN: Look = Look { filled: 0.5, higher: 0.15, walls: 0.08, reserve: 10 };

/// Compares random positions. Returns the number of roads of two or more moves.
fn in_positions<const N: usize>(
    random: &mut Random,
    look: Option<Look>,
    most: u32,
    count: usize,
) -> usize {
    let mut solver = SizedSolver::<N>::new(4);
    let mut found = 0;
    for _ in 0..count {
        let look = look.unwrap_or_else(|| Look::random(random));
        let position = random_position::<N>(random, look);
        if position.winning_road().is_none() || random.random_bool(0.1) {
            found += usize::from(compare_roads(&mut solver, &position, most) > Some(1));
        }
    }
    found
}

#[test]
fn roads_in_random_positions() {
    let mut random = random(42);
    let mut found = [0; 8];
    for (index, look) in [None, Some(OPEN)].into_iter().enumerate() {
        found[index] = in_positions::<3>(&mut random, look, 3, 2000);
        found[2 + index] = in_positions::<4>(&mut random, look, 3, 500);
        found[4 + index] = in_positions::<5>(&mut random, look, 2, 1000);
        found[6 + index] = in_positions::<6>(&mut random, look, 2, 800);
    }
    assert!(found.iter().all(|&found| found >= 4), "{found:?}");
}

#[test]
fn roads_in_composed_openings() {
    fn positions<const N: usize>(random: &mut Random, most: u32, count: usize) -> usize {
        let mut solver = SizedSolver::<N>::new(4);
        let roads = (0..count).map(|_| {
            let position = random_position::<N>(random, OPEN);
            let position = at_move_one(random, &position);
            usize::from(compare_roads(&mut solver, &position, most) > Some(1))
        });
        roads.sum()
    }
    let mut random = random(47);
    let found = [
        positions::<3>(&mut random, 3, 1500),
        positions::<4>(&mut random, 3, 400),
        positions::<5>(&mut random, 2, 400),
    ];
    assert!(found.iter().all(|&found| found >= 4), "{found:?}");
}

fn compare_wins<const N: usize>(random: &mut Random, most: u32, count: usize) -> usize {
    let mut solver = SizedSolver::<N>::new(4);
    let mut found = 0;
    for _ in 0..count {
        let look = Look { reserve: random.random_range(1..=2), ..Look::random(random) };
        let mut position = random_position::<N>(random, look);
        if random.random_bool(0.2) {
            position = at_move_one(random, &position);
        }
        if position.count_moves() > 60 {
            continue;
        }
        let text = || format!("{} {:?}", tps(&position), position.rules());
        let expected = (1..=most).find(|&moves| wins(&position, 2 * moves - 1));
        let question = Question { moves: Some(most), ..Question::win().shortest() };
        let moves = solve(&mut solver, &position, question).proof().map(|proof| {
            check_line(&position, proof.line(), Goal::Win, proof.moves());
            proof.moves()
        });
        assert_eq!(moves, expected, "{}", text());
        found += usize::from(moves > Some(1));
    }
    found
}

#[test]
fn wins_of_any_kind_in_random_positions() {
    let mut random = random(43);
    let found = [
        compare_wins::<3>(&mut random, 3, 1000),
        compare_wins::<4>(&mut random, 2, 1000),
        compare_wins::<5>(&mut random, 2, 300),
    ];
    assert!(found.iter().all(|&found| found >= 4), "{found:?}");
}

/// Examples of Topaz's solver, from its author.
#[test]
fn known_positions() {
    for (text, expected) in [
        ("x2,2,x2,1/x5,1/x,2,x,1,1,1/x,2,x2,1,x/x,2C,x4/x,2,x4 2 6", true),
        (FOUR, true),
        (
            "1,1,1,1,1112C,1/x,x,x,1,2,1/1,2,x,12,1S,x/x,2,2,1221S,x,2/x3,121,x2/2,2,2,1,2,x 1 25",
            false,
        ),
        ("x3,1C,x2/x,1,x,1,x2/x,1,1,x,1,x/x3,1,x2/x3,1,x2/2C,2,22,x,2,x 1 9", false),
    ] {
        let answer = solve(&mut SizedSolver::new(16), &position::<6>(text), Question::road());
        assert_eq!(answer.proof().is_some(), expected, "{text} {answer:?}");
    }
}

/// A position with a road in four moves.
const FOUR: &str =
    "1,1,1,1,1112C,1/x,121C,x,1,2,1/1,2,x,12,1S,x/x,2,2,1221S,x,2/x3,121,x2/2,2,2,1,2,x 1 25";

#[test]
fn limits_leave_the_question_open() {
    let position = position::<6>(FOUR);
    let mut solver = SizedSolver::new(4);
    let budget = Budget::nodes(20);
    let history = History::new();
    let question = Question::road().shortest();
    let answer = solver.solve(&position, &history, question, &budget, &mut |_| {});
    assert!(matches!(answer, Answer::Open { .. }), "{answer:?}");
    assert!(solver.nodes() <= 20);

    let budget = Budget::default();
    budget.stopper.stop();
    let answer = SizedSolver::new(4).solve(&position, &history, question, &budget, &mut |_| {});
    assert!(matches!(answer, Answer::Open { .. }), "{answer:?}");

    // With a limit of moves, the disproof holds only for these moves.
    let answer = solve(&mut SizedSolver::new(4), &position, Question::road_within(3));
    assert!(matches!(answer, Answer::Disproven(Some(3))), "{answer:?}");
}

#[test]
fn a_proof_holds_only_for_its_position() {
    let position = position::<6>(FOUR);
    let answer = solve(&mut SizedSolver::new(4), &position, Question::road());
    let proof = answer.proof().unwrap();
    assert!(proof.check(&position, &History::new(), &Budget::default()));
    let mut passed = position.clone();
    passed.play_null();
    assert!(!proof.check(&passed, &History::new(), &Budget::default()));
    // The position after the first reply is not the root of the proof.
    let other = position.after(proof.line()[0]).after(proof.line()[1]);
    assert!(!proof.check(&other, &History::new(), &Budget::default()));
}

/// The third occurrence of a position is a draw, so that a proof cannot use it.
#[test]
fn no_proof_rests_on_a_third_repetition() {
    let position = position::<6>(FOUR);
    let answer = solve(&mut SizedSolver::new(4), &position, Question::road().shortest());
    let proof = answer.proof().unwrap();
    let after = position.after(proof.line()[0]);
    // The history of a game in which the position after the first move occurred twice.
    let mut history = History::new();
    history.push(after.key());
    history.push(after.key());
    let mut solver = SizedSolver::new(4);
    let again =
        solver.solve(&position, &history, Question::road(), &Budget::default(), &mut |_| {});
    if let Some(other) = again.proof() {
        assert_ne!(other.line()[0], proof.line()[0]);
    }
}

/// The text of a proof is a valid PTN game, and each of its lines ends with a road.
#[test]
fn the_tree_is_a_game_with_variations() {
    use stonefall_engine::notation::ptn_file::PtnGame;
    let position = position::<6>(FOUR);
    let answer = solve(&mut SizedSolver::new(4), &position, Question::road().shortest());
    let text = stonefall_engine::report::proof_tree(&position.into(), answer.proof().unwrap());
    let game = PtnGame::read(&text);
    assert_eq!(game.problems(), []);
    let lines = game.lines().len();
    assert!(lines > 3, "{text}");
    for line in 0..lines {
        let mut end =
            Game::replay(&game, line, None).unwrap_or_else(|error| panic!("{error}: {text}"));
        let won = end.outcome().is_some() || end.winning_road().is_some();
        end.pass();
        let threatens = end.winning_road().is_some();
        assert!(won || threatens, "line {line}: {text}");
    }
}

/// The solver agrees with wins that the alpha-beta search proves.
#[test]
fn agrees_with_the_search() {
    use stonefall_engine::eval::Value;
    use stonefall_engine::search::{Limits, Settings, SizedSearch};
    let mut random = random(46);
    let (mut search, mut solver) = (SizedSearch::<5>::new(4), SizedSolver::<5>::new(4));
    let mut won = 0;
    for index in 0..200 {
        let mut position = random_position::<5>(&mut random, OPEN);
        if index % 4 == 0 {
            position = at_move_one(&mut random, &position);
        }
        search.clear();
        let (limits, history) = (Limits::depth(4), History::new());
        let result = search.run(&position, &history, limits, Settings::default(), &mut ());
        let value = result.lines[0].value;
        let question = Question { moves: Some(2), ..Question::win().shortest() };
        let answer = solve(&mut solver, &position, question);
        match (value, answer.proof()) {
            (Value::Win { plies }, Some(proof)) => {
                won += 1;
                assert_eq!(plies.div_ceil(2), proof.moves(), "{}", tps(&position));
            }
            (Value::Win { plies }, None) => assert!(plies > 3, "{}", tps(&position)),
            // In a composed opening no move is known as tak, so that reductions can hide a win.
            (_, found) => {
                assert!(found.is_none() || position.opening_plies() > 0, "{}", tps(&position));
            }
        }
    }
    assert!(won > 10);
}
