//! The eleven puzzles of the Tak Companion Book: their data, the replies to their key moves, and the
//! search.

mod statements;

use crate::common::position;
use serde::Deserialize;
use stonefall_engine::board::{History, Outcome, Position};
use stonefall_engine::eval::Value;
use stonefall_engine::facts::threats;
use stonefall_engine::game::{Game, Search};
use stonefall_engine::notation::{parse_tps, read_move, tps};
use stonefall_engine::search::proof::{Budget, Goal, Question, SizedSolver};
use stonefall_engine::search::{Limits, Settings};
use stonefall_engine::types::{Color, Move, Rules};

/// Board size of all puzzles.
const SIZE: usize = 4;

type Board = Position<SIZE>;

const TREE: &str = include_str!("../data/puzzles_tree.tsv");

/// A puzzle as the board has it. The book's diagrams are pictures, so the positions are reconstructions: each fits every
/// statement of the printed answer. The explanations are made from the rules alone; the tests play everything out again.
#[derive(Deserialize)]
struct BookPuzzle {
    #[serde(rename = "puzzle")]
    number: usize,
    tps: String,
    key_move: String,
    moves_to_win: u32,
    plies_to_win: u32,
    legal_moves: usize,
    /// Moves that win as fast as the key move.
    equal_moves: Vec<String>,
    /// Pairs of a label and a sentence.
    explanation: Vec<(String, String)>,
    /// The replies to the key move, and the moves to which they lose.
    #[serde(default)]
    defenses: Vec<Defense>,
    /// The book's answer, reworded.
    book: String,
}

#[derive(Deserialize)]
struct Defense {
    replies: Vec<String>,
    lose_to: Vec<String>,
}

fn puzzles() -> Vec<BookPuzzle> {
    serde_json::from_str(include_str!("../../web/page/puzzles.json")).unwrap()
}

fn puzzle(number: usize) -> BookPuzzle {
    puzzles().swap_remove(number - 1)
}

fn board(puzzle: &BookPuzzle) -> Board {
    position(&puzzle.tps)
}

