//! Draws boards with characters, and the lines under them.

use super::outcome_words;
use crate::board::Contents;
use crate::game::Game;
use crate::types::{Bitboard, ByColor, Color, Piece, Reserve, Square, Stack};

/// Style of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// ASCII characters.
    Ascii,
    /// Line drawing and geometric signs; White's are hollow, Black's are filled.
    #[default]
    Unicode,
    /// Colored stones, for terminals with 256 colors.
    Color,
}

/// The signs of a drawing without colors.
struct Signs {
    tops: ByColor<[&'static str; 3]>,
    captives: ByColor<char>,
    more: &'static str,
    bar: char,
    dash: char,
    /// Corners and crossings of the top, middle and bottom line.
    joints: [[char; 3]; 3],
}

const UNICODE: Signs = Signs {
    tops: ByColor::new(["□", "▯", "○"], ["■", "▮", "●"]),
    captives: ByColor::new('◦', '•'),
    more: "…",
    bar: '│',
    dash: '─',
    joints: [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']],
};

const ASCII: Signs = Signs {
    tops: ByColor::new(["W", "WS", "WC"], ["B", "BS", "BC"]),
    captives: ByColor::new('w', 'b'),
    more: "~",
    bar: '|',
    dash: '-',
    joints: [['+'; 3]; 3],
};

impl Signs {
    fn top(&self, owner: Color, top: Piece) -> &'static str {
        self.tops[owner][top.index()]
    }

    /// The whole stack, top first.
    fn stack(&self, contents: Contents) -> String {
        let Some((owner, top)) = contents.top else { return String::new() };
        let captives = contents.captives.iter().map(|color| self.captives[color]);
        self.top(owner, top).chars().chain(captives).collect()
    }

    /// The stack in at most `width` characters, cut and with its height if it is longer.
    fn cell(&self, contents: Contents, width: usize) -> String {
        let whole = self.stack(contents);
        if whole.chars().count() <= width {
            return whole;
        }
        let height = format!("{}{}", self.more, contents.height());
        let kept = width - height.chars().count();
        whole.chars().take(kept).chain(height.chars()).collect()
    }
}

/// Width of a narrow square.
const NARROW: usize = 5;
/// Width of a wide square: eight files and the coordinates fit 80 columns.
const WIDE: usize = 7;

/// The board with coordinates; each line ends with a line break. Stacks are written from left to right, top first. A
/// stack that is too tall for its square is cut and written in full below the board.
pub fn draw(game: &Game, style: Style) -> String {
    match style {
        Style::Ascii => grid(game, &ASCII),
        Style::Unicode => grid(game, &UNICODE),
        Style::Color => painted(game),
    }
}

/// The letter of a file, from 0: `a`, `b`, ...
pub fn letter(file: usize) -> char {
    char::from(b'a' + file as u8)
}

/// A line for each stack that is too tall for its square.
fn list_stacks(
    game: &Game,
    is_tall: impl Fn(Contents) -> bool,
    draw: impl Fn(Contents) -> String,
) -> String {
    let stacks = Square::all(game.size()).map(|square| (square, game.contents(square)));
    let tall = stacks.filter(|&(_, stack)| is_tall(stack));
    let line = |(square, stack): (Square, Contents)| {
        format!("   {square}, {} high: {}\n", stack.height(), draw(stack))
    };
    tall.map(line).collect()
}

fn grid(game: &Game, signs: &Signs) -> String {
    let (size, marked) = (game.size(), game.marked());
    let length = |stack: Contents| signs.stack(stack).chars().count();
    let longest = Square::all(size).map(|square| length(game.contents(square))).max().unwrap_or(0);
    let width = if longest <= NARROW - 2 { NARROW } else { WIDE };

    let letters: String = (0..size).map(|file| format!("{:^1$} ", letter(file), width)).collect();
    let letters = format!("    {}\n", letters.trim_end());
    let line = |joints: [char; 3]| {
        let dashes = signs.dash.to_string().repeat(width);
        let middle = vec![dashes; size].join(&joints[1].to_string());
        format!("   {}{middle}{}\n", joints[0], joints[2])
    };

    let mut text = letters.clone() + &line(signs.joints[0]);
    for rank in (0..size).rev() {
        if rank + 1 < size {
            text += &line(signs.joints[1]);
        }
        text += &format!(" {} {}", rank + 1, signs.bar);
        for file in 0..size {
            let square = Square::new(file, rank);
            let mark = if marked.has(square) { ['[', ']'] } else { [' ', ' '] };
            text += &framed(&signs.cell(game.contents(square), width), mark, width);
            text.push(signs.bar);
        }
        text += &format!(" {}\n", rank + 1);
    }
    text += &line(signs.joints[2]);
    text += &letters;
    text + &list_stacks(game, |stack| length(stack) > width, |stack| signs.stack(stack))
}

/// The content of a square, with the top stone in the middle if the rest fits on the right.
fn framed(stack: &str, mark: [char; 2], width: usize) -> String {
    let free = width.saturating_sub(stack.chars().count());
    if free < 2 {
        return format!("{stack:<width$}");
    }
    let left = (width / 2).min(free - 1);
    let [open, close] = mark;
    let (before, after) = (" ".repeat(left - 1), " ".repeat(free - left - 1));
    format!("{before}{open}{stack}{close}{after}")
}

/// The player to move or the result, and the flats and reserve of each player.
pub fn status(game: &Game, style: Style) -> String {
    let half_komi = game.rules().half_komi;
    let komi = match half_komi.half_flats() {
        0 => String::new(),
        _ => format!(", komi {half_komi}"),
    };
    let mut text = match game.outcome_with_history() {
        Some(outcome) => format!("   {}{komi}\n", outcome_words(outcome)),
        None => {
            format!("   Move {}, {} to move{komi}\n", game.move_number(), game.to_move().name())
        }
    };
    for color in Color::ALL {
        let sign = match style {
            Style::Ascii => ASCII.top(color, Piece::Flat).to_string(),
            Style::Unicode => UNICODE.top(color, Piece::Flat).to_string(),
            Style::Color => swatch(color),
        };
        text += &format!(
            "   {sign} {}  {:>2} {:<5}  {} left\n",
            color.name(),
            game.flat_count(color),
            if game.flat_count(color) == 1 { "flat" } else { "flats" },
            reserve_words(game.reserve(color)),
        );
    }
    text
}

fn reserve_words(reserve: Reserve) -> String {
    let counted = |count: u8, word: &str| match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    };
    let stones = counted(reserve.stones, "stone");
    match reserve.capstones {
        0 => stones,
        capstones => format!("{stones} and {}", counted(capstones, "capstone")),
    }
}

/// One line that explains the signs; empty for colored drawings.
pub fn key(style: Style) -> String {
    let signs = match style {
        Style::Ascii => &ASCII,
        Style::Unicode => &UNICODE,
        Style::Color => return String::new(),
    };
    let pair = |piece: Piece| {
        let ByColor([white, black]) = signs.tops;
        format!("{} {}", white[piece.index()], black[piece.index()])
    };
    format!(
        "   {} flat   {} wall   {} capstone   {} {} captives, the highest first\n",
        pair(Piece::Flat),
        pair(Piece::Wall),
        pair(Piece::Capstone),
        signs.captives[Color::White],
        signs.captives[Color::Black],
    )
}

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

/// The board in the 256 colors of a terminal.
fn painted(game: &Game) -> String {
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
fn swatch(color: Color) -> String {
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
