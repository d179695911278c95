//! Draws boards with characters, and the lines under them.

use super::{outcome_words, paint};
use crate::board::Contents;
use crate::game::Game;
use crate::types::{ByColor, Color, Piece, Reserve, Square};

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
        Style::Color => paint::board(game),
    }
}

/// The letter of a file, from 0: `a`, `b`, ...
pub fn letter(file: usize) -> char {
    char::from(b'a' + file as u8)
}

/// A line for each stack that is too tall for its square.
pub(super) fn list_stacks(
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
            Style::Color => paint::swatch(color),
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::notation::parse_tps;
    use crate::types::{HalfKomi, Rules};

    fn game(text: &str) -> Game {
        let tps = parse_tps(text).unwrap();
        let komi = HalfKomi::new(4).unwrap();
        Game::from_tps(&tps, Rules::standard(tps.size).with_komi(komi)).unwrap()
    }

    const MIDDLE: &str = "x3,12,2S/x2,22S,11,1/x,1C,21112,x2/x,21,12C,2221S,x/1,x4 1 17";

    #[test]
    fn a_board_with_stacks() {
        let expected = "
       a       b       c       d       e
   ┌───────┬───────┬───────┬───────┬───────┐
 5 │       │       │       │   ■◦  │   ▮   │ 5
   ├───────┼───────┼───────┼───────┼───────┤
 4 │       │       │   ▮•  │   □◦  │   □   │ 4
   ├───────┼───────┼───────┼───────┼───────┤
 3 │       │   ○   │ ■◦◦◦• │       │       │ 3
   ├───────┼───────┼───────┼───────┼───────┤
 2 │       │   □•  │   ●◦  │  ▯••• │       │ 2
   ├───────┼───────┼───────┼───────┼───────┤
 1 │   □   │       │       │       │       │ 1
   └───────┴───────┴───────┴───────┴───────┘
       a       b       c       d       e
   Move 17, White to move, komi 2
   □ White   4 flats  10 stones left
   ■ Black   2 flats  11 stones left
   □ ■ flat   ▯ ▮ wall   ○ ● capstone   ◦ • captives, the highest first
";
        let game = game(MIDDLE);
        let style = Style::Unicode;
        let drawn = draw(&game, style) + &status(&game, style) + &key(style);
        assert_eq!(drawn, expected[1..]);
    }

    #[test]
    fn letters_for_plain_terminals() {
        let drawn = draw(&game("x,1S,x/2112,x,12/x3 2 4"), Style::Ascii);
        let expected = "
       a       b       c
   +-------+-------+-------+
 3 |       |   WS  |       | 3
   +-------+-------+-------+
 2 |  Bwwb |       |   Bw  | 2
   +-------+-------+-------+
 1 |       |       |       | 1
   +-------+-------+-------+
       a       b       c
";
        assert_eq!(drawn, expected[1..]);
        assert!(drawn.is_ascii());
    }

    #[test]
    fn a_finished_road_is_marked() {
        let drawn = draw(&game("x3/1,1,1/2,x,111222111 2 7"), Style::Unicode);
        assert!(drawn.contains(" 2 │  [□]  │  [□]  │  [□]  │ 2"), "{drawn}");
        assert!(drawn.contains("│□◦◦••…9│"), "{drawn}");
        assert!(drawn.ends_with("   c1, 9 high: □◦◦•••◦◦◦\n"), "{drawn}");
    }

    #[test]
    fn every_size_and_height_can_be_drawn() {
        let tall = "2".repeat(49) + &"1".repeat(49) + "C";
        let tall = format!("x8/x8/x8/x8/x4,{tall},x3/x8/x8/1,x7 1 51");
        for text in ["x3/x3/x3 1 1", MIDDLE, &tall] {
            let game = game(text);
            for style in [Style::Ascii, Style::Unicode] {
                let drawn = draw(&game, style);
                let widths = drawn.lines().filter(|line| line.contains(['|', '│']));
                assert!(widths.clone().all(|line| line.chars().count() <= 79), "{drawn}");
                assert_eq!(widths.count(), game.size());
            }
            let painted = draw(&game, Style::Color);
            assert!(painted.lines().count() >= 3 * game.size() + 2);
        }
        let drawn = draw(&game(&tall), Style::Unicode);
        assert!(drawn.contains("│○◦◦◦…98│"), "{drawn}");
    }
}
