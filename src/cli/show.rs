//! `stonefall show`: a position as a drawing or a picture.

use super::Error;
use super::output::{Output, Screen};
use super::position::{Board, Given, Source};
use crate::pictures::picture;
use clap::Args;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use stonefall_engine::board::Outcome;
use stonefall_engine::notation::tps;
use stonefall_engine::report::{Diagram, Style, board, book_score, key, result_code, status};
use stonefall_engine::types::{Bitboard, Move, MoveKind, sized};

#[derive(Args, Clone, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// Write a picture to this file (- for standard output) instead of drawing the board
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    screen: Screen,
}

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Error> {
    let given = arguments.source.read()?;
    sized!(given.size, N => show::<N>(&given, arguments, output))?
}

fn show<const N: usize>(
    given: &Given,
    arguments: &Arguments,
    output: &mut Output,
) -> Result<(), Error> {
    let board = given.board::<N>()?;
    let diagram = diagram(&board);
    let Some(file) = &arguments.svg else {
        let text = tps(&board.position);
        return draw(&diagram, &text, arguments.screen.style(), output);
    };
    let picture = picture(&diagram) + "\n";
    if file.as_os_str() == "-" {
        return Ok(output.write_all(picture.as_bytes())?);
    }
    fs::write(file, picture)
        .map_err(|reason| Error::File { file: file.display().to_string(), reason })
}

/// The drawing of a position: the result that counts its history too, and the last move marked
/// unless a road is.
pub(super) fn diagram<const N: usize>(board: &Board<N>) -> Diagram {
    let mut diagram = Diagram::new(&board.position);
    if let Some(Outcome::Draw(reason)) = board.position.outcome_with(&board.history) {
        diagram = diagram.drawn(reason);
    }
    match board.last {
        Some(mv) if diagram.marked.is_empty() => diagram.marking(touched(mv)),
        _ => diagram,
    }
}

/// The squares that a move has changed.
fn touched(mv: Move) -> Bitboard {
    let mut square = mv.square();
    let mut touched = square.bitboard();
    if let MoveKind::Spread(direction, pattern) = mv.kind() {
        for _ in 0..pattern.distance() {
            square = square.step(direction);
            touched |= square.bitboard();
        }
    }
    touched
}

fn draw(diagram: &Diagram, tps: &str, style: Style, output: &mut Output) -> Result<(), Error> {
    write!(output, "{}\n{}{}", board(diagram, style), status(diagram, style), key(style))?;
    writeln!(output, "   TPS {tps}")?;
    let Some(outcome) = diagram.outcome else { return Ok(()) };
    writeln!(output, "   Result {}", result_code(outcome))?;
    if let (Some((squares, stones)), Some(winner)) = (book_score(diagram), outcome.winner()) {
        let points = squares + stones;
        let name = winner.name();
        writeln!(
            output,
            "   Score {points} for {name}: {squares} squares of the board and {stones} stones left"
        )?;
    }
    Ok(())
}
