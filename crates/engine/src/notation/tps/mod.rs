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
    fn a_position_keeps_its_size() {
        let error = parse_tps("x4/x4/x4/x4 1 1")
            .and_then(|tps| tps.position::<3>(Rules::standard(3)))
            .map_err(|error| error.to_string());
        assert_eq!(error.err(), Some("expected a 3x3 position, found 4x4".into()));
    }
}
