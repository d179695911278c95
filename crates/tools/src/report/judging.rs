//! Judges games on all cores. The database or the file of a part keeps each judgement, so that interrupted work resumes.

use crate::games::{Database, DatabaseError, Judge, Judgement, JudgementWriter, StoredGame};
use crate::version::VERSION;
use crate::workers::{self, Ended, Jobs, Order};
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

/// Work on games of a database.
#[derive(Clone, Copy, Debug)]
pub struct Judging<'a> {
    /// The database.
    pub path: &'a Path,
    /// Identifiers of the games.
    pub games: &'a [i64],
    /// The engine and its limit.
    pub judge: &'a Judge,
    /// Number of threads.
    pub threads: usize,
}

impl Judging<'_> {
    /// Judges those of the games that the judge has not judged, and writes the judgements into the database. Passes the
    /// number of judged games after each.
    ///
    /// # Errors
    /// If the database cannot be read or written.
    pub fn run(
        self,
        stopper: &Stopper,
        mut on_progress: impl FnMut(usize),
    ) -> Result<Ended, DatabaseError> {
        let known = Database::open(self.path)?.judged(self.judge)?;
        let numbers = (0..).zip(self.games).filter(|(_, id)| !known.contains(id));
        let missing: Vec<u32> = numbers.map(|(number, _)| number).collect();
        let mut done = self.games.len() - missing.len();
        on_progress(done);
        if missing.is_empty() {
            return Ok(Ended::Complete);
        }
        let writer = JudgementWriter::open(self.path)?;
        self.run_numbers(&missing, stopper, |number, judgements| {
            writer.write(self.games[number as usize], self.judge, &judgements?)?;
            done += 1;
            on_progress(done);
            Ok(())
        })
    }

    /// Judges the games with these numbers in the list, and passes each judgement on. The database is only read; it may
    /// have some of the judgements.
    ///
    /// # Errors
    /// Those of `on_judged`, which also gets the errors of a database that cannot be read.
    pub fn run_numbers<E>(
        self,
        numbers: &[u32],
        stopper: &Stopper,
        on_judged: impl FnMut(u32, Result<Vec<Judgement>, DatabaseError>) -> Result<(), E>,
    ) -> Result<Ended, E> {
        let plan = plan(self.judge);
        let job = |database: &mut Option<Database>, number: u32| {
            let judged = self.judgements(database, number, &plan, stopper);
            (!stopper.is_stopped()).then_some(judged)
        };
        let jobs = Jobs { numbers, order: Order::Finished };
        workers::run_listed(jobs, self.threads, stopper, || None, job, on_judged)
    }

    /// The judgement of each position of a game; worthless if the stopper has ended the work.
    fn judgements(
        self,
        database: &mut Option<Database>,
        number: u32,
        plan: &Plan,
        stopper: &Stopper,
    ) -> Result<Vec<Judgement>, DatabaseError> {
        // Each thread reads with its own connection.
        let database = match database {
            Some(open) => open,
            None => database.insert(Database::open(self.path)?),
        };
        let game = database.game(self.games[number as usize])?;
        match database.judgements(&game, self.judge)? {
            Some(known) => Ok(known),
            None => judged(&game, plan, stopper),
        }
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
