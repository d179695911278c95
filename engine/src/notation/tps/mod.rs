//! Position text.
//!
//! `/` (or `-`) separates ranks, from the top. Commas separate the squares of a rank. `x` is an empty square, `x3`
//! are three. A stack is written from its lowest stone up, `1` for White's stones and `2` for Black's, with `S` or
//! `C` behind it if a wall or a capstone is on top. Then follow the player to move and the move number. A missing
//! number and 0 mean 1.
//!
//! ```
//! use stonefall_engine::notation::parse_tps;
//!
//! let tps = parse_tps("x,x,x/x1,12s,x/X3 2 7")?;
//! assert_eq!(tps.to_string(), "x3/x,12S,x/x3 2 7");
//! let error = parse_tps("x3/x,1S2,x/x3 1 1").unwrap_err();
//! assert_eq!(error.to_string(), "expected ',' or '/' after a square in column 8, found '2'");
//! # Ok::<(), stonefall_engine::notation::TpsError>(())
//! ```

mod reader;

pub use reader::parse_tps;

use super::TpsError;
use crate::board::{Position, SquareSetup};
use crate::types::{Color, Rules, Square};
use std::fmt::{self, Write};

/// The largest move number.
const MAX_MOVE_NUMBER: u32 = 1_000_000_000;

/// The stones of a position, without rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tps {
    /// Board size, 3 to 8.
    pub size: usize,
    /// Every square with a stone.
    pub squares: Vec<SquareSetup>,
    /// The player to move.
    pub to_move: Color,
    /// Move number, from 1.
    pub move_number: u32,
}

impl Tps {
    /// The stones of a position.
    pub fn new<const N: usize>(position: &Position<N>) -> Self {
        let (to_move, move_number) = (position.to_move(), position.move_number());
        Self { size: N, squares: position.squares(), to_move, move_number }
    }

    /// The position under these rules.
    ///
    /// # Errors
    /// If the sizes differ, or the position has more pieces than the rules.
    pub fn position<const N: usize>(&self, rules: Rules) -> Result<Position<N>, TpsError> {
        if self.size != N {
            return Err(TpsError::Size { expected: N, found: self.size });
        }
        Ok(Position::set_up(&self.squares, self.to_move, self.move_number, rules)?)
    }
}

/// Joins empty squares: `x3`.
impl fmt::Display for Tps {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.size).rev() {
            let mut empty = 0;
            for file in 0..=self.size {
                let square = Square::new(file, rank);
                let setup = self.squares.iter().find(|setup| setup.square == square);
                let stack = setup.filter(|setup| file < self.size && !setup.stones.is_empty());
                if stack.is_none() && file < self.size {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    let comma = if file > empty { "," } else { "" };
                    let run = if empty > 1 { empty.to_string() } else { String::new() };
                    write!(out, "{comma}x{run}")?;
                    empty = 0;
                }
                let Some(SquareSetup { stones, top, .. }) = stack else { continue };
                if file > 0 {
                    out.write_char(',')?;
                }
                for &stone in stones {
                    out.write_char(if stone == Color::White { '1' } else { '2' })?;
                }
                out.write_str(["", "S", "C"][top.index()])?;
            }
            if rank > 0 {
                out.write_char('/')?;
            }
        }
        write!(out, " {} {}", self.to_move.index() + 1, self.move_number)
    }
}

