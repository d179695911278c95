//! Games as text and as samples for learning.

use super::Game;
use super::sized::{BySize, whatever_size};
use crate::board::{IllegalMove, touched};
use crate::eval::net::{Network, Summary, active_inputs};
use crate::eval::{self, Score};
use crate::notation::{Ply, TextError, Tps, parse_ply};
use crate::search::Threat;
use crate::search::policy::Policy;
use crate::types::{Bitboard, Color, Move};
use std::fmt;

impl Game {
    /// The position in the Tak Positional System. `to_string` returns its text.
    pub fn tps(&self) -> Tps {
        whatever_size!(self.typed(), typed => Tps::new(typed))
    }

    /// A legal move in PTN, with a `*` if it flattens a wall, and `2a1` for a double black stack.
    pub fn spelling(&self, mv: Move) -> String {
        self.write_ply(mv).to_string()
    }

    /// A legal move in PTN, without marks.
    pub fn write_ply(&self, mv: Move) -> Ply {
        whatever_size!(self.typed(), typed => Ply::new(mv, typed))
    }

    /// The move of a text, if it is legal.
    ///
    /// # Errors
    /// As [`Game::check`], and if it has two stones outside the opening of a double black stack.
    pub fn read_ply(&self, ply: &Ply) -> Result<Move, TextError> {
        if self.outcome().is_some() {
            return Err(TextError::new(IllegalMove::GameOver));
        }
        whatever_size!(self.typed(), typed => ply.check(typed))
    }

    /// Reads a move and checks that it is legal.
    ///
    /// # Errors
    /// If the text is not a move, or the move is not legal.
    pub fn read_move(&self, text: &str) -> Result<Move, TextError> {
        self.read_ply(&parse_ply(text)?)
    }

    /// The moves of a line in PTN, up to the first illegal one.
    pub fn write_line(&self, line: &[Move]) -> Vec<Ply> {
        whatever_size!(self.typed(), typed => {
            let mut position = typed.clone();
            let legal = line.iter().map_while(|&mv| {
                position.check(mv).ok().filter(|()| position.outcome().is_none())?;
                let ply = Ply::new(mv, &position);
                position.play(mv, &mut ());
                Some(ply)
            });
            legal.collect()
        })
    }

    /// The moves of a line as text in PTN, up to the first illegal one.
    pub fn spell_line(&self, line: &[Move]) -> Vec<String> {
        self.write_line(line).iter().map(ToString::to_string).collect()
    }

    /// The moves of a threat in PTN: they follow a pass of the side to move.
    pub fn spell_threat(&self, threat: &Threat) -> Vec<String> {
        let mut passed = self.clone();
        passed.pass();
        passed.spell_line(&threat.line)
    }

    /// The squares that a drawing marks: the road that has ended the game, or those of the last move.
    pub fn marked(&self) -> Bitboard {
        let road = self.road();
        match self.last_move() {
            Some(mv) if road.is_empty() => touched(mv),
            _ => road,
        }
    }
}

/// The position as TPS.
impl fmt::Debug for Game {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Game({})", self.tps())
    }
}

impl Game {
    /// The meaning of move number 1 in a position that no game from the empty board has at that number.
    pub fn opening_note(&self) -> Option<String> {
        let squares = self.size().pow(2) - self.empty().len();
        let opening = self.rules().opening;
        let players = if self.ply() == 0 { "White and Black" } else { "Black" };
        let owner = if opening.owner(Color::White) == Color::White { "own" } else { "other" };
        match self.opening_plies() {
            _ if self.ply() > 1 || squares == self.ply() as usize => None,
            _ if self.outcome().is_some() => None,
            0 => Some(
                "At move number 1 the opening lasts, but a player lacks the flats for it. It counts as over."
                    .into(),
            ),
            _ => Some(format!(
                "At move number 1 the opening lasts: {players} next place a flat of the {owner} color. \
                 For a position after the opening, write move number 2."
            )),
        }
    }

    /// Whether the side to move wins in one or is in tak. The search evaluates no such position.
    pub fn is_forced(&self) -> bool {
        whatever_size!(self.typed(), typed => {
            typed.winning_move().is_some() || !typed.threats(&typed.roads()).is_empty()
        })
    }

    /// The network's inputs besides the piles. The game must not be over.
    pub fn summary(&self) -> Summary {
        whatever_size!(self.typed(), typed => eval::summary(typed))
    }

    /// The value for the side to move ([`evaluate`](eval::evaluate)). The game must not be over.
    ///
    /// # Panics
    /// If the network is for another board size.
    pub fn value(&self, network: &Network) -> Score {
        whatever_size!(self.typed(), typed => eval::evaluate(typed, network))
    }

    /// Calls `on` once for each active input of a network ([`active_inputs`]). Returns the index of the output.
    pub fn active_inputs(&self, on: &mut dyn FnMut(usize)) -> usize {
        whatever_size!(self.typed(), typed => active_inputs(typed, on))
    }

    /// Calls `on` for each legal move, in the order of [`Game::moves`], with the numbers of its weights in the policy
    /// ([`Policy::features`]). The game must not be over.
    pub fn policy_features(&self, on: &mut dyn FnMut(Move, &[usize])) {
        let mut last = self.played().rev();
        let before = [last.next(), last.next()];
        whatever_size!(self.typed(), typed => {
            let policy = Policy::new(typed, before, typed.tak_squares(&typed.roads()));
            let mut features = Vec::new();
            for mv in self.moves() {
                features.clear();
                policy.features(typed, mv, |feature| features.push(feature));
                on(mv, &features);
            }
        });
    }
}
