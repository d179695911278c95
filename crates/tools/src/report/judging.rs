//! Judges games on all cores. The database keeps each judgement, so that interrupted work resumes.

use crate::games::{Database, DatabaseError, Judge, Judgement, JudgementWriter};
use crate::version::VERSION;
use crate::workers::{self, WorkEnd};
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

/// Work on games of a database.
#[derive(Clone, Copy, Debug)]
pub struct JudgeWork<'a> {
    /// The database.
    pub path: &'a Path,
    /// Identifiers of the games.
    pub games: &'a [i64],
    /// The engine and its limit.
    pub judge: &'a Judge,
    /// Number of threads.
    pub threads: usize,
}

impl JudgeWork<'_> {
    /// Judges those of the games that the judge has not judged, and writes the judgements into the database. Passes the
    /// number of judged games after each.
    pub fn run(
        self,
        stopper: &Stopper,
        mut on_progress: impl FnMut(usize),
    ) -> Result<WorkEnd, DatabaseError> {
        let known = Database::open(self.path)?.judged(self.judge)?;
        let missing: Vec<_> = self.games.iter().filter(|id| !known.contains(id)).collect();
        let mut done = self.games.len() - missing.len();
        on_progress(done);
        if missing.is_empty() {
            return Ok(WorkEnd::Complete);
        }
        let writer = JudgementWriter::open(self.path, self.judge)?;
        let plan = plan(self.judge);
        let job = |database: &mut Option<Database>, index: usize| {
            let judged = self.judged(database, *missing[index], &plan, stopper);
            (!stopper.is_stopped()).then_some(judged)
        };
        let jobs = 0..missing.len();
        workers::run_in_order(
            jobs,
            self.threads,
            stopper,
            || None,
            job,
            |index, judgements| {
                writer.write(*missing[index], &judgements?)?;
                done += 1;
                on_progress(done);
                Ok(())
            },
        )
    }

    /// The judgement of each position of a game; worthless if the stopper has ended the work. Each thread reads with its
    /// own connection.
    fn judged(
        self,
        database: &mut Option<Database>,
        id: i64,
        plan: &Plan,
        stopper: &Stopper,
    ) -> Result<Vec<Judgement>, DatabaseError> {
        let database = match database {
            Some(open) => open,
            None => database.insert(Database::open(self.path)?),
        };
        let damaged = || DatabaseError::Damaged("a legal game");
        let text = PtnGame::read(&database.game(id)?.ptn()?);
        let annotation = annotate(&text, EarlierAnnotation::default(), plan, stopper, |_| ());
        let annotation = annotation.map_err(|_| damaged())?;
        Ok(annotation.evaluations.iter().flatten().map(Judgement::new).collect())
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
