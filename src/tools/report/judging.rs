//! Judges games on all cores. The database keeps each judgement, so that interrupted work resumes.

use crate::tools::games::{Database, DatabaseError, Judge, Judgement, JudgementWriter, StoredGame};
use crate::tools::{Ended, workers};
use crate::version::VERSION;
use std::path::Path;
use stonefall_engine::PtnFile;
use stonefall_engine::annotate::{Known, Plan, annotate};
use stonefall_engine::eval::net::Network;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{MAX_SIZE, MIN_SIZE};

/// Size of each thread's transposition table in MiB.
const HASH_MIB: usize = 16;

/// This engine with a limit of positions.
#[must_use]
pub fn this_judge(nodes: u64) -> Judge {
    let mut networks = crc32fast::Hasher::new();
    for network in (MIN_SIZE..=MAX_SIZE).filter_map(Network::shipped) {
        networks.update(&network.to_bytes());
    }
    Judge { engine: format!("{VERSION} {:08x}", networks.finalize()), nodes }
}

/// Judges those of these games that the judge has not judged. Passes the number of judged games after each.
///
/// # Errors
/// If the database cannot be read or written.
pub fn judge_games(
    path: &Path,
    games: &[i64],
    judge: &Judge,
    threads: usize,
    stopper: &Stopper,
    mut on_progress: impl FnMut(usize),
) -> Result<Ended, DatabaseError> {
    let database = Database::open(path)?;
    let known = database.judged(judge)?;
    let mut missing = Vec::new();
    for id in games.iter().filter(|id| !known.contains(id)) {
        missing.push(database.game(*id)?);
    }
    let mut done = games.len() - missing.len();
    on_progress(done);
    if missing.is_empty() {
        return Ok(Ended::Complete);
    }
    let writer = JudgementWriter::open(path)?;
    let plan = plan(judge);
    let job = |(): &mut (), index: usize| {
        let judgements = missing.get(index).map(|game| judged(game, &plan, stopper))?;
        (!stopper.is_stopped()).then_some(judgements)
    };
    let mut failed = None;
    workers::run(
        0..missing.len(),
        threads,
        || (),
        job,
        |index, judgements| {
            let write = |judgements: Vec<_>| writer.write(missing[index].id, judge, &judgements);
            match judgements.and_then(write) {
                Ok(()) => {
                    done += 1;
                    on_progress(done);
                }
                Err(error) => {
                    stopper.stop();
                    failed = Some(error);
                }
            }
        },
    );
    match failed {
        Some(error) => Err(error),
        None if done < games.len() => Ok(Ended::Interrupted),
        None => Ok(Ended::Complete),
    }
}

fn plan(judge: &Judge) -> Plan {
    Plan {
        depth: None,
        nodes: Some(judge.nodes),
        movetime: None,
        proof_nodes: judge.nodes,
        threads: 1,
        hash_mib: HASH_MIB,
    }
}

/// The judgement of each position; worthless if the stopper has ended the work.
fn judged(
    game: &StoredGame,
    plan: &Plan,
    stopper: &Stopper,
) -> Result<Vec<Judgement>, DatabaseError> {
    let damaged = || DatabaseError::Damaged("a legal game");
    let file = PtnFile::read(&game.ptn()?);
    let text = file.games.first().ok_or_else(damaged)?;
    let annotation = annotate(text, Known::default(), plan, stopper, |_| ());
    let annotation = annotation.map_err(|_| damaged())?;
    Ok(annotation.evaluations.iter().flatten().map(Judgement::new).collect())
}
