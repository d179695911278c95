//! SVG picture of a board. It returns its text and writes nothing.

use stonefall_engine::board::Contents;
use stonefall_engine::game::Game;
use stonefall_engine::report::{letter, result_code};
use stonefall_engine::types::{ByColor, Color, Piece, Square};
use svg::Document;
use svg::node::Text as Words;
use svg::node::element::{
    Circle, Definitions, Filter, FilterEffectDropShadow, Group, Rectangle, Text, Title,
};

/// Side length of a square; all lengths share its unit.
const SIDE: f64 = 100.0;
/// Width of the frame with the coordinates.
const FRAME: f64 = 46.0;
/// Height of the strip under the board.
const FOOT: f64 = 58.0;
/// Maximum number of stones drawn per stack; a number shows its height.
const SHOWN: usize = 12;

const FRAME_FILL: &str = "#4a3728";
const TILES: [&str; 2] = ["#c9a878", "#b8945f"];
const MARKED: &str = "#7fa06a";
const LETTERS: &str = "#d9c3a0";
const STONES: ByColor<&str> = ByColor::new("#f6efdf", "#33302e");
const EDGES: ByColor<&str> = ByColor::new("#8f7c58", "#0f0e0d");
const WRITING: ByColor<&str> = ByColor::new("#5b4a33", "#e7dcc5");

/// Returns the board as an SVG document: coordinates, stacks seen from White's side and slightly from above,
/// and below the board the side to move and the reserves.
pub fn picture(game: &Game) -> String {
    let (size, marked) = (game.size(), game.marked());
    let board = size as f64 * SIDE;
    let (width, height) = (board + 2.0 * FRAME, board + 2.0 * FRAME + FOOT);
    let mut document = document(width, height, title(game))
        .add(shadow())
        .add(rectangle(0.0, 0.0, width, height).set("rx", 14).set("fill", FRAME_FILL));
    for square in Square::all(size) {
        let tile = TILES[(square.file() + square.rank()) % 2];
        let fill = if marked.has(square) { MARKED } else { tile };
        let (x, y) = corner(size, square);
        let tile = rectangle(x + 1.5, y + 1.5, SIDE - 3.0, SIDE - 3.0);
        document = document.add(tile.set("rx", 5).set("fill", fill));
    }
    document = coordinates(document, size);
    // Far ranks first, because tall stacks cover the squares behind.
    for rank in (0..size).rev() {
        for file in 0..size {
            let square = Square::new(file, rank);
            let (x, y) = corner(size, square);
            let stack = stack(game.contents(square), x + SIDE / 2.0, y + SIDE / 2.0);
            document = stack.into_iter().fold(document, Document::add);
        }
    }
    foot(document, game, width, board + 2.0 * FRAME - 4.0).to_string()
}

fn title(game: &Game) -> String {
    let state = match game.outcome_with_history() {
        Some(outcome) => result_code(outcome).to_string(),
        None => format!("{} to move", game.to_move().name()),
    };
    format!("Tak {0}x{0}, move {1}, {state}", game.size(), game.move_number())
}

fn shadow() -> Definitions {
    let drop = FilterEffectDropShadow::new()
        .set("dx", 0)
        .set("dy", 2.5)
        .set("stdDeviation", 2.2)
        .set("flood-opacity", 0.45);
    Definitions::new().add(Filter::new().set("id", "shadow").add(drop))
}

/// Upper left corner of a square.
fn corner(size: usize, square: Square) -> (f64, f64) {
    let column = square.file() as f64;
    let row = (size - 1 - square.rank()) as f64;
    (FRAME + column * SIDE, FRAME + row * SIDE)
}

fn coordinates(mut document: Document, size: usize) -> Document {
    let board = size as f64 * SIDE;
    let label = |words: &str, x: f64, y: f64| text(words, x, y + 7.0, 21.0, "middle", LETTERS);
    for index in 0..size {
        let along = FRAME + (index as f64 + 0.5) * SIDE;
        let rank = (size - index).to_string();
        for edge in [FRAME / 2.0, board + 1.5 * FRAME] {
            document = document
                .add(label(&letter(index).to_string(), along, edge))
                .add(label(&rank, edge, along));
        }
    }
    document
}

