//! Games, searches and proofs on boards of any size.
//!
//! [`Game`] has the rules, the played moves and the texts. [`Search`] and [`Solver`] analyze it. Each holds one of
//! six types with the size as a constant ([`Position`], [`SizedSearch`], [`SizedSolver`]) and chooses one of them once
//! per call, outside every inner loop.
//!
//! Code that reads millions of positions per second uses these types directly: [`sized!`](crate::sized) turns a size
//! into a type, and [`Game::position`] returns the position of that type.
//!
//! [`Position`]: crate::board::Position
//! [`SizedSearch`]: crate::search::SizedSearch
//! [`SizedSolver`]: crate::search::proof::SizedSolver

mod sized;
mod words;

use crate::board::{
    Contents, History, IllegalMove, Outcome, PerftMode, Position, SetupError, Symmetry, Undo,
};
use crate::notation::ptn_file::{GameError, PtnGame};
use crate::notation::{Ply, TextError, Tps, at_word};
use crate::sized;
use crate::stopper::Stopper;
use crate::types::{Bitboard, Color, Move, Reserve, Rules, RulesError, Square};
use sized::{BySize, by_size, whatever_size};
use std::any::Any;
use std::fmt::Display;

pub use sized::Search;
pub use sized::Solver;

/// A game on a board of any size: the position, the played moves and the earlier positions.
///
/// ```
/// use stonefall_engine::{DrawReason, Game, Outcome, Rules, parse_line};
///
/// let mut game = Game::start(5, Rules::standard(5))?;
/// assert_eq!(game.moves().len(), 25);
/// // The third occurrence of a position is a draw.
/// game.play_line(&parse_line("a1 e5 e5- a1+ e4+ a2- e5- a1+ e4+ a2-")?)?;
/// assert_eq!(game.outcome(), None);
/// assert_eq!(game.outcome_with_history(), Some(Outcome::Draw(DrawReason::Repetition)));
/// assert!(game.undo());
/// assert_eq!(game.outcome_with_history(), None);
/// assert_eq!(game.tps().to_string(), "x4,1/x5/x5/2,x4/x5 2 5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game {
    position: AnyPosition,
    history: History,
    steps: Vec<Step>,
}

type AnyPosition = by_size!(Position);

#[derive(Clone, Copy)]
struct Step {
    /// The move; `None` for a pass.
    mv: Option<Move>,
    undo: Undo,
}

