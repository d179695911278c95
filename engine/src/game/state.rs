//! A game on the board: the position, and how it came about.

use super::PositionError;
use super::size::{BySize, whatever_size};
use crate::board::{Counting, History, IllegalMove, Outcome, Position, SetupError, Symmetry, Undo};
use crate::notation::ptn_file::{GameError, PtnGame};
use crate::notation::{LineError, Ply, Tps, TpsError};
use crate::sized;
use crate::stopper::Stopper;
use crate::types::{Bitboard, Color, Move, Reserve, Rules, RulesError};
use std::any::Any;

/// A game of any board size: the position, the moves that led to it and the positions before.
///
/// ```
/// use stonefall_engine::board::{DrawReason, Outcome};
/// use stonefall_engine::game::Game;
/// use stonefall_engine::notation::parse_line;
/// use stonefall_engine::types::Rules;
///
/// let mut board = Game::start(5, Rules::standard(5))?;
/// assert_eq!(board.moves().len(), 25);
/// // A stack goes to and fro: the third time, the position is a draw.
/// board.play_line(&parse_line("a1 e5 e5- a1+ e4+ a2- e5- a1+ e4+ a2-")?)?;
/// assert_eq!(board.outcome(), None);
/// assert_eq!(board.outcome_with_history(), Some(Outcome::Draw(DrawReason::Repetition)));
/// assert!(board.undo());
/// assert_eq!(board.outcome_with_history(), None);
/// assert_eq!(board.tps().to_string(), "x4,1/x5/x5/2,x4/x5 2 5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game {
    position: AnyPosition,
    history: History,
    steps: Vec<Step>,
}

pub(super) type AnyPosition =
    BySize<Position<3>, Position<4>, Position<5>, Position<6>, Position<7>, Position<8>>;

/// A turn that was taken.
#[derive(Clone, Copy)]
struct Step {
    /// The move; nothing if the player passed.
    mv: Option<Move>,
    undo: Undo,
}

macro_rules! from_position {
    ($($size:literal $name:ident)*) => {
        $(
            /// The position with nothing before it.
            impl From<Position<$size>> for Game {
                fn from(position: Position<$size>) -> Self {
                    let position = BySize::$name(position);
                    Self { position, history: History::new(), steps: Vec::new() }
                }
            }
        )*
    };
}
from_position!(3 Three 4 Four 5 Five 6 Six 7 Seven 8 Eight);

/// How a game is begun.
impl Game {
    /// The empty board.
    ///
    /// # Errors
    /// If there is no such board, or the rules do not fit it.
    pub fn start(size: usize, rules: Rules) -> Result<Self, RulesError> {
        rules.check(size)?;
        Ok(sized!(size, N => Self::from(Position::<N>::start(rules)))?)
    }

    /// The position of a TPS, of its size.
    ///
    /// # Errors
    /// If there is no such board, or there are more stones on it than the rules have.
    pub fn from_tps(tps: &Tps, rules: Rules) -> Result<Self, TpsError> {
        sized!(tps.size, N => tps.position::<N>(rules).map(Self::from))
            .unwrap_or_else(|size| Err(SetupError::Rules(size.into()).into()))
    }

    /// A line of a game in PTN ([`PtnGame::MAIN_LINE`] or the number of a variation), from its beginning
    /// for so many plies or to its end. All of them can be taken back.
    ///
    /// # Errors
    /// As [`PtnGame::replay`], which does not ask for the size.
    pub fn replay(game: &PtnGame, line: usize, plies: Option<usize>) -> Result<Self, GameError> {
        let setup = game.setup()?;
        let replayed = sized!(setup.size, N => {
            let replay = game.replay::<N>(line, plies)?;
            (Self::from(replay.start), replay.moves)
        });
        let (mut board, moves) = replayed.map_err(|error| setup.refuse_size(error))?;
        moves.into_iter().for_each(|mv| board.play_legal(mv));
        Ok(board)
    }

    /// The game as it was after so many of its turns: 0 is its beginning.
    #[must_use]
    pub fn back_to(&self, turns: usize) -> Self {
        let mut board = self.clone();
        while board.steps.len() > turns {
            board.undo();
        }
        board
    }

