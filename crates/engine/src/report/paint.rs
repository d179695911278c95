//! Draws boards with the 256 colors of a terminal.

use super::diagram::{letter, list_stacks};
use super::{Diagram, Pile};
use crate::types::{ByColor, Color, Piece, Square};

/// A color of the terminal's palette.
type Ink = u8;

const TILES: [Ink; 2] = [180, 137];
const MARKED: Ink = 65;
const STONES: ByColor<Ink> = ByColor::new(230, 234);
const WRITING: ByColor<Ink> = ByColor::new(94, 230);
const COORDINATES: Ink = 245;

/// Columns of a square: about the height of its three lines.
const WIDTH: usize = 7;

/// One character with its colors.
#[derive(Clone, Copy)]
struct Spot {
    sign: char,
    ink: Ink,
    ground: Ink,
}

/// The board as colored text; each line ends with a line break.
pub(super) fn board(diagram: &Diagram) -> String {
    let letters: String =
        (0..diagram.size).map(|file| format!("{:^1$}", letter(file), WIDTH)).collect();
    let letters = dim(&format!("   {}", letters.trim_end())) + "\n";
    let mut text = letters.clone();
    for rank in (0..diagram.size).rev() {
        let squares: Vec<_> =
            (0..diagram.size).map(|file| paint(diagram, Square::new(file, rank))).collect();
        for line in 0..3 {
            let label = if line == 1 { (rank + 1).to_string() } else { String::new() };
            text += &dim(&format!(" {label:1} "));
            text += &run(squares.iter().flat_map(|square| square[line]));
            text += &dim(&format!(" {label}"));
            text.push('\n');
        }
    }
    text += &letters;
    let tall: Vec<_> = diagram.piles().filter(|(_, pile)| pile.height() > WIDTH + 1).collect();
    text + &list_stacks(&tall, stack)
}

/// The three lines of one square.
fn paint(diagram: &Diagram, square: Square) -> [[Spot; WIDTH]; 3] {
    let ground = if diagram.marked.has(square) {
        MARKED
    } else {
        TILES[(square.file() + square.rank()) % 2]
    };
    let mut lines = [[Spot { sign: ' ', ink: ground, ground }; WIDTH]; 3];
    let Some(pile) = diagram.pile(square) else { return lines };
    let outline = match pile.top {
        Piece::Flat => [" ▄▄▄▄▄ ", " █████ ", " ▀▀▀▀▀ "],
        Piece::Wall => ["  ▄▄▄  ", "  ███  ", "  ███  "],
        Piece::Capstone => ["  ▄▄▄  ", " █████ ", "  ▀▀▀  "],
    };
    for (line, outline) in lines.iter_mut().zip(outline) {
        for (spot, sign) in line.iter_mut().zip(outline.chars()) {
            spot.sign = sign;
            spot.ink = STONES[pile.owner];
        }
    }
    write_label(&mut lines[1], &pile);
    if !pile.captives.is_empty() {
        lines[2] = captives(&pile, ground);
    }
    lines
}

/// Writes the height of a stack, or the mark of a capstone, on the top stone.
fn write_label(line: &mut [Spot; WIDTH], pile: &Pile) {
    let label = match (pile.height(), pile.top) {
        (1, Piece::Capstone) => "◆".to_string(),
        (1, _) => return,
        (height, _) => height.to_string(),
    };
    let start = (WIDTH - label.chars().count()) / 2;
    for (spot, sign) in line[start..].iter_mut().zip(label.chars()) {
        *spot = Spot { sign, ink: WRITING[pile.owner], ground: STONES[pile.owner] };
    }
}

/// The stones below the top, highest first.
fn captives(pile: &Pile, ground: Ink) -> [Spot; WIDTH] {
    let mut line = [Spot { sign: ' ', ink: ground, ground }; WIDTH];
    let count = pile.captives.len();
    let start = WIDTH.saturating_sub(count) / 2;
    for (spot, color) in line[start..].iter_mut().zip(pile.captives.iter()) {
        *spot = Spot { sign: '▄', ink: STONES[color], ground };
    }
    if count > WIDTH {
        line[WIDTH - 1] = Spot { sign: '…', ink: STONES[Color::Black], ground };
    }
    line
}

/// A whole stack as blocks of its colors.
fn stack(pile: &Pile) -> String {
    let ground = TILES[0];
    let spot = |color: Color| Spot { sign: '■', ink: STONES[color], ground };
    run(std::iter::once(pile.owner).chain(pile.captives.iter()).map(spot))
}

/// A player's sign for the lines under a board.
pub(super) fn swatch(color: Color) -> String {
    let spot = |sign| Spot { sign, ink: STONES[color], ground: TILES[0] };
    run([spot(' '), spot('■'), spot(' ')].into_iter())
}

fn dim(text: &str) -> String {
    format!("\x1b[38;5;{COORDINATES}m{text}\x1b[0m")
}

/// Characters with color codes at changes of color.
fn run(spots: impl Iterator<Item = Spot>) -> String {
    let mut text = String::new();
    let mut colors = None;
    for Spot { sign, ink, ground } in spots {
        if colors != Some((ink, ground)) {
            text += &format!("\x1b[38;5;{ink};48;5;{ground}m");
            colors = Some((ink, ground));
        }
        text.push(sign);
    }
    text + "\x1b[0m"
}