fn read(position: &Board, text: &str) -> Move {
    read_move(text, position).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn after(position: &Board, text: &str) -> Board {
    position.after(read(position, text))
}

/// The moves that win at once, as text in alphabetical order.
fn wins(position: &Board) -> Vec<String> {
    let threats = threats(&mut position.clone());
    let mut wins: Vec<_> = threats.iter().map(|threat| threat.mv.to_string()).collect();
    wins.sort();
    wins
}

fn sorted(moves: &str) -> Vec<String> {
    let mut moves: Vec<_> = moves.split_whitespace().map(ToOwned::to_owned).collect();
    moves.sort();
    moves
}

/// Whether the player who just moved has won, or wins after every reply.
fn is_won(after_key: &Board) -> bool {
    let attacker = !after_key.to_move();
    let has_won = |position: &Board| position.outcome().and_then(Outcome::winner) == Some(attacker);
    if after_key.outcome().is_some() {
        return has_won(after_key);
    }
    after_key.moves().into_iter().all(|reply| {
        let next = after(after_key, &reply.to_string());
        has_won(&next) || next.outcome().is_none() && !wins(&next).is_empty()
    })
}

#[test]
fn data_are_complete() {
    let puzzles = puzzles();
    assert_eq!(puzzles.len(), 11);
    for (index, puzzle) in puzzles.iter().enumerate() {
        let position = board(puzzle);
        assert_eq!(puzzle.number, index + 1);
        assert_eq!(tps(&position), puzzle.tps);
        assert_eq!(position.to_move(), Color::Black);
        assert_eq!(position.count_moves() as usize, puzzle.legal_moves);
        assert_eq!(puzzle.moves_to_win, if index < 4 { 1 } else { 2 });
        assert_eq!(puzzle.plies_to_win, 2 * puzzle.moves_to_win - 1);
        assert_eq!(puzzle.equal_moves, [&*puzzle.key_move]);
        assert!(position.outcome().is_none());
        assert!(puzzle.book.len() > 60);
    }
}

#[test]
fn the_solver_finds_only_the_key_moves() {
    let mut solver = SizedSolver::new(4);
    for puzzle in puzzles() {
        let (position, number) = (board(&puzzle), puzzle.number);
        let (history, budget) = (History::new(), Budget::default());
        for question in [Question::win().shortest(), Question::road().shortest()] {
            // The second puzzle is won on flats.
            let answer = solver.solve(&position, &history, question, &budget, &mut |_| {});
            if number == 2 && question.goal == Goal::Road {
                assert!(answer.proof().is_none());
                continue;
            }
            let proof = answer.proof().unwrap_or_else(|| panic!("puzzle {number}"));
            assert_eq!(proof.moves(), puzzle.moves_to_win, "puzzle {number}");
            assert_eq!(proof.line()[0].to_string(), puzzle.key_move, "puzzle {number}");
            let first =
                solver.first_moves(&position, &history, question.goal, proof.moves(), &budget);
            assert_eq!(first.only(), Some(proof.line()[0]), "puzzle {number}");
        }
    }
}

#[test]
fn key_moves_alone_win_in_the_stated_number_of_moves() {
    for puzzle in puzzles() {
        let position = board(&puzzle);
        let at_once = wins(&position);
        if puzzle.plies_to_win == 1 {
            assert_eq!(at_once, [&*puzzle.key_move], "puzzle {}", puzzle.number);
            continue;
        }
        assert!(at_once.is_empty(), "puzzle {}", puzzle.number);
        let texts = position.moves().into_iter().map(|mv| mv.to_string());
        let winning: Vec<_> = texts.filter(|mv| is_won(&after(&position, mv))).collect();
        assert_eq!(winning, [&*puzzle.key_move], "puzzle {}", puzzle.number);
    }
}

/// Plays every reply; the explanation and the JSON say the same.
#[test]
fn every_reply_loses_as_the_tree_says() {
    let mut rows = 0;
    for puzzle in puzzles().iter().skip(4) {
        let key = after(&board(puzzle), &puzzle.key_move);
        let tree = TREE.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let expected: Vec<_> = tree.filter(|row| row[0] == puzzle.number.to_string()).collect();
        rows += expected.len();
        assert_eq!(key.count_moves() as usize, expected.len());
        let all = format!("All {} replies were played, and all lose at once", expected.len());
        assert!(puzzle.explanation.iter().any(|(_, text)| text.starts_with(&all)), "{all}");
        for row in expected {
            let next = after(&key, row[1]);
            let has = |defense: &&Defense| defense.replies.iter().any(|reply| reply == row[1]);
            let mut named = puzzle.defenses.iter().filter(has);
            let lose_to = &named.next().unwrap().lose_to;
            assert!(named.next().is_none(), "{row:?}");
            if row[2] == "road" {
                assert_eq!(next.outcome().and_then(Outcome::winner), Some(Color::Black), "{row:?}");
                assert!(lose_to.is_empty(), "{row:?}");
            } else {
                let wins = wins(&next);
                assert_eq!(wins, sorted(row[2]), "{row:?}");
                assert!(lose_to.iter().all(|win| wins.iter().any(|mv| win == mv)), "{row:?}");
                assert!(!lose_to.is_empty(), "{row:?}");
            }
        }
    }
    assert_eq!(rows, 200);
}

/// A legal game reaches each position.
#[test]
fn legal_games_reach_the_positions() {
    for (puzzle, game) in puzzles().iter().zip(GAMES) {
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
    let mut search = Search::new(16);
    for puzzle in puzzles() {
        let game = Game::from_tps(&parse_tps(&puzzle.tps).unwrap(), Rules::standard(SIZE)).unwrap();
        search.clear();
        let limits = Limits { depth: Some(12), ..Limits::nodes(5_000_000) };
        let solution = search.run(&game, limits, Settings::default(), &mut ());
        let (line, nodes) = (&solution.lines[0], solution.nodes);
        assert_eq!(solution.best.unwrap().to_string(), puzzle.key_move, "puzzle {}", puzzle.number);
        assert_eq!(line.value, Value::Win { plies: puzzle.plies_to_win }, "{}", puzzle.number);
        assert!(nodes < 100_000, "puzzle {}: {nodes} nodes", puzzle.number);
        assert_eq!(line.pv.len(), puzzle.plies_to_win as usize, "puzzle {}", puzzle.number);
        let mut end = game;
        end.play_line(&line.pv).unwrap();
        assert_eq!(end.outcome().and_then(Outcome::winner), Some(Color::Black));
    }
}