    /// The same game by other rules.
    ///
    /// # Errors
    /// If the game cannot have come about by those rules.
    pub fn with_rules(&self, rules: Rules) -> Result<Self, PositionError> {
        rules.check(self.size())?;
        let mut board = self.back_to(0);
        whatever_size!(&mut board.position, typed => {
            *typed = typed.with_rules(rules).map_err(TpsError::from)?;
        });
        for (index, step) in self.steps.iter().enumerate() {
            match step.mv {
                Some(mv) => {
                    let ply = board.write_ply(mv);
                    board.play(mv).map_err(|reason| PositionError::Move {
                        number: index + 1,
                        ply,
                        reason: reason.into(),
                    })?;
                }
                None => board.pass(),
            }
        }
        Ok(board)
    }

    /// The game with these moves played behind it, as a protocol or a file writes them.
    ///
    /// # Errors
    /// The first that cannot be played, or comes after the end of the game.
    pub fn with_plies(mut self, plies: &[Ply]) -> Result<Self, PositionError> {
        for (index, ply) in plies.iter().enumerate() {
            let (number, ply) = (index + 1, *ply);
            let refuse = |reason| PositionError::Move { number, ply, reason };
            let mv = self.read_ply(&ply).map_err(refuse)?;
            self.play_legal(mv);
        }
        Ok(self)
    }

    /// The position turned or mirrored, with nothing before it.
    ///
    /// # Errors
    /// Never for a position that was itself set up or played to.
    pub fn image(&self, symmetry: Symmetry) -> Result<Self, SetupError> {
        whatever_size!(&self.position, typed => typed.image(symmetry).map(Self::from))
    }
}

/// What is on the board.
impl Game {
    /// Size of the board.
    #[must_use]
    pub const fn size(&self) -> usize {
        match self.position {
            BySize::Three(_) => 3,
            BySize::Four(_) => 4,
            BySize::Five(_) => 5,
            BySize::Six(_) => 6,
            BySize::Seven(_) => 7,
            BySize::Eight(_) => 8,
        }
    }

    /// The rules of the game.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        whatever_size!(&self.position, typed => typed.rules())
    }

    /// The player whose turn it is.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        whatever_size!(&self.position, typed => typed.to_move())
    }

    /// The full move number, as TPS has it: 1 for the first move of both players.
    #[must_use]
    pub const fn move_number(&self) -> u32 {
        whatever_size!(&self.position, typed => typed.move_number())
    }

    /// Plies since White's first move, by the move number.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        whatever_size!(&self.position, typed => typed.ply())
    }

    /// Opening plies still to be played: 2, 1 or 0. In them only flats are placed.
    #[must_use]
    pub const fn opening_plies(&self) -> u8 {
        whatever_size!(&self.position, typed => typed.opening_plies())
    }

    /// Plies since the last placement or flattened wall.
    #[must_use]
    pub const fn reversible_plies(&self) -> usize {
        whatever_size!(&self.position, typed => typed.reversible_plies())
    }

    /// Hash of the stones and the side to move. Komi and the other rules are no part of it.
    #[must_use]
    pub const fn key(&self) -> u64 {
        whatever_size!(&self.position, typed => typed.key())
    }

    /// The pieces that a player has not placed.
    #[must_use]
    pub fn reserve(&self, color: Color) -> Reserve {
        whatever_size!(&self.position, typed => typed.reserve(color))
    }

    /// A player's flat count, without komi.
    #[must_use]
    pub fn flat_count(&self, color: Color) -> usize {
        whatever_size!(&self.position, typed => typed.flat_count(color))
    }

    /// Squares without a stone.
    #[must_use]
    pub fn empty(&self) -> Bitboard {
        whatever_size!(&self.position, typed => typed.empty())
    }

    /// Squares that a player's roads can run over: flats and capstones.
    #[must_use]
    pub fn road_stones(&self, color: Color) -> Bitboard {
        whatever_size!(&self.position, typed => typed.road_stones(color))
    }

    /// The position with the size in its type, for code that has it there; `None` for another size.
    ///
    /// ```
    /// use stonefall_engine::{game::Game, sized, types::Rules};
    ///
    /// let board = Game::start(6, Rules::standard(6))?;
    /// let count = sized!(board.size(), N => board.position::<N>().map(|position| position.count_moves()))?;
    /// assert_eq!(count, Some(36));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn position<const N: usize>(&self) -> Option<&Position<N>> {
        whatever_size!(&self.position, typed => (typed as &dyn Any).downcast_ref())
    }

    /// The positions before this one.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    pub(super) const fn typed(&self) -> &AnyPosition {
        &self.position
    }
}

