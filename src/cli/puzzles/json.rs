//! JSON form of the puzzles.

use super::{Solved, words};
use crate::cli::json::pretty;
use crate::tools::puzzles::{Sequel, Threat, groups};
use serde::Serialize;
use std::io;
use stonefall_engine::eval::Value;
use stonefall_engine::facts::Win;
use stonefall_engine::types::{Bitboard, Move};

/// A puzzle. Moves are PTN, squares are names, times milliseconds.
#[derive(Serialize)]
struct Entry {
    puzzle: usize,
    tps: &'static str,
    /// Always `reconstruction`, because the book has only pictures.
    position: &'static str,
    key_move: String,
    moves_to_win: u32,
    plies_to_win: u32,
    solved: bool,
    found: Option<String>,
    /// Proved win of the search; `null` without one.
    found_plies_to_win: Option<u32>,
    line: Vec<String>,
    nodes: u64,
    time_ms: f64,
    legal_moves: usize,
    /// Moves that win as fast as the key move.
    equal_moves: Vec<String>,
    /// The opponent's winning moves before the key move.
    opponent_threats: Vec<Win>,
    /// Threats of the key move; empty if it wins at once.
    threats: Vec<Win>,
    /// Every reply, grouped by the winning moves against it.
    defenses: Vec<Defense>,
    /// Squares of the road that the key move completes.
    road: Vec<String>,
    /// Pairs of a label (may be empty) and a sentence.
    explanation: Vec<(&'static str, String)>,
    /// Winning moves and the replies before them.
    answers: Vec<[String; 2]>,
    book: &'static str,
}

#[derive(Serialize)]
struct Defense {
    /// Empty if the replies themselves complete the road.
    lose_to: Vec<String>,
    replies: Vec<String>,
}

fn names(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

fn squares(set: Bitboard) -> Vec<String> {
    set.map(|square| square.to_string()).collect()
}

fn wins(threats: &[Threat]) -> Vec<Win> {
    let win = |threat: &Threat| Win { mv: threat.mv.to_string(), squares: squares(threat.squares) };
    threats.iter().map(win).collect()
}

impl Entry {
    fn new(solved: &Solved) -> Self {
        let Solved { puzzle, solution, study } = solved;
        let mut entry = Self {
            puzzle: puzzle.number,
            tps: puzzle.tps,
            position: "reconstruction",
            key_move: puzzle.key.to_string(),
            moves_to_win: puzzle.moves(),
            plies_to_win: puzzle.plies,
            solved: solved.is_right(),
            found: solution.best.map(|mv| mv.to_string()),
            found_plies_to_win: match solution.value {
                Some(Value::Win { plies }) => Some(plies),
                _ => None,
            },
            line: names(&solution.line),
            nodes: solution.nodes,
            time_ms: (solution.time.as_secs_f64() * 1e6).round() / 1e3,
            legal_moves: study.legal,
            equal_moves: names(&study.fastest),
            opponent_threats: wins(&study.danger),
            threats: Vec::new(),
            defenses: Vec::new(),
            road: Vec::new(),
            explanation: words::explanation(puzzle, study),
            answers: words::answers(study),
            book: puzzle.answer,
        };
        match &study.sequel {
            Sequel::Ends(ending) => {
                entry.road = ending.road.iter().map(ToString::to_string).collect();
            }
            Sequel::Threatens { threats, replies } => {
                entry.threats = wins(threats);
                let defense = |group: &crate::tools::puzzles::Group| Defense {
                    lose_to: group.wins.iter().map(|win| win.mv.to_string()).collect(),
                    replies: names(&group.replies),
                };
                entry.defenses = groups(replies).iter().map(defense).collect();
            }
        }
        entry
    }
}

/// All puzzles as an array.
pub(super) fn text(all: &[Solved]) -> io::Result<String> {
    let entries: Vec<_> = all.iter().map(Entry::new).collect();
    pretty(&entries)
}