/// A stack around the center of its square, lowest stone first.
fn stack(contents: Contents, x: f64, y: f64) -> Option<Group> {
    let ((owner, top_piece), height) = (contents.top?, contents.height());
    let shown = height.min(SHOWN);
    let step = if shown > 1 { (44.0 / (shown - 1) as f64).min(9.0) } else { 0.0 };
    let base = y + step * (shown - 1) as f64 / 2.0;
    let mut group = Group::new();
    let captives: Vec<Color> = contents.captives.iter().take(shown - 1).collect();
    for (level, &color) in captives.iter().rev().enumerate() {
        group = group.add(slab(color, x, base - step * level as f64));
    }
    let top = base - step * (shown - 1) as f64;
    group = match top_piece {
        Piece::Flat => group.add(slab(owner, x, top)),
        Piece::Wall => group.add(wall(owner, x, top)),
        Piece::Capstone => {
            group.add(round(owner, x, top, 25.0)).add(round(owner, x, top - 3.0, 14.0))
        }
    };
    if height == 1 {
        return Some(group);
    }
    let height = height.to_string();
    let writing = match top_piece {
        // A wall is too narrow for a number.
        Piece::Wall => {
            let below = captives.first().copied().unwrap_or(owner);
            text(&height, x + 28.0, top + 26.0, 19.0, "end", WRITING[below])
        }
        Piece::Flat => text(&height, x, top + 7.0, 20.0, "middle", WRITING[owner]),
        Piece::Capstone => text(&height, x, top + 4.0, 20.0, "middle", WRITING[owner]),
    };
    Some(group.add(writing.set("font-weight", "bold")))
}

fn slab(color: Color, x: f64, y: f64) -> Rectangle {
    stone(rectangle(x - 32.0, y - 30.0, 64.0, 60.0).set("rx", 9), color)
}

/// A wall across its square.
fn wall(color: Color, x: f64, y: f64) -> Rectangle {
    stone(rectangle(x - 36.0, y - 11.0, 72.0, 22.0).set("rx", 7), color)
        .set("transform", format!("rotate(-45 {x} {y})"))
}

fn round(color: Color, x: f64, y: f64, radius: f64) -> Circle {
    Circle::new()
        .set("cx", x)
        .set("cy", y)
        .set("r", radius)
        .set("fill", STONES[color])
        .set("stroke", EDGES[color])
        .set("stroke-width", 2)
        .set("filter", "url(#shadow)")
}

fn stone(shape: Rectangle, color: Color) -> Rectangle {
    shape
        .set("fill", STONES[color])
        .set("stroke", EDGES[color])
        .set("stroke-width", 2)
        .set("filter", "url(#shadow)")
}

/// The reserves, White's on the left, with a dot beside the player to move.
fn foot(mut document: Document, game: &Game, width: f64, y: f64) -> Document {
    let outcome = game.outcome_with_history();
    let middle = y + FOOT / 2.0 - 4.0;
    for color in Color::ALL {
        let (edge, inward, anchor) = match color {
            Color::White => (FRAME, 1.0, "start"),
            Color::Black => (width - FRAME, -1.0, "end"),
        };
        let chip = rectangle(edge + inward * 13.0 - 13.0, middle - 13.0, 26.0, 26.0).set("rx", 5);
        document = document.add(stone(chip, color));
        if outcome.is_none() && game.to_move() == color {
            let turn = Circle::new().set("cx", edge - inward * 16.0).set("cy", middle).set("r", 6);
            document = document.add(turn.set("fill", "#e8b64c"));
        }
        let x = edge + inward * 38.0;
        let [flats, left] = foot_words(game, color);
        for (words, y, size) in [(flats, middle - 2.0, 20.0), (left, middle + 16.0, 14.0)] {
            document = document.add(text(&words, x, y, size, anchor, LETTERS));
        }
    }
    if let Some(outcome) = outcome {
        let code = result_code(outcome);
        let result = text(code, width / 2.0, middle + 8.0, 24.0, "middle", "#e8b64c");
        document = document.add(result.set("font-weight", "bold"));
    }
    document
}

/// Flat count and reserve.
fn foot_words(game: &Game, color: Color) -> [String; 2] {
    let counted = |count: usize, word: &str| match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    };
    let reserve = game.reserve(color);
    let mut left = counted(reserve.stones.into(), "stone");
    if reserve.capstones > 0 {
        left += &format!(", {}", counted(reserve.capstones.into(), "cap"));
    }
    [counted(game.flat_count(color), "flat"), left + " left"]
}

/// An empty picture.
fn document(width: f64, height: f64, title: String) -> Document {
    Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "Helvetica, Arial, sans-serif")
        .add(Title::new(title))
}

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", width).set("height", height)
}

/// Text whose `anchor` (`start`, `middle` or `end`) is at this point.
fn text(words: &str, x: f64, y: f64, size: f64, anchor: &str, color: &str) -> Text {
    Text::new("")
        .add(Words::new(words))
        .set("x", x)
        .set("y", y)
        .set("font-size", size)
        .set("text-anchor", anchor)
        .set("fill", color)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use stonefall_engine::notation::parse_tps;
    use stonefall_engine::types::Rules;

    #[test]
    fn draws_every_size_and_height() {
        let tall = "2".repeat(49) + &"1".repeat(49) + "C";
        let tall = format!("x8/x8/x8/x8/x4,{tall},x3/x8/x8/1,x7 1 51");
        for text in ["x3/x3/x3 1 1", "x3,12,2S/x2,22S,11,1/x,1C,2,x2/x5/1,x4 1 17", &tall] {
            let tps = parse_tps(text).unwrap();
            let game = Game::from_tps(&tps, Rules::standard(tps.size)).unwrap();
            let drawn = picture(&game);
            assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>"), "{drawn}");
        }
    }
}
