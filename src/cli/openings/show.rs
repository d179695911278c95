//! `stonefall openings show`: the moves of a position of a book with scores.

use crate::cli::Error;
use crate::cli::json::{WithPosition, score};
use crate::cli::output::{Form, Output, columns, counted, write_json};
use crate::table::table;
use clap::Args;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use stonefall_engine::facts::AnnotationScore;
use stonefall_engine::report::{draw, status};
use stonefall_engine::{Game, Move, parse_line};
use stonefall_tools::openings::{BookFile, BookScore, Choices, Tree};

/// Moves shown of a line.
const SHOWN_MOVES: usize = 8;

#[derive(Args, Clone, Debug)]
#[command(
    after_help = "Scores are from White's view. A move has the score of the position after it if that was searched,\n\
    else the score from the search of the position before it.\n\n\
    Examples:\n  stonefall openings show openings/6x6-komi2.book\n  \
    stonefall openings show six.book --moves 'a1 f6'"
)]
pub(super) struct BookShowArgs {
    /// File of the book
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Moves to play from the first position of the book, such as 'a1 f6'
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    #[command(flatten)]
    form: Form,
}

pub(super) fn run(arguments: &BookShowArgs, output: &mut Output) -> Result<(), Error> {
    let tree = BookFile::read(&arguments.file)?;
    let mut position = tree.root().clone();
    let refused = |error| Error::Usage(format!("{error} (--moves)"));
    let moves = parse_line(arguments.moves.as_deref().unwrap_or_default()).map_err(refused)?;
    position.play_line(&moves).map_err(refused)?;
    let choices = tree.at(&position);
    if arguments.form.json {
        let facts = BookFacts::new(&tree, &position, choices.as_ref());
        return write_json(output, &WithPosition::new(&position, facts));
    }
    let style = arguments.form.style();
    write!(output, "{}\n{}\n", draw(&position, style), status(&position, style))?;
    writeln!(output, "   {}", summary(&arguments.file, &tree))?;
    let Some(choices) = choices else {
        return Ok(writeln!(output, "   The book does not have this position.")?);
    };
    let row = |&(mv, score, is_searched): &(Move, BookScore, bool)| {
        let searched = if is_searched { "yes" } else { "-" };
        let mut best = line(&tree, &position, mv);
        best.truncate(SHOWN_MOVES);
        let score = score.words(position.to_move());
        vec![position.spelling(mv), score, searched.to_owned(), best.join(" ")]
    };
    let rows: Vec<_> = choices.moves.iter().map(row).collect();
    let header = ["Move", "Score", "Searched", "Best line"];
    let text = table(&header, &rows, header.len() - 1, columns() - 4, style);
    Ok(output.write_all(text.as_bytes())?)
}

/// The score of a position, and the best line from there.
pub(super) fn main_line(tree: &Tree, from: &Game) -> String {
    match tree.at(from) {
        Some(choices) => {
            let line = from.spell_line(&tree.line(from)).join(" ");
            format!("{}: {line}", choices.score.words(from.to_move()))
        }
        None => "no position".to_owned(),
    }
}

/// Size and main line of a book.
pub(super) fn summary(path: &Path, tree: &Tree) -> String {
    let count = counted(tree.len(), "position");
    format!("{}: {count}, {}", path.display(), main_line(tree, tree.root()))
}

/// The best line after a move.
fn line(tree: &Tree, position: &Game, mv: Move) -> Vec<String> {
    position.after(mv).map_or_else(|_| Vec::new(), |after| after.spell_line(&tree.line(&after)))
}

/// A position of a book as JSON.
#[derive(Serialize)]
struct BookFacts {
    positions: usize,
    score: Option<AnnotationScore>,
    moves: Vec<BookMove>,
}

#[derive(Serialize)]
struct BookMove {
    r#move: String,
    score: AnnotationScore,
    searched: bool,
    line: Vec<String>,
}

impl BookFacts {
    fn new(tree: &Tree, position: &Game, choices: Option<&Choices>) -> Self {
        let mover = position.to_move();
        let moves = choices.iter().flat_map(|choices| &choices.moves);
        let moves = moves.map(|&(mv, value, searched)| BookMove {
            r#move: position.spelling(mv),
            score: score(&value.verdict(mover)),
            searched,
            line: line(tree, position, mv),
        });
        Self {
            positions: tree.len(),
            score: choices.map(|choices| score(&choices.score.verdict(mover))),
            moves: moves.collect(),
        }
    }
}
