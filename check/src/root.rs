//! Root positions of searches, and their rules.

use stonefall_engine::board::Outcome;
use stonefall_engine::game::Game;
use stonefall_engine::notation::{Ply, Tps, parse_move, parse_ply, parse_tps};
use stonefall_engine::types::{Color, HalfKomi, Move, Rules};

/// A position as text, with the engine's own understanding of it.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) size: usize,
    /// Text after `position`.
    text: String,
    start: Option<Tps>,
    plies: Vec<Ply>,
    pub(super) half_komi: i32,
}

/// The end of a line of moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ending {
    /// The result after the last move.
    pub(super) outcome: Option<Outcome>,
    /// The side to move before the first move.
    pub(super) mover: Color,
}

impl Root {
    /// The empty board with moves.
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

    /// A valid TPS.
    pub(super) fn tps(size: usize, tps: &str) -> Self {
        let text = format!("tps {tps}");
        Self { size, text, start: parse_tps(tps).ok(), plies: Vec::new(), half_komi: 0 }
    }

    /// Adds moves.
    pub(super) fn with_moves(mut self, moves: &[&str]) -> Self {
        self.plies.extend(moves.iter().filter_map(|mv| parse_ply(mv).ok()));
        self.text = format!("{} moves {}", self.text, moves.join(" "));
        self
    }

    /// Sets the komi.
    pub(super) fn with_komi(mut self, half_komi: i32) -> Self {
        self.half_komi = half_komi;
        self
    }

    /// The `position` command.
    pub(super) fn command(&self) -> String {
        format!("position {}", self.text)
    }

    /// Text after `position`.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Plays moves. The error names the first illegal one.
    pub(super) fn play_out(&self, line: &[Move]) -> Result<Ending, String> {
        let mut game = self.game()?;
        let mover = game.to_move();
        for (index, &mv) in line.iter().enumerate() {
            let refuse =
                |reason: String| Err(format!("move {} of the line, {mv}: {reason}", index + 1));
            if game.outcome().is_some() {
                return refuse("the game is over".to_owned());
            }
            if let Err(error) = game.play(mv) {
                return refuse(error.to_string());
            }
        }
        Ok(Ending { outcome: game.outcome(), mover })
    }

    /// Whether the game has ended in this position.
    pub(super) fn is_over(&self) -> bool {
        self.play_out(&[]).is_ok_and(|ending| ending.outcome.is_some())
    }

    /// Parses a move and checks that it is legal.
    pub(super) fn check(&self, word: &str) -> Result<Move, String> {
        let mv = parse_move(word).map_err(|error| error.to_string())?;
        self.play_out(&[mv])?;
        Ok(mv)
    }

    /// Number of legal moves.
    pub(super) fn legal_moves(&self) -> usize {
        self.game().map_or(0, |game| game.moves().len())
    }

    fn game(&self) -> Result<Game, String> {
        let komi = HalfKomi::new(self.half_komi).unwrap_or_default();
        let rules = Rules::standard(self.size).with_komi(komi);
        let start = match &self.start {
            Some(tps) => Game::from_tps(tps, rules).map_err(|error| error.to_string())?,
            None => Game::start(self.size, rules).map_err(|error| error.to_string())?,
        };
        start.with_plies(&self.plies).map_err(|error| error.to_string())
    }
}
