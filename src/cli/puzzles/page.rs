//! A puzzle as text: the boards before and after the key move, and the explanation.

use super::Solved;
use crate::cli::Error;
use crate::cli::output::counted;
use std::time::Duration;
use stonefall_engine::board::{Outcome, WinReason};
use stonefall_engine::report::{Style, draw, grouped, key};
use stonefall_engine::types::Square;
use stonefall_tools::puzzles::book::BookPuzzle;

/// Width of the page in columns.
const WIDTH: usize = 80;
/// Width of the labels.
const LABEL: usize = 12;
/// Gap between two boards.
const GAP: usize = 3;

/// Introduction before the first puzzle.
pub(super) fn head(style: Style) -> String {
    let text = "The eleven puzzles of the Tak Companion Book: Black moves and wins, on 4x4, without \
                komi. The book shows its positions as pictures; the boards below are \
                reconstructions, made to fit every statement of its printed answers.";
    let square = if style == Style::Color { "A green square" } else { "[ ]" };
    let mark = format!("{square}  square of the completed road, or of a threatened one");
    let mut signs = key(style).trim().to_owned();
    if !signs.is_empty() {
        signs.push('\n');
    }
    format!("{}\n{signs}{mark}\n\n", wrapped(text, 0))
}

/// The complete text of a puzzle.
pub(super) fn puzzle(solved: &Solved, style: Style) -> Result<String, Error> {
    let Solved { puzzle, solution, .. } = solved;
    let win = counted(puzzle.moves_to_win as usize, "move");
    let title = format!(" Puzzle {}: Black wins in {win} ", puzzle.number);
    let dash = if style == Style::Ascii { "-" } else { "─" };
    let line = dash.repeat(WIDTH - 3 - title.len());
    let mut text = format!("{}{title}{line}\n\n", dash.repeat(3));
    text += &boards(solved, style)?;
    text.push('\n');

    let found = solved.found().unwrap_or_else(|| "no move".into());
    let found = if solved.is_right() {
        format!("{found}, found and proved in")
    } else {
        format!("NOT FOUND. The search plays {found} and has proved no win in {win}, in")
    };
    let solution = format!(
        "{found} {} after {} positions. {}",
        duration(solved.time),
        grouped(solution.nodes),
        uniqueness(puzzle),
    );
    text += &labeled("Solution", &solution);
    for (label, part) in &puzzle.explanation {
        text += &labeled(label, part);
    }
    text += &table(&puzzle.answers);
    Ok(text + &labeled("The book", &puzzle.book) + "\n")
}

/// Whether other moves win as well.
fn uniqueness(puzzle: &BookPuzzle) -> String {
    let fast = if puzzle.plies_to_win == 1 { "at once" } else { "in two" };
    match puzzle.equal_moves.len() {
        1 => format!("No other of the {} legal moves wins {fast}.", puzzle.legal_moves),
        several => format!("{several} of the {} legal moves win {fast}.", puzzle.legal_moves),
    }
}

/// A duration with a readable unit: `0.4 ms`, `12 ms`, `1.2 s`.
pub(super) fn duration(time: Duration) -> String {
    let millis = time.as_secs_f64() * 1000.0;
    match millis {
        ..10.0 => format!("{millis:.1} ms"),
        ..1000.0 => format!("{millis:.0} ms"),
        _ => format!("{:.1} s", millis / 1000.0),
    }
}

/// The board of the puzzle and the one after the key move, side by side. Marks show the completed road, or
/// the squares of threatened roads.
fn boards(solved: &Solved, style: Style) -> Result<String, Error> {
    let Solved { puzzle, game, .. } = solved;
    let key = game.read_move(&puzzle.key_move);
    let next = key.and_then(|key| Ok(game.after(key)?));
    let mut after = next.map_err(|error| Error::Failed(error.to_string()))?.diagram();
    if !matches!(after.outcome, Some(Outcome::Win(_, WinReason::Road))) {
        let lacking: Vec<_> = puzzle.threats.iter().flat_map(|threat| &threat.squares).collect();
        let is_lacking = |square: &Square| lacking.contains(&&square.to_string());
        after = after.marking(Square::all(game.size()).filter(is_lacking).collect());
    }
    let (before, after) = (draw(&game.diagram(), style), draw(&after, style));
    let (before, after): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let width = before.iter().map(|line| columns(line)).max().unwrap_or(0) + GAP;
    let captions = ["   Black to move".to_owned(), format!("   after {}", puzzle.key_move)];
    let mut text = format!("{:width$}{}\n", captions[0], captions[1]);
    for index in 0..before.len().max(after.len()) {
        let left = before.get(index).copied().unwrap_or_default();
        let right = after.get(index).copied().unwrap_or_default();
        let space = " ".repeat(width - columns(left));
        text += format!("{left}{space}{right}").trim_end();
        text.push('\n');
    }
    Ok(text)
}

/// Visible columns of a line, without color codes.
fn columns(line: &str) -> usize {
    let codes = line.split('\x1b').skip(1).filter_map(|part| part.find('m'));
    line.chars().count() - codes.map(|end| end + 2).sum::<usize>()
}

/// A label with text to its right.
fn labeled(label: &str, text: &str) -> String {
    let body = wrapped(text, LABEL);
    format!("  {label:<width$}{}", body.trim_start(), width = LABEL - 2)
}

/// Rows of two columns, to the right of the labels.
fn table(rows: &[[String; 2]]) -> String {
    let width = rows.iter().map(|[left, _]| left.len()).max().unwrap_or(0) + 3;
    let indent = LABEL + 2 + width;
    let row = |[left, right]: &[String; 2]| {
        let body = wrapped(right, indent);
        format!("{:1$}{left:<width$}{2}", "", LABEL + 2, body.trim_start())
    };
    rows.iter().map(row).collect()
}

/// Text in lines of at most [`WIDTH`] columns with an indent.
fn wrapped(text: &str, indent: usize) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && indent + line.len() + 1 + word.len() > WIDTH {
            lines += &format!("{:indent$}{line}\n", "");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &format!("{:indent$}{line}\n", "")
}
