//! What the terms are worth: one table for each board size, in a file of its own.
//!
//! A file holds nothing but its table, one line for each term in the order of [`Term::all`], in the
//! form that [`source`] writes; a program that fits the weights can write it anew.
//!
//! The weights of 4x4 to 7x7 are fitted to games of their own by `stonefall fit` (docs/strength.md); 8x8
//! has those of 6x6, but for the squares that the smaller board lacks. The weights of 3x3 are set by
//! hand, from what is published of Topaz (values of pieces and stacks, roads by what they lack), Syntaks (rows, tempo, capstones, squares) and Tiltak (which terms pay).

mod size3;
mod size4;
mod size5;
mod size6;
mod size7;
mod size8;

use super::terms::Term;
use super::trace::pack;
use std::fmt::Write;

/// The weights of every term in opening, middle and end, in inner units: about 100 for a flat.
pub type Table = [[i16; 3]; Term::COUNT];

/// What the inner units of a board size mean to people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    /// Inner units that one flat is worth.
    pub flat: i32,
    /// Inner units that turn even chances into 73 %.
    pub spread: i32,
    /// Half the width of the range of scores that draws come from, in inner units.
    pub draw: i32,
}

/// The scale in use on a board of this size, from 3 to 8.
#[must_use]
pub const fn scale(size: usize) -> Scale {
    match size {
        3 => size3::SCALE,
        4 => size4::SCALE,
        5 => size5::SCALE,
        6 => size6::SCALE,
        7 => size7::SCALE,
        _ => size8::SCALE,
    }
}

/// The weights in use on a board of this size, from 3 to 8.
#[must_use]
pub const fn table(size: usize) -> &'static Table {
    match size {
        3 => &size3::WEIGHTS,
        4 => &size4::WEIGHTS,
        5 => &size5::WEIGHTS,
        6 => &size6::WEIGHTS,
        7 => &size7::WEIGHTS,
        _ => &size8::WEIGHTS,
    }
}

/// The same weights with the three phases in one word.
pub(super) const fn packed_table(size: usize) -> &'static [i64; Term::COUNT] {
    const fn packed(size: usize) -> [i64; Term::COUNT] {
        let table = table(size);
        let mut words = [0; Term::COUNT];
        let mut index = 0;
        while index < Term::COUNT {
            words[index] = pack(table[index]);
            index += 1;
        }
        words
    }
    static THREE: [i64; Term::COUNT] = packed(3);
    static FOUR: [i64; Term::COUNT] = packed(4);
    static FIVE: [i64; Term::COUNT] = packed(5);
    static SIX: [i64; Term::COUNT] = packed(6);
    static SEVEN: [i64; Term::COUNT] = packed(7);
    static EIGHT: [i64; Term::COUNT] = packed(8);
    match size {
        3 => &THREE,
        4 => &FOUR,
        5 => &FIVE,
        6 => &SIX,
        7 => &SEVEN,
        _ => &EIGHT,
    }
}

/// A table and its scale as the text of its source file.
#[must_use]
pub fn source(size: usize, table: &Table, scale: Scale) -> String {
    let Scale { flat, spread, draw } = scale;
    let mut text = format!(
        "//! Weights for {size}x{size}: opening, middle, end.\n\nuse super::{{Scale, Table}};\n\n\
         pub(super) const SCALE: Scale = Scale {{ flat: {flat}, spread: {spread}, draw: {draw} }};\n\n\
         #[rustfmt::skip]\npub(super) const WEIGHTS: Table = [\n"
    );
    for (term, [opening, middle, end]) in Term::all().zip(table) {
        let name = term.name();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    [{opening:4}, {middle:4}, {end:4}], // {name}");
    }
    text.push_str("];\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_files_are_in_the_written_form() {
        for (size, text) in [
            (3, include_str!("size3.rs")),
            (4, include_str!("size4.rs")),
            (5, include_str!("size5.rs")),
            (6, include_str!("size6.rs")),
            (7, include_str!("size7.rs")),
            (8, include_str!("size8.rs")),
        ] {
            assert_eq!(source(size, table(size), scale(size)), text, "size {size}");
        }
    }
}
