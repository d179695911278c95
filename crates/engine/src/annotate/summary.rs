//! Summaries of the players.

use super::{Annotation, judge};
use crate::notation::Judgement;
use crate::types::{ByColor, Color};

/// Summary of a player's moves.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Player {
    /// Judged moves.
    pub moves: usize,
    /// Mean accuracy of the moves, 0 to 100; `None` without a move.
    pub accuracy: Option<f64>,
    /// Moves marked `!!`.
    pub brilliant: usize,
    /// Moves marked `!`.
    pub good: usize,
    /// Moves marked `?`.
    pub mistakes: usize,
    /// Moves marked `??`.
    pub blunders: usize,
    /// The move with the largest loss; `None` without a loss.
    pub worst: Option<Swing>,
}

/// A move and its loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Swing {
    /// Index of the move in [`Annotation::moves`].
    pub ply: usize,
    /// Loss of the player's chance, 0 to 1.
    pub loss: f64,
}

impl Annotation {
    /// Summary of each player from the judged moves.
    pub fn players(&self) -> ByColor<Player> {
        let mut players = ByColor::<Player>::default();
        let mut sums = ByColor::<f64>::default();
        for (ply, played) in self.moves.iter().enumerate() {
            let Some(loss) = self.loss(ply) else { continue };
            let player = &mut players[played.color];
            player.moves += 1;
            sums[played.color] += judge::accuracy(loss);
            match played.judgement {
                Some(Judgement::Brilliant) => player.brilliant += 1,
                Some(Judgement::Good) => player.good += 1,
                Some(Judgement::Bad) => player.mistakes += 1,
                Some(Judgement::Blunder) => player.blunders += 1,
                Some(Judgement::Interesting | Judgement::Dubious) | None => {}
            }
            if loss > player.worst.map_or(0.0, |worst| worst.loss) {
                player.worst = Some(Swing { ply, loss });
            }
        }
        for color in Color::ALL {
            let moves = players[color].moves;
            players[color].accuracy = (moves > 0).then(|| sums[color] / moves as f64);
        }
        players
    }
}
