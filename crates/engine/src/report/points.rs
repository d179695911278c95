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

impl ScoringRule {
    /// All scorings, the book's first.
    pub const ALL: [Self; 6] = [
        Self::Book,
        Self::TenForTheBoard,
        Self::DoubleTheLine,
        Self::LowRoadHighRoad,
        Self::DoubleTheCap,
        Self::BigMiddle,
    ];

    /// Its name in English.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Book => "the book's",
            Self::TenForTheBoard => "Ten for the Board",
            Self::DoubleTheLine => "Double the Line",
            Self::LowRoadHighRoad => "Low Road, High Road",
            Self::DoubleTheCap => "Double the Cap",
            Self::BigMiddle => "Big Middle",
        }
    }
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
        let road = match reason {
            WinReason::Road => Road::of(game, winner),
            WinReason::Flats => Road::default(),
        };
        let mut doubled = Vec::new();
        match scoring {
            ScoringRule::DoubleTheLine if road.is_straight(size) => {
                doubled.push("a straight road");
            }
            ScoringRule::LowRoadHighRoad => {
                if connects(road.single, size) {
                    doubled.push("a low road");
                }
                if connects(road.tall, size) {
                    doubled.push("a high road");
                }
            }
            ScoringRule::DoubleTheCap if kept_the_capstone(game, winner) => {
                doubled.push("a win without a capstone");
            }
            _ => {}
        }
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

/// Squares of the winner's road stones. The last move completed the road, since there was none before it.
#[derive(Clone, Copy, Debug, Default)]
struct Road {
    /// Pieces with nothing below them.
    single: Bitboard,
    /// Stacks.
    tall: Bitboard,
}

impl Road {
    fn of(game: &Game, winner: Color) -> Self {
        let (stones, tall) = (game.road_stones(winner), game.tall());
        Self { single: stones - tall, tall: stones & tall }
    }

    /// Whether a whole rank or file belongs to it.
    fn is_straight(self, size: usize) -> bool {
        let road = self.single | self.tall;
        (0..size).any(|index| {
            [Bitboard::rank(index, size), Bitboard::file(index, size)]
                .into_iter()
                .any(|line| (line - road).is_empty())
        })
    }
}

/// Whether these squares connect opposite edges.
fn connects(squares: Bitboard, size: usize) -> bool {
    sized!(size, N => roads::has_road::<N>(squares)).unwrap_or(false)
}
