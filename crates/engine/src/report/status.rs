//! The lines under a board.

use super::board::{ASCII, UNICODE};
use super::{Diagram, Style, outcome_words, paint};
use crate::types::{ByColor, Color, Piece, Reserve};

/// The player to move or the result, and the flats and reserve of each player.
pub fn status(diagram: &Diagram, style: Style) -> String {
    let komi = match diagram.half_komi.half_flats() {
        0 => String::new(),
        _ => format!(", komi {}", diagram.half_komi),
    };
    let mut text = match diagram.outcome {
        Some(outcome) => format!("   {}{komi}\n", outcome_words(outcome)),
        None => {
            format!("   Move {}, {} to move{komi}\n", diagram.move_number, diagram.to_move.name())
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
            diagram.flats[color],
            if diagram.flats[color] == 1 { "flat" } else { "flats" },
            reserve_words(diagram.reserves[color]),
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