/// Moves and their ends.
impl Game {
    /// All legal moves; none if the stones on the board have ended the game.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            whatever_size!(&self.position, typed => typed.generate(&mut moves));
        }
        moves
    }

    /// Number of ways to play so many plies from here. A finished game has no successors. `None` if it was
    /// stopped before the count was known.
    #[must_use]
    pub fn perft(&self, depth: u32, counting: Counting, stopper: &Stopper) -> Option<u64> {
        whatever_size!(&self.position, typed => typed.clone().perft_until(depth, counting, stopper))
    }

    /// The count of each move, which add up to that, on so many threads; in the order of [`Game::moves`].
    #[must_use]
    pub fn divide(&self, depth: u32, counting: Counting, threads: usize) -> Vec<(Move, u64)> {
        whatever_size!(&self.position, typed => typed.divide(depth, counting, threads))
    }

    /// Checks that a move can be played here.
    ///
    /// # Errors
    /// The first rule that it breaks, and after the end of the game ([`Game::outcome`]) every move.
    pub fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver);
        }
        whatever_size!(&self.position, typed => typed.check(mv))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// As [`Game::check`]; nothing changes then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check(mv)?;
        self.play_legal(mv);
        Ok(())
    }

    /// The game with one move more.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn after(&self, mv: Move) -> Result<Self, IllegalMove> {
        let mut after = self.clone();
        after.play(mv).map(|()| after)
    }

    fn play_legal(&mut self, mv: Move) {
        self.history.push(self.key());
        let undo = whatever_size!(&mut self.position, typed => typed.play(mv, &mut ()));
        self.steps.push(Step { mv: Some(mv), undo });
    }

    /// Plays moves one after the other.
    ///
    /// # Errors
    /// The first that is not legal. Those before it are played then.
    pub fn play_line(&mut self, moves: &[Move]) -> Result<(), LineError> {
        for (index, &mv) in moves.iter().enumerate() {
            self.play(mv).map_err(|error| LineError {
                line: 1,
                word: index + 1,
                text: mv.to_string(),
                error: error.into(),
            })?;
        }
        Ok(())
    }

    /// Gives the turn to the other player without a move, which no rule allows: to see what they
    /// threaten.
    pub fn pass(&mut self) {
        self.history.push(self.key());
        let undo = whatever_size!(&mut self.position, typed => typed.play_null());
        self.steps.push(Step { mv: None, undo });
    }

    /// Takes back what was played last. Returns whether there was something.
    pub fn undo(&mut self) -> bool {
        let Some(Step { mv, undo }) = self.steps.pop() else { return false };
        self.history.pop();
        match mv {
            Some(mv) => whatever_size!(&mut self.position, typed => typed.undo(mv, &undo)),
            None => whatever_size!(&mut self.position, typed => typed.undo_null(&undo)),
        }
        true
    }

    /// The moves that were played, the oldest first.
    pub fn played(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        self.steps.iter().filter_map(|step| step.mv)
    }

    /// The move that was played last.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.steps.last().and_then(|step| step.mv)
    }

    /// The result if the stones on the board have ended the game: a road (that of the player who has
    /// moved, if both have one), or flats. PlayTak knows no other end.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        whatever_size!(&self.position, typed => typed.outcome())
    }

    /// The same with the draws that depend on how the position came about: its third occurrence, and too
    /// many plies without a placement or a flattening, if the rules say how many.
    #[must_use]
    pub fn outcome_with_history(&self) -> Option<Outcome> {
        whatever_size!(&self.position, typed => typed.outcome_with(&self.history))
    }

    /// How often this position stood on the board before.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        whatever_size!(&self.position, typed => self.history.repetitions(typed))
    }

    /// A move that wins at once, if there is one.
    #[must_use]
    pub fn winning_move(&self) -> Option<Move> {
        whatever_size!(&self.position, typed => typed.winning_move())
    }

    /// A move that completes a road, if there is one.
    #[must_use]
    pub fn winning_road(&self) -> Option<Move> {
        whatever_size!(&self.position, typed => typed.winning_road())
    }

    /// Whether the player who has just moved said tak: would complete a road if the other one passed. Not
    /// in the opening, nor in a game that is over.
    #[must_use]
    pub fn is_tak(&self) -> bool {
        if self.opening_plies() > 0 || self.outcome().is_some() {
            return false;
        }
        let mut position = self.position.clone();
        whatever_size!(&mut position, typed => {
            typed.play_null();
            typed.winning_road().is_some()
        })
    }
}
