//! A game in text and pictures.

use super::Game;
use super::size::{BySize, whatever_size};
use crate::board::{IllegalMove, Outcome};
use crate::eval::net::{Learned, Network};
use crate::eval::{self, Explanation};
use crate::notation::{Ply, PlyError, Tps, parse_ply};
use crate::report::{self, Diagram, Verdict};
use crate::search::proof::Proof;
use crate::search::{Info, Threat};
use crate::types::{Bitboard, Move, MoveKind};
use std::fmt;

impl Game {
    /// The position in the Tak Positional System; `to_string` makes text of it.
    #[must_use]
    pub fn tps(&self) -> Tps {
        whatever_size!(self.typed(), typed => Tps::new(typed))
    }

    /// A move in PTN, with a `*` if it flattens a wall here, and `2a1` for a double black stack.
    #[must_use]
    pub fn spelling(&self, mv: Move) -> String {
        self.write_ply(mv).to_string()
    }

    /// A move as a game's text has it, without marks.
    #[must_use]
    pub fn write_ply(&self, mv: Move) -> Ply {
        whatever_size!(self.typed(), typed => Ply::new(mv, typed))
    }

    /// The move that a game's text means, if it can be played here.
    ///
    /// # Errors
    /// As [`Game::check`], and if it is written with two stones where one is placed.
    pub fn read_ply(&self, ply: &Ply) -> Result<Move, PlyError> {
        if self.outcome().is_some() {
            return Err(IllegalMove::GameOver.into());
        }
        whatever_size!(self.typed(), typed => ply.check(typed))
    }

    /// Reads a move that is to be played here.
    ///
    /// # Errors
    /// If the text is no move, or the move is not legal.
    pub fn read_move(&self, text: &str) -> Result<Move, PlyError> {
        self.read_ply(&parse_ply(text)?)
    }

    /// The moves of a line from here as a game's text has them, as far as they are legal.
    #[must_use]
    pub fn write_line(&self, line: &[Move]) -> Vec<Ply> {
        let mut board = self.clone();
        let legal = line.iter().map_while(|&mv| {
            board.check(mv).ok()?;
            let ply = board.write_ply(mv);
            board.play(mv).ok()?;
            Some(ply)
        });
        legal.collect()
    }

    /// The moves of a line from here in PTN, as far as they are legal.
    #[must_use]
    pub fn spell_line(&self, line: &[Move]) -> Vec<String> {
        self.write_line(line).iter().map(ToString::to_string).collect()
    }

    /// The moves of a threat in PTN: what follows if the side to move passes.
    #[must_use]
    pub fn spell_threat(&self, threat: &Threat) -> Vec<String> {
        let mut passed = self.clone();
        passed.pass();
        passed.spell_line(&threat.line)
    }

    /// What a line of analysis from here comes to.
    #[must_use]
    pub fn verdict(&self, info: &Info) -> Verdict {
        whatever_size!(self.typed(), typed => Verdict::new(typed, info.value, info.bound, &info.pv))
    }

    /// The drawing: with the result that counts the game's history too, and the squares of the last move
    /// marked, unless a road is.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        let mut diagram = whatever_size!(self.typed(), typed => Diagram::new(typed));
        if let Some(Outcome::Draw(reason)) = self.outcome_with_history() {
            diagram = diagram.drawn(reason);
        }
        match self.last_move() {
            Some(mv) if diagram.marked.is_empty() => diagram.marking(touched(mv)),
            _ => diagram,
        }
    }

    /// A proof about this position as a game in PTN, the defences as variations.
    #[must_use]
    pub fn proof_tree(&self, proof: &Proof) -> String {
        whatever_size!(self.typed(), typed => report::proof_tree(typed, proof))
    }

    /// Where the value of the position comes from, by the terms alone. The game must not be over.
    #[must_use]
    pub fn explain(&self) -> Explanation {
        whatever_size!(self.typed(), typed => eval::explain(typed))
    }

    /// What a network adds to that; `None` if it is for another board size.
    #[must_use]
    pub(crate) fn explain_network(&self, network: &Network) -> Option<Learned> {
        (network.size() == self.size())
            .then(|| whatever_size!(self.typed(), typed => network.explain(typed)))
    }
}

/// The squares that a move has changed.
fn touched(mv: Move) -> Bitboard {
    let mut square = mv.square();
    let mut touched = square.bitboard();
    if let MoveKind::Spread(direction, pattern) = mv.kind() {
        for _ in 0..pattern.distance() {
            square = square.step(direction);
            touched |= square.bitboard();
        }
    }
    touched
}

/// As TPS.
impl fmt::Debug for Game {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Game({})", self.tps())
    }
}
