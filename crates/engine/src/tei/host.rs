//! The program around a session.

use super::reporter::EventSink;
use crate::book::Books;
use crate::eval::net::Network;
use crate::game::Game;
use crate::options::Spec;
use crate::search::Task;
use crate::stopper::Stopper;
use std::io;
use std::sync::Arc;

/// The program around a session. It sends lines and runs searches; files, books and jobs are optional.
pub trait Host {
    /// Name of the program without its version, which clients append.
    fn name(&self) -> String;

    /// Its version.
    fn version(&self) -> &str;

    /// Sends a line at once. It has no line end.
    ///
    /// # Errors
    /// If the connection is closed.
    fn send_line(&mut self, line: &str) -> io::Result<()>;

    /// A sink for the events of a search or job.
    fn event_sink(&self) -> EventSink;

    /// Runs a search beside the session. A dropped task answers its search too.
    fn start_search(&mut self, task: Task);

    /// Resources for the next search, if they are smaller than the options.
    fn resources(&self) -> Option<Resources> {
        None
    }

    /// Reason why the client may not set this option; the message has it behind the option's name. `None` if the client
    /// may set it. `tei` lists only options that the client may set.
    fn why_not_settable(&self, spec: &Spec) -> Option<&'static str> {
        spec.names_a_file().then_some("is not supported: there are no files here")
    }

    /// Whether the client shows its options as a form. Then `tei` lists only the options for people.
    fn has_form(&self) -> bool {
        false
    }

    /// The contents of a file named by the client.
    ///
    /// # Errors
    /// Errors of the system; always for a host without files.
    fn read_file(&self, _file: &str) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Logs all lines to a file from now on. An empty name ends the log.
    ///
    /// # Errors
    /// Errors of the system; always for a host without files.
    fn log_to(&mut self, _file: &str) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Opening books.
    fn books(&self) -> Books {
        Books::default()
    }

    /// Starts a job beside the session, which sends [`Event::Finished`](super::Event::Finished) at its end. Returns a stopper for it; `None` if
    /// the host does not support jobs.
    fn start_job(&mut self, _job: Job) -> Option<Stopper> {
        None
    }
}

/// Resources of searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Threads.
    pub threads: usize,
    /// Memory of the transposition table, in MiB.
    pub hash_mib: usize,
    /// Whether they never grow.
    pub is_fixed: bool,
    /// Reason for the limit of threads: `sessions share this machine`.
    pub threads_reason: &'static str,
    /// Reason for the limit of memory.
    pub hash_reason: &'static str,
}

/// Long work for people.
#[derive(Clone, Debug)]
pub enum Job {
    /// Counts the leaves of the tree.
    Perft {
        /// Its root.
        game: Box<Game>,
        /// Its depth.
        depth: u32,
    },
    /// Measures the speed.
    Bench,
}

/// The network of a file; `None` if the name is empty. An error is a message for the client.
pub(super) fn read_network(host: &impl Host, file: &str) -> Result<Option<Arc<Network>>, String> {
    if file.is_empty() {
        return Ok(None);
    }
    let refuse = |error: &dyn std::error::Error| format!("EvalFile '{file}': {error}");
    let bytes = host.read_file(file).map_err(|error| refuse(&error))?;
    let network = Network::read(&bytes).map_err(|error| refuse(&error))?;
    Ok(Some(Arc::new(network)))
}
