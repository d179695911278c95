//! A position that is sent, and what our rules know about it.

use stonefall_engine::board::Outcome;
use stonefall_engine::game::Game;
use stonefall_engine::notation::{Ply, Tps, parse_move, parse_ply, parse_tps};
use stonefall_engine::types::{Color, HalfKomi, Move, Rules};

/// A position as it is sent.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) size: usize,
    /// What stands behind `position`.
    text: String,
    start: Option<Tps>,
    plies: Vec<Ply>,
    pub(super) half_komi: i32,
}

/// What becomes of a line of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    /// The result on the board after the last move.
    pub(super) outcome: Option<Outcome>,
    /// Who was to move before the first.
    pub(super) mover: Color,
}

impl Root {
    /// The empty board, and moves from there.
    pub(super) fn moves(size: usize, moves: &[String]) -> Self {
        let plies = moves.iter().filter_map(|mv| parse_ply(mv).ok()).collect();
        let text = if moves.is_empty() {
            "startpos".to_owned()
        } else {
            format!("startpos moves {}", moves.join(" "))
        };
        Self { size, text, start: None, plies, half_komi: 0 }
    }

    /// The empty board.
    pub(super) fn start(size: usize) -> Self {
        Self::moves(size, &[])
    }

    /// A TPS of our own, which can be read.
    pub(super) fn tps(size: usize, tps: &str) -> Self {
        let text = format!("tps {tps}");
        Self { size, text, start: parse_tps(tps).ok(), plies: Vec::new(), half_komi: 0 }
    }

    /// The same with moves behind it.
    pub(super) fn with_moves(mut self, moves: &[&str]) -> Self {
        self.plies.extend(moves.iter().filter_map(|mv| parse_ply(mv).ok()));
        self.text = format!("{} moves {}", self.text, moves.join(" "));
        self
    }

    /// The same position, played with a komi.
    pub(super) fn with_komi(mut self, half_komi: i32) -> Self {
        self.half_komi = half_komi;
        self
    }

    /// The command that sets it up.
    pub(super) fn command(&self) -> String {
        format!("position {}", self.text)
    }

    /// What stands behind `position`.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Plays a line out.
    ///
    /// # Errors
    /// Which of its moves cannot be played, and why.
    pub(super) fn play_out(&self, line: &[Move]) -> Result<Ending, String> {
        let mut board = self.board()?;
        let mover = board.to_move();
        for (index, &mv) in line.iter().enumerate() {
            let refuse =
                |reason: String| Err(format!("move {} of the line, {mv}: {reason}", index + 1));
            if board.outcome().is_some() {
                return refuse("the game is over".to_owned());
            }
            if let Err(error) = board.play(mv) {
                return refuse(error.to_string());
            }
        }
        Ok(Ending { outcome: board.outcome(), mover })
    }

    /// The result on the board already.
    pub(super) fn is_over(&self) -> bool {
        self.play_out(&[]).is_ok_and(|ending| ending.outcome.is_some())
    }

    /// Whether a move can be played here; if not, why.
    pub(super) fn check(&self, word: &str) -> Result<Move, String> {
        let mv = parse_move(word).map_err(|error| error.to_string())?;
        self.play_out(&[mv])?;
        Ok(mv)
    }

    /// Number of legal moves.
    pub(super) fn legal_moves(&self) -> usize {
        self.board().map_or(0, |board| board.moves().len())
    }

    fn board(&self) -> Result<Game, String> {
        let komi = HalfKomi::new(self.half_komi).unwrap_or_default();
        let rules = Rules::standard(self.size).with_komi(komi);
        let start = match &self.start {
            Some(tps) => Game::from_tps(tps, rules).map_err(|error| error.to_string())?,
            None => Game::start(self.size, rules).map_err(|error| error.to_string())?,
        };
        start.with_plies(&self.plies).map_err(|error| error.to_string())
    }
}
