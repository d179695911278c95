//! Points for a won game, by the companion book. `docs/customs.md` defines the scorings; change both together.

use crate::board::{Outcome, WinReason, roads};
use crate::game::Game;
use crate::types::{Bitboard, Color, Piece, Square, sized};

/// A scoring of won games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ScoringRule {
    /// A point for each square of the board and for each piece in the winner's reserve.
    #[default]
    Book,
    /// Ten points for a board of any size.
    TenForTheBoard,
    /// A straight road doubles the score.
    DoubleTheLine,
    /// A road of single pieces doubles the score, and so does a road of stacks.
    LowRoadHighRoad,
    /// A win without a capstone doubles the score.
    DoubleTheCap,
    /// A win without a capstone doubles the points of the board.
    BigMiddle,
}

/// The points of a won game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Points {
    /// The scoring.
    pub scoring: ScoringRule,
    /// The winner.
    pub winner: Color,
    /// Points of the board.
    pub board: usize,
    /// Pieces in the winner's reserve with capstones, a point each.
    pub pieces: usize,
    /// Reasons to double the sum, once for each.
    pub doubled: Vec<&'static str>,
}

impl Points {
    /// Points for the final position of a game; `None` without a winner on the board.
    pub fn of(game: &Game, scoring: ScoringRule) -> Option<Self> {
        let Outcome::Win(winner, reason) = game.outcome()? else { return None };
        let (size, squares) = (game.size(), game.size() * game.size());
        let board = match scoring {
            ScoringRule::TenForTheBoard => 10,
            ScoringRule::BigMiddle if kept_the_capstone(game, winner) => 2 * squares,
            _ => squares,
        };
        // The last move completed the road, since there was none before it.
        let road = match reason {
            WinReason::Road => game.road_stones(winner),
            WinReason::Flats => Bitboard::EMPTY,
        };
        let reasons = match scoring {
            ScoringRule::DoubleTheLine => vec![(is_straight(road, size), "a straight road")],
            ScoringRule::LowRoadHighRoad => vec![
                (connects(road - game.tall(), size), "a low road"),
                (connects(road & game.tall(), size), "a high road"),
            ],
            ScoringRule::DoubleTheCap => {
                vec![(kept_the_capstone(game, winner), "a win without a capstone")]
            }
            ScoringRule::Book | ScoringRule::TenForTheBoard | ScoringRule::BigMiddle => Vec::new(),
        };
        let doubled = reasons.into_iter().filter_map(|(is_so, why)| is_so.then_some(why)).collect();
        let pieces = game.reserve(winner).total();
        Some(Self { scoring, winner, board, pieces, doubled })
    }

    /// Total of the points.
    pub fn total(&self) -> usize {
        (self.board + self.pieces) << self.doubled.len()
    }

    /// A sentence without full stop: `Score 16 for White: 9 for the board and 7 pieces left`.
    pub fn sentence(&self) -> String {
        let pieces = match self.pieces {
            1 => "1 piece".to_owned(),
            count => format!("{count} pieces"),
        };
        let (total, name, board) = (self.total(), self.winner.name(), self.board);
        let mut text = format!("Score {total} for {name}: {board} for the board and {pieces} left");
        for (index, reason) in self.doubled.iter().enumerate() {
            text += if index == 0 { ", doubled for " } else { " and again for " };
            text += reason;
        }
        text
    }
}

/// Whether the winner had a capstone and did not place it.
fn kept_the_capstone(game: &Game, winner: Color) -> bool {
    let capstone = Some((winner, Piece::Capstone));
    let is_placed = Square::all(game.size()).any(|square| game.contents(square).top == capstone);
    game.reserve(winner).capstones > 0 && !is_placed
}

/// Whether a whole rank or file belongs to a road.
fn is_straight(road: Bitboard, size: usize) -> bool {
    (0..size).any(|index| {
        let lines = [Bitboard::rank(index, size), Bitboard::file(index, size)];
        lines.into_iter().any(|line| (line - road).is_empty())
    })
}

/// Whether these squares connect opposite edges.
fn connects(squares: Bitboard, size: usize) -> bool {
    sized!(size, N => roads::has_road::<N>(squares)).unwrap_or(false)
}
