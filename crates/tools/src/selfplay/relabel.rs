//! New scores for recorded games.

use super::GameKey;
use super::plan::fingerprint;
use super::think::{Effort, Thinker};
use serde::Serialize;
use stonefall_engine::eval::Value;
use stonefall_engine::stopper::Stopper;
use stonefall_learn::records::{GameRecord, Origin};

/// Settings of the new scores.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Labels {
    /// Size of each search.
    pub effort: Effort,
    /// Hash of the engine.
    pub engine: u32,
}

impl Labels {
    /// Searches for new scores.
    pub fn thinker(self, stopper: &Stopper) -> Thinker {
        Thinker::new(self.effort, stopper)
    }

    /// Key of a game with new scores.
    pub fn key(self, game: &GameRecord) -> GameKey {
        let plan = fingerprint(&format!("scores {}", game.origin.plan), &self);
        let origin = Origin { plan, ..game.origin };
        GameKey { size: game.size, nodes: self.effort.nodes, origin }
    }

    /// The game with new scores. Moves, results, plies without a score and proven scores stay the same. `None` if the thinker is
    /// stopped.
    pub fn score(self, game: &GameRecord, thinker: &mut Thinker) -> Option<GameRecord> {
        let GameKey { nodes, origin, .. } = self.key(game);
        let mut labeled = GameRecord { nodes, origin, ..game.clone() };
        let mut board = game.beginning().ok()?;
        thinker.forget();
        for ply in &mut labeled.plies {
            if let Some(Value::CentiFlats(_)) = ply.score {
                ply.score = Some(thinker.think(&board)?.value);
            }
            board.play(ply.mv).ok()?;
        }
        Some(labeled)
    }
}
