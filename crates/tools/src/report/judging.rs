//! Judges games. The database keeps each judgement, so that interrupted work resumes.

use crate::games::{Database, DatabaseError, Judge, Judgement};
use crate::version::VERSION;
use std::path::Path;
use stonefall_engine::PtnGame;
use stonefall_engine::annotate::{EarlierAnnotation, Plan, annotate};
use stonefall_engine::eval::net::Network;
use stonefall_engine::stopper::Stopper;
use stonefall_engine::types::{MAX_SIZE, MIN_SIZE};

/// Size of each thread's transposition table in MiB.
const HASH_MIB: usize = 16;

/// This engine with a limit of positions.
pub fn this_judge(nodes: u64) -> Judge {
    let mut networks = crc32fast::Hasher::new();
    for network in (MIN_SIZE..=MAX_SIZE).filter_map(Network::shipped) {
        networks.update(&network.to_bytes());
    }
    Judge { engine: format!("{VERSION} {:08x}", networks.finalize()), nodes }
}

/// The judgement of each position of a game; `None` if the stopper ended the work. Each thread reads with its own connection.
pub fn judged(
    path: &Path,
    database: &mut Option<Database>,
    id: i64,
    judge: &Judge,
    stopper: &Stopper,
) -> Result<Option<Vec<Judgement>>, DatabaseError> {
    let database = match database {
        Some(open) => open,
        None => database.insert(Database::open(path)?),
    };
    let text = PtnGame::read(&database.game(id)?.ptn()?);
    let annotation = annotate(&text, EarlierAnnotation::default(), &plan(judge), stopper, |_| ());
    let annotation = annotation.map_err(|_| DatabaseError::Damaged("a legal game"))?;
    let judgements = annotation.evaluations.iter().flatten().map(Judgement::new).collect();
    Ok((!stopper.is_stopped()).then_some(judgements))
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
