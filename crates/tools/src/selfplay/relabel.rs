//! New scores for recorded games.

use super::GameKey;
use super::plan::fingerprint;
use super::think::Thinker;
use crate::workers::{self, WorkEnd};
use serde::Serialize;
use stonefall_engine::eval::Value;
use stonefall_engine::stopper::Stopper;
use stonefall_learn::records::{GameRecord, Origin};

/// Settings of the new scores.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Labels {
    /// Nodes per move.
    pub nodes: u32,
    /// Whether a search finishes its iteration with up to five times the nodes.
    pub soft: bool,
    /// Hash of the engine.
    pub engine: u32,
}

impl Labels {
    /// Key of a game with new scores.
    pub fn key(self, game: &GameRecord) -> GameKey {
        let plan = fingerprint(&format!("scores {}", game.origin.plan), &self);
        let origin = Origin { plan, ..game.origin };
        GameKey { size: game.size, nodes: self.nodes, origin }
    }
}

/// Scores games anew and passes them to `on_game` in their order. Moves, results, plies without a score and proven scores
/// stay the same. The stopper ends the work within a move.
pub fn relabel<E>(
    games: &[GameRecord],
    labels: Labels,
    threads: usize,
    stopper: &Stopper,
    mut on_game: impl FnMut(&GameRecord) -> Result<(), E>,
) -> Result<WorkEnd, E> {
    let thinker = || Thinker::new(labels.nodes, labels.soft, stopper);
    let job = |thinker: &mut Thinker<'_>, index: usize| relabeled(&games[index], labels, thinker);
    workers::run_in_order(0..games.len(), threads, stopper, thinker, job, |_, game| on_game(&game))
}

/// The game with new scores; `None` if it is stopped.
fn relabeled(game: &GameRecord, labels: Labels, thinker: &mut Thinker<'_>) -> Option<GameRecord> {
    let GameKey { nodes, origin, .. } = labels.key(game);
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
