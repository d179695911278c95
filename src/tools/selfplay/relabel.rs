//! New scores for recorded games.

use super::plan::REVISION;
use super::think::{Halted, Thinker};
use super::{Due, Ended, Made, table};
use stonefall_engine::eval::Value;
use stonefall_engine::stopper::Stopper;
use stonefall_learn::records::{GameRecord, Origin};

/// Settings of the new scores. The debug text is part of the file format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Labels {
    /// Nodes per move.
    pub nodes: u32,
    /// Whether a search finishes its iteration with up to five times the nodes.
    pub soft: bool,
    /// Hash of the engine.
    pub engine: u32,
}

impl Labels {
    /// Settings of a game with new scores.
    #[must_use]
    pub fn due(self, game: &GameRecord) -> Due {
        let Origin { plan, .. } = game.origin;
        let text = format!("{REVISION} scores {self:?} {plan}");
        let origin = Origin { plan: crc32fast::hash(text.as_bytes()), ..game.origin };
        Due { size: game.size, nodes: self.nodes, origin }
    }
}

/// Scores the games from number `first` anew and passes them to `take` in order. Moves and results stay
/// unchanged, as do plies without a score and proven ones. The stopper ends the run within a move.
///
/// # Errors
/// Those of `take`, which end the run.
pub fn relabel<E>(
    games: &[GameRecord],
    labels: Labels,
    first: u32,
    threads: usize,
    stopper: &Stopper,
    take: impl FnMut(Made<'_>) -> Result<(), E>,
) -> Result<Ended, E> {
    let hire = || Thinker::new(labels.nodes, labels.soft, stopper);
    let job = |thinker: &mut Thinker<'_>, number: u32| {
        relabeled(&games[number as usize], labels, thinker).ok()
    };
    table::in_order(first..games.len() as u32, threads, stopper, hire, job, take)
}

fn relabeled(
    game: &GameRecord,
    labels: Labels,
    thinker: &mut Thinker<'_>,
) -> Result<GameRecord, Halted> {
    let Due { nodes, origin, .. } = labels.due(game);
    let mut labeled = GameRecord { nodes, origin, ..game.clone() };
    let mut board = game.beginning().map_err(|_| Halted)?;
    thinker.forget();
    for ply in &mut labeled.plies {
        if let Some(Value::CentiFlats(_)) = ply.score {
            ply.score = Some(thinker.think(&board)?.value);
        }
        board.play(ply.mv).map_err(|_| Halted)?;
    }
    Ok(labeled)
}
