//! Old games with new scores: a better engine says what each position is worth, for no more than its search.

use super::plan::REVISION;
use super::think::{Halted, Thinker};
use super::{Due, Ended, Made, table};
use stonefall_engine::eval::Value;
use stonefall_engine::stopper::Stopper;
use stonefall_learn::records::{GameRecord, Origin};

/// How games are given their scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Labels {
    /// Positions that the search visits for each move.
    pub nodes: u32,
    /// Whether the iteration in which they run out is finished, with five times as many at most.
    pub soft: bool,
    /// A number that tells engines apart.
    pub engine: u32,
}

impl Labels {
    /// What a game is known by when it has its new scores.
    #[must_use]
    pub fn due(self, game: &GameRecord) -> Due {
        let Origin { plan, .. } = game.origin;
        let text = format!("{REVISION} scores {self:?} {plan}");
        let origin = Origin { plan: crc32fast::hash(text.as_bytes()), ..game.origin };
        Due { size: game.size, nodes: self.nodes, origin }
    }
}

/// Gives the games from number `first` on their new scores, so many at a time, and hands them to `take` in their order. Moves
/// and results stay as they are, and so do plies without a score and what was proved. The stopper breaks the work off
/// within a move.
///
/// # Errors
/// Those of `take`, after which no more games are handed over.
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
        relabelled(&games[number as usize], labels, thinker).ok()
    };
    table::in_order(first..games.len() as u32, threads, stopper, hire, job, take)
}

fn relabelled(
    game: &GameRecord,
    labels: Labels,
    thinker: &mut Thinker<'_>,
) -> Result<GameRecord, Halted> {
    let Due { nodes, origin, .. } = labels.due(game);
    let mut labelled = GameRecord { nodes, origin, ..game.clone() };
    let mut board = game.beginning().map_err(|_| Halted)?;
    thinker.forget();
    for ply in &mut labelled.plies {
        if let Some(Value::CentiFlats(_)) = ply.score {
            ply.score = Some(thinker.think(&board)?.value);
        }
        board.play(ply.mv).map_err(|_| Halted)?;
    }
    Ok(labelled)
}