/// The text of a position.
pub fn tps<const N: usize>(position: &Position<N>) -> String {
    Tps::new(position).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_spelling() {
        for (text, written) in [
            ("x3/x3/x3 1 1", "x3/x3/x3 1 1"),
            ("x,x,x/x,x,x/x,x,x 1 1", "x3/x3/x3 1 1"),
            ("x1,x2/x2,x1/X,x,X1 2 1", "x3/x3/x3 2 1"),
            ("x3-x,1,x-x3 2 1", "x3/x,1,x/x3 2 1"),
            (" x3/x,1,x/x3\t2  1 ", "x3/x,1,x/x3 2 1"),
            ("1,2s,1c/12S,21C,x/x2,1122 1 0", "1,2S,1C/12S,21C,x/x2,1122 1 1"),
            ("x3/x3/x3 1", "x3/x3/x3 1 1"),
            ("x3/x3/x3 2 1000000000", "x3/x3/x3 2 1000000000"),
        ] {
            assert_eq!(parse_tps(text).map(|tps| tps.to_string()), Ok(written.to_owned()));
        }
    }

    #[test]
    fn errors_name_expected_and_found_text() {
        for (text, message) in [
            ("", "expected a TPS such as x3/x3/x3 1 1, found nothing"),
            ("x2/x2 1 1", "expected 3 to 8 ranks, found 2"),
            ("x3/x4/x3 1 1", "expected 3 squares in rank 2, which ends in column 5, found 4"),
            ("x3/x3/x,1 1 1", "expected 3 squares in rank 1, which ends in column 9, found 2"),
            ("x3/x,1S2,x/x3 1 1", "expected ',' or '/' after a square in column 8, found '2'"),
            ("x3/x0,x3/x3 1 1", "expected 1 to 8 empty squares in column 5, found '0'"),
            ("x3/x10/x3 1 1", "expected 1 to 8 empty squares in column 5, found '1'"),
            ("x3/q/x3 1 1", "expected x, 1 or 2 in column 4, found 'q'"),
            ("x3/é,x/x3 1 1", "expected x, 1 or 2 in column 4, found 'é'"),
            ("x3/S,x2/x3 1 1", "expected x, 1 or 2 in column 4, found 'S'"),
            ("x3//x3 1 1", "expected x, 1 or 2 in column 4, found '/'"),
            ("x3/x3/x3", "expected the player to move, 1 or 2, in column 9, found the end"),
            ("x3/x3/x3 3 1", "expected the player to move, 1 or 2, in column 10, found '3'"),
            ("x3/x3/x3 12 1", "expected the player to move, 1 or 2, in column 11, found '2'"),
            ("x3/x3/x3 1 a", "expected a move number from 1 to 1000000000 in column 12, found 'a'"),
            (
                "x3/x3/x3 1 -1",
                "expected a move number from 1 to 1000000000 in column 12, found '-'",
            ),
            (
                "x3/x3/x3 1 99999999999",
                "expected a move number from 1 to 1000000000 in column 12, found '9'",
            ),
            ("x3/x3/x3 1 1 a1", "expected the end in column 14, found 'a'"),
        ] {
            assert_eq!(parse_tps(text).map_err(|e| e.to_string()), Err(message.to_owned()));
        }
    }

    #[test]
    fn high_stacks_are_read() {
        for (size, height) in [(6, 64), (8, 128)] {
            let rest = vec![format!("x{size}"); size - 1].join("/");
            let stack = "1".repeat(height);
            let fits = format!("{stack},x{}/{rest} 1 1", size - 1);
            assert_eq!(parse_tps(&fits).map(|tps| tps.to_string()), Ok(fits));
            let above = format!("{stack}1,x{}/{rest} 1 1", size - 1);
            let error = TpsError::Height { limit: height, column: height + 1 };
            assert_eq!(parse_tps(&above), Err(error));
        }
    }

    #[test]
    fn rules_limit_the_pieces() {
        let read = |text: &str| parse_tps(text)?.position::<3>(Rules::standard(3));
        assert!(read("x3/x,1,x/x3 1 1").is_ok());
        let capstone = read("x3/x,1C,x/x3 1 1").map_err(|error| error.to_string());
        assert_eq!(capstone.err(), Some("expected at most 0 capstones of White, found 1".into()));
        let size = read("x4/x4/x4/x4 1 1").map_err(|error| error.to_string());
        assert_eq!(size.err(), Some("expected a 3x3 position, found 4x4".into()));
        assert_eq!(read("x3/x3/x3 1 1").map(|position| position.opening_plies()), Ok(2));
        assert_eq!(read("x3/x,2,x/x3 2 1").map(|position| position.opening_plies()), Ok(1));
    }
}
