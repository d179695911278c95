//! The eleven puzzles of the Tak Companion Book: their data, the replies to their key moves, and the
//! search.

mod command;
mod statements;

use stonefall::tools::puzzles::{
    BookPuzzle, SIZE, Sequel, Study, groups, moves_that_win, puzzles, solve,
};
use stonefall_engine::board::{History, Outcome, Position};
use stonefall_engine::notation::{read_move, tps};
use stonefall_engine::search::SizedSearch;
use stonefall_engine::search::proof::{Answer, Budget, Goal, Question, SizedSolver};
use stonefall_engine::types::{Color, Move, Rules};

type Board = Position<SIZE>;

const TREE: &str = include_str!("../data/puzzles_tree.tsv");

fn puzzle(number: usize) -> BookPuzzle {
    puzzles().unwrap().swap_remove(number - 1)
}

fn read(position: &Board, text: &str) -> Move {
    read_move(text, position).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn after(position: &Board, text: &str) -> Board {
    let mut next = position.clone();
    next.play(read(position, text), &mut ());
    next
}

/// The moves that win at once, as text in alphabetical order.
fn wins(position: &Board) -> Vec<String> {
    let mut wins: Vec<_> =
        moves_that_win(&mut position.clone()).iter().map(ToString::to_string).collect();
    wins.sort();
    wins
}

fn sorted(moves: &str) -> Vec<String> {
    let mut moves: Vec<_> = moves.split_whitespace().map(ToOwned::to_owned).collect();
    moves.sort();
    moves
}

/// The answer of the solver.
fn ask(solver: &mut SizedSolver<SIZE>, puzzle: &BookPuzzle, question: Question) -> Answer {
    solver.solve(&puzzle.position, &History::new(), question, &Budget::default(), &mut |_| {})
}

#[test]
fn data_are_complete() {
    let puzzles = puzzles().unwrap();
    assert_eq!(puzzles.len(), 11);
    for (index, puzzle) in puzzles.iter().enumerate() {
        assert_eq!(puzzle.number, index + 1);
        assert_eq!(tps(&puzzle.position), puzzle.tps);
        assert_eq!(puzzle.position.to_move(), Color::Black);
        assert_eq!(puzzle.moves(), if index < 4 { 1 } else { 2 });
        assert!(puzzle.position.outcome().is_none());
        assert!(puzzle.answer.len() > 60);
    }
}

#[test]
fn the_solver_finds_only_the_key_moves() {
    let mut solver = SizedSolver::new(4);
    for puzzle in puzzles().unwrap() {
        for question in [Question::win().shortest(), Question::road().shortest()] {
            // The second puzzle is won on flats.
            let answer = ask(&mut solver, &puzzle, question);
            if puzzle.number == 2 && question.goal == Goal::Road {
                assert!(answer.proof().is_none());
                continue;
            }
            let proof = answer.proof().unwrap_or_else(|| panic!("puzzle {}", puzzle.number));
            assert_eq!(proof.moves(), puzzle.moves(), "puzzle {}", puzzle.number);
            assert_eq!(proof.line()[0], puzzle.key, "puzzle {}", puzzle.number);
            let first = solver.first_moves(
                &puzzle.position,
                &History::new(),
                question.goal,
                puzzle.moves(),
                &Budget::default(),
            );
            assert_eq!(first.only(), Some(puzzle.key), "puzzle {}", puzzle.number);
        }
    }
}

#[test]
fn key_moves_alone_win_in_the_stated_number_of_moves() {
    for puzzle in puzzles().unwrap() {
        let study = Study::new(&puzzle.position, puzzle.key);
        assert!(study.is_won(), "puzzle {}", puzzle.number);
        assert_eq!(study.fastest, [puzzle.key], "puzzle {}", puzzle.number);
        assert_eq!(matches!(study.sequel, Sequel::Ends(_)), puzzle.plies == 1);
        assert_eq!(wins(&puzzle.position).is_empty(), puzzle.plies > 1);
    }
}

#[test]
fn every_reply_loses_as_the_tree_says() {
    let mut rows = 0;
    for puzzle in puzzles().unwrap().iter().skip(4) {
        let study = Study::new(&puzzle.position, puzzle.key);
        let Sequel::Threatens { replies, .. } = &study.sequel else { panic!("{}", puzzle.number) };
        let mut expected = TREE
            .lines()
            .map(|line| line.split('\t').collect::<Vec<_>>())
            .filter(|row| row[0] == puzzle.number.to_string())
            .collect::<Vec<_>>();
        assert_eq!(replies.len(), expected.len());
        rows += expected.len();
        expected.sort_by_key(|row| row[1]);
        let mut found: Vec<_> = replies.iter().collect();
        found.sort_by_key(|reply| reply.mv.to_string());
        for (row, reply) in expected.iter().zip(found) {
            assert_eq!(row[1], reply.mv.to_string());
            assert_eq!(row[2] == "road", reply.suicide, "{row:?}");
            assert!(reply.loses());
            if !reply.suicide {
                let wins = reply.wins.iter().map(|win| win.mv.to_string());
                assert_eq!(sorted(&wins.collect::<Vec<_>>().join(" ")), sorted(row[2]), "{row:?}");
            }
        }
        let grouped: usize = groups(replies).iter().map(|group| group.replies.len()).sum();
        assert_eq!(grouped, replies.len());
    }
    assert_eq!(rows, 200);
}

/// A legal game reaches each position.
#[test]
fn legal_games_reach_the_positions() {
    for (puzzle, game) in puzzles().unwrap().iter().zip(GAMES) {
        let mut position = Board::start(Rules::standard(SIZE));
        for mv in game.split_whitespace() {
            assert!(position.outcome().is_none());
            position = after(&position, mv);
        }
        assert_eq!(tps(&position), puzzle.tps, "puzzle {}", puzzle.number);
    }
}

/// A game for each puzzle.
const GAMES: [&str; 11] = [
    "b4 c3 c3+ a4 c3 a3 b3 d2 b2 c2 c4< a4> b1",
    "c4 d4 a4 b4 Sd3 a3 Sc3 d2 b3 c2 a2 Sb2 c1 d1 d4< b1 2c4<11 2b4< a1",
    "d4 b4 d3 c4 c3 a4 c1 a3 b1 a1 c1< a1> a2",
    "d4 b3 b3+ d3 b3 d2 d1 Sc2 d1+ d1 Sb2 c2> c2",
    "c4 a4 c3 b4 b3 d3 d1 b2 c1 a2 b3+",
    "c4 b3 b3+ a4 b3 a3 d2 b1 c2 c4< b3+ b3 3b4< a3+ b2",
    "d4 b3 b3+ d3 c3 d2 b3 Sb2 a3 b2+ c3> d1 a2",
    "d4 a2 a2+ c4 Sd3 c3 c2 b3 a2 d2 c1 d1 a1",
    "d3 c2 c2+ Sd4 c3+ b3 b4 d2 a4 d1 c3 d1+ a3 d1 c2 b1 b2 a1 a2 d1+ a3+ a3 d1 b1< a2- a2 3a1+ \
     a1 4a2>112 a2 2a4-11 b3< Sa4 3a3- c3>",
    "d4 c3 c3+ b4 a4 d3 a3 b2 d2 d1 Sc2 c1 a1 b1 d2- d2 a1> d2- d2 Sa1 c2> b2- b2",
    "d4 c3 c3+ a4 b4 c3 d3 a3 c2 d2 b2 c1 a2 a1 d1 c1> a2+ 2d1+11 2d2< 2d3+ 3c2+21 3c3+ 2a3+",
];

#[test]
fn the_search_solves_every_puzzle() {
    let mut search = SizedSearch::<SIZE>::new(16);
    for puzzle in puzzles().unwrap() {
        let solution = solve(&mut search, &puzzle);
        assert!(solution.solves(&puzzle), "puzzle {}: {solution:?}", puzzle.number);
        assert!(solution.nodes < 100_000, "puzzle {}: {} nodes", puzzle.number, solution.nodes);
        assert_eq!(solution.line.len(), puzzle.plies as usize, "puzzle {}", puzzle.number);
        let mut end = puzzle.position.clone();
        for &mv in &solution.line {
            end.try_play(mv, &mut ()).unwrap();
        }
        assert_eq!(end.outcome().and_then(Outcome::winner), Some(Color::Black));
    }
}
