//! A position that is sent, and what our rules know about it.

use stonefall_engine::board::{Outcome, Position};
use stonefall_engine::notation::{Ply, Tps, parse_move, parse_ply, parse_tps};
use stonefall_engine::types::{Color, HalfKomi, Move, Rules, sized};

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
        let played = sized!(self.size, N => {
            let mut position = self.position::<N>()?;
            let mover = position.to_move();
            for (index, &mv) in line.iter().enumerate() {
                let refuse = |reason: String| {
                    Err(format!("move {} of the line, {mv}: {reason}", index + 1))
                };
                if position.outcome().is_some() {
                    return refuse("the game is over".to_owned());
                }
                if let Err(error) = position.try_play(mv, &mut ()) {
                    return refuse(error.to_string());
                }
            }
            Ok(Ending { outcome: position.outcome(), mover })
        });
        played.map_err(|error| error.to_string())?
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
        let count = sized!(self.size, N => {
            self.position::<N>().map_or(0, |position| position.count_moves())
        });
        count.unwrap_or(0)
    }

    fn position<const N: usize>(&self) -> Result<Position<N>, String> {
        let komi = HalfKomi::new(self.half_komi).unwrap_or_default();
        let rules = Rules::standard(N).with_komi(komi);
        let mut position = match &self.start {
            Some(tps) => tps.position(rules).map_err(|error| error.to_string())?,
            None => Position::start(rules),
        };
        for ply in &self.plies {
            let mv = ply.check(&position).map_err(|error| error.to_string())?;
            position.play(mv, &mut ());
        }
        Ok(position)
    }
}
