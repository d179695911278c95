//! Draws boards with the 256 colors of a terminal.

use super::board::{letter, list_stacks};
use crate::board::Contents;
use crate::game::Game;
use crate::types::{Bitboard, ByColor, Color, Piece, Square, Stack};

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
pub(super) fn board(game: &Game) -> String {
    let (size, marked) = (game.size(), game.marked());
    let letters: String = (0..size).map(|file| format!("{:^1$}", letter(file), WIDTH)).collect();
    let letters = dim(&format!("   {}", letters.trim_end())) + "\n";
    let mut text = letters.clone();
    for rank in (0..size).rev() {
        let rank_squares = (0..size).map(|file| Square::new(file, rank));
        let squares: Vec<_> =
            rank_squares.map(|square| paint(square, game.contents(square), marked)).collect();
        for line in 0..3 {
            let label = if line == 1 { (rank + 1).to_string() } else { String::new() };
            text += &dim(&format!(" {label:1} "));
            text += &run(squares.iter().flat_map(|square| square[line]));
            text += &dim(&format!(" {label}"));
            text.push('\n');
        }
    }
    text += &letters;
    text + &list_stacks(game, |contents| contents.height() > WIDTH + 1, stack)
}

/// The three lines of one square.
fn paint(square: Square, contents: Contents, marked: Bitboard) -> [[Spot; WIDTH]; 3] {
    let tile = TILES[(square.file() + square.rank()) % 2];
    let ground = if marked.has(square) { MARKED } else { tile };
    let mut lines = [[Spot { sign: ' ', ink: ground, ground }; WIDTH]; 3];
    let Some((owner, top)) = contents.top else { return lines };
    let outline = match top {
        Piece::Flat => [" ▄▄▄▄▄ ", " █████ ", " ▀▀▀▀▀ "],
        Piece::Wall => ["  ▄▄▄  ", "  ███  ", "  ███  "],
        Piece::Capstone => ["  ▄▄▄  ", " █████ ", "  ▀▀▀  "],
    };
    for (line, outline) in lines.iter_mut().zip(outline) {
        for (spot, sign) in line.iter_mut().zip(outline.chars()) {
            spot.sign = sign;
            spot.ink = STONES[owner];
        }
    }
    // The height of a stack, or the mark of a capstone, is on the top stone.
    let label = match (contents.height(), top) {
        (1, Piece::Capstone) => "◆".to_string(),
        (1, _) => String::new(),
        (height, _) => height.to_string(),
    };
    let start = (WIDTH - label.chars().count()) / 2;
    for (spot, sign) in lines[1][start..].iter_mut().zip(label.chars()) {
        *spot = Spot { sign, ink: WRITING[owner], ground: STONES[owner] };
    }
    if !contents.captives.is_empty() {
        lines[2] = captives(contents.captives, ground);
    }
    lines
}

/// The stones below the top, highest first.
fn captives(captives: Stack, ground: Ink) -> [Spot; WIDTH] {
    let mut line = [Spot { sign: ' ', ink: ground, ground }; WIDTH];
    let count = captives.len();
    let start = WIDTH.saturating_sub(count) / 2;
    for (spot, color) in line[start..].iter_mut().zip(captives.iter()) {
        *spot = Spot { sign: '▄', ink: STONES[color], ground };
    }
    if count > WIDTH {
        line[WIDTH - 1] = Spot { sign: '…', ink: STONES[Color::Black], ground };
    }
    line
}

/// A whole stack as blocks of its colors.
fn stack(contents: Contents) -> String {
    let ground = TILES[0];
    let spot = |color: Color| Spot { sign: '■', ink: STONES[color], ground };
    run(contents.top.map(|(owner, _)| owner).into_iter().chain(contents.captives.iter()).map(spot))
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