macro_rules! from_position {
    ($($size:literal $name:ident)*) => {
        $(
            /// A game that starts with this position.
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

/// New games.
impl Game {
    /// The empty board.
    ///
    /// # Errors
    /// If the size is not from 3 to 8, or the rules do not fit it.
    pub fn start(size: usize, rules: Rules) -> Result<Self, RulesError> {
        rules.check(size)?;
        Ok(sized!(size, N => Self::from(Position::<N>::start(rules)))?)
    }

    /// A game that starts with this position.
    ///
    /// # Errors
    /// If the size is not from 3 to 8, or the position has more pieces than the rules.
    pub fn from_tps(tps: &Tps, rules: Rules) -> Result<Self, TextError> {
        sized!(tps.size, N => tps.position::<N>(rules).map(Self::from))
            .unwrap_or_else(|size| Err(TextError::new(size)))
    }

    /// A game that starts with this position, or on the empty board of a size.
    ///
    /// # Errors
    /// As [`Game::from_tps`] and [`Game::start`].
    pub fn opened(start: Option<&Tps>, size: usize, rules: Rules) -> Result<Self, TextError> {
        match start {
            None => Self::start(size, rules).map_err(TextError::new),
            Some(tps) => Self::from_tps(tps, rules),
        }
    }

    /// Replays a line of a game in PTN ([`PtnGame::MAIN_LINE`] or the index of a variation), for `plies` plies or to
    /// its end.
    ///
    /// # Errors
    /// If the tags do not name a start position, the line has fewer plies, or one of these plies is unreadable, illegal
    /// or after the end of the game.
    pub fn replay(text: &PtnGame, line: usize, plies: Option<usize>) -> Result<Self, GameError> {
        let setup = text.setup()?;
        let game = Self::opened(setup.tps.as_ref(), setup.size, setup.rules);
        let mut game = game.map_err(|error| GameError {
            location: setup.location,
            message: format!("TPS: {error}"),
        })?;
        for (ply, mv) in text.path(line, plies)?.into_iter().enumerate() {
            let read = game.read_ply(&mv.ply).map_err(|reason| {
                let (number, color) = text.number(ply);
                let name = format!("{} ({number}. of {})", mv.ply, color.name());
                mv.error(if game.outcome().is_some() {
                    format!("expected no move after the end of the game, found {name}")
                } else {
                    format!("move {name}: {reason}")
                })
            })?;
            game.play_legal(read);
        }
        Ok(game)
    }

    /// The game after its first `turns` turns.
    #[must_use]
    pub fn back_to(&self, turns: usize) -> Self {
        let mut game = self.clone();
        while game.steps.len() > turns {
            game.undo();
        }
        game
    }

    /// The same game under other rules.
    ///
    /// # Errors
    /// If the position or a move is not legal under these rules.
    pub fn with_rules(&self, rules: Rules) -> Result<Self, TextError> {
        rules.check(self.size()).map_err(TextError::new)?;
        let mut game = self.back_to(0);
        whatever_size!(&mut game.position, typed => {
            *typed = typed.with_rules(rules).map_err(TextError::new)?;
        });
        for (index, step) in self.steps.iter().enumerate() {
            match step.mv {
                Some(mv) => {
                    let ply = game.write_ply(mv);
                    game.play(mv).map_err(|reason| at_move(index, ply, reason))?;
                }
                None => game.pass(),
            }
        }
        Ok(game)
    }

    /// The game after these moves.
    ///
    /// # Errors
    /// The first illegal move, also after the end of the game.
    pub fn with_plies(mut self, plies: &[Ply]) -> Result<Self, TextError> {
        for (index, &ply) in plies.iter().enumerate() {
            let mv = self.read_ply(&ply).map_err(|reason| at_move(index, ply, reason))?;
            self.play_legal(mv);
        }
        Ok(self)
    }

    /// A game that starts with the position rotated or mirrored.
    ///
    /// # Errors
    /// Never for a valid position.
    pub fn image(&self, symmetry: Symmetry) -> Result<Self, SetupError> {
        whatever_size!(&self.position, typed => typed.image(symmetry).map(Self::from))
    }
}

/// Functions of the position whose size is in its type.
macro_rules! functions_of_the_position {
    ($($(#[$doc:meta])+ $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)+) => {
        /// The position.
        impl Game {
            $(
                $(#[$doc])+
                pub fn $name(&self, $($argument: $type),*) -> $result {
                    whatever_size!(&self.position, typed => typed.$name($($argument),*))
                }
            )+
        }
    };
}

functions_of_the_position! {
    /// The rules of the game.
    rules() -> &Rules;
    /// The player to move.
    to_move() -> Color;
    /// Move number as in TPS: 1 for the first move of both players.
    move_number() -> u32;
    /// Number of plies before this position, from the move number.
    ply() -> u32;
    /// Remaining opening plies: 2, 1 or 0. They place flats only.
    opening_plies() -> u8;
    /// Plies since the last placement or flattened wall.
    reversible_plies() -> usize;
    /// Hash of the stones, the side to move and whether the opening lasts, without komi and other rules.
    key() -> u64;
    /// Hashes of the stones and the side to move for each of [`Symmetry::ALL`].
    image_keys() -> [u64; 8];
    /// Reserve of a player.
    reserve(color: Color) -> Reserve;
    /// Flat count of a player, without komi.
    flat_count(color: Color) -> usize;
    /// Empty squares.
    empty() -> Bitboard;
    /// The contents of a square of the board.
    contents(square: Square) -> Contents;
    /// Squares with two or more stones.
    tall() -> Bitboard;
    /// The squares of the road that has ended the game, without superfluous ones; empty if none has.
    road() -> Bitboard;
    /// Squares of a player's flats and capstones.
    road_stones(color: Color) -> Bitboard;
    /// The result if the board has ended the game: a road (of the player who moved, if both have one), or flats.
    outcome() -> Option<Outcome>;
    /// A move that wins at once.
    winning_move() -> Option<Move>;
    /// A move that completes a road.
    winning_road() -> Option<Move>;
}

/// The size and the typed position.
impl Game {
    /// Size of the board.
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

    /// The position with the size in its type; `None` for another size.
    ///
    /// ```
    /// use stonefall_engine::{Game, Rules, sized};
    ///
    /// let game = Game::start(6, Rules::standard(6))?;
    /// let count = sized!(game.size(), N => game.position::<N>().map(|position| position.count_moves()))?;
    /// assert_eq!(count, Some(36));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position<const N: usize>(&self) -> Option<&Position<N>> {
        whatever_size!(&self.position, typed => (typed as &dyn Any).downcast_ref())
    }

    /// The positions before this one.
    pub const fn history(&self) -> &History {
        &self.history
    }

    const fn typed(&self) -> &AnyPosition {
        &self.position
    }
}

/// Moves and results.
impl Game {
    /// Legal moves; none after the end of the game ([`Game::outcome`]).
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.outcome().is_none() {
            whatever_size!(&self.position, typed => typed.generate(&mut moves));
        }
        moves
    }

    /// Number of ways to play `depth` plies. A finished game has no successors. `None` if the stopper ended the count.
    pub fn perft(&self, depth: u32, counting: PerftMode, stopper: &Stopper) -> Option<u64> {
        whatever_size!(&self.position, typed => typed.clone().perft_until(depth, counting, stopper))
    }

    /// Checks that a move is legal.
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

    /// The game after a move.
    ///
    /// # Errors
    /// As [`Game::check`].
    pub fn after(&self, mv: Move) -> Result<Self, IllegalMove> {
        let mut after = self.clone();
        after.play(mv).map(|()| after)
    }

    fn play_legal(&mut self, mv: Move) {
        self.history.push(self.key());
        let undo = whatever_size!(&mut self.position, typed => typed.play(mv, &mut ()));
        self.steps.push(Step { mv: Some(mv), undo });
    }

    /// Plays moves.
    ///
    /// # Errors
    /// The first illegal move, after playing the moves before it.
    pub fn play_line(&mut self, moves: &[Move]) -> Result<(), TextError> {
        for (index, &mv) in moves.iter().enumerate() {
            self.play(mv).map_err(|error| at_word(index, &mv.to_string(), error))?;
        }
        Ok(())
    }

    /// Passes, which the rules do not allow. Shows the threats of the opponent.
    pub fn pass(&mut self) {
        self.history.push(self.key());
        let undo = whatever_size!(&mut self.position, typed => typed.play_null());
        self.steps.push(Step { mv: None, undo });
    }

    /// Undoes the last turn. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(Step { mv, undo }) = self.steps.pop() else { return false };
        self.history.pop();
        match mv {
            Some(mv) => whatever_size!(&mut self.position, typed => typed.undo(mv, &undo)),
            None => whatever_size!(&mut self.position, typed => typed.undo_null(&undo)),
        }
        true
    }

    /// The played moves, oldest first.
    pub fn played(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        self.steps.iter().filter_map(|step| step.mv)
    }

    /// The last move; `None` after a pass and at the start.
    pub fn last_move(&self) -> Option<Move> {
        self.steps.last().and_then(|step| step.mv)
    }

    /// The result, including draws by the history: the third occurrence of the position, and too many plies without a
    /// placement or a flattened wall under rules that limit them.
    pub fn outcome_with_history(&self) -> Option<Outcome> {
        whatever_size!(&self.position, typed => typed.outcome_with(&self.history))
    }

    /// Number of earlier occurrences of this position.
    pub fn repetitions(&self) -> usize {
        whatever_size!(&self.position, typed => self.history.repetitions(typed))
    }

    /// Whether the last move was tak: a pass of the opponent would permit a road. Never after the end of the game.
    pub fn is_tak(&self) -> bool {
        let mut position = self.position.clone();
        whatever_size!(&mut position, typed => {
            typed.outcome().is_none() && typed.look_after_pass(|passed| passed.winning_road().is_some())
        })
    }
}

/// The error of the move with this index.
fn at_move(index: usize, ply: Ply, reason: impl Display) -> TextError {
    TextError::new(format!("move {}, {ply}: {reason}", index + 1))
}
