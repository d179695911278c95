//! What a conversation needs of the program around it.

use super::Event;
use crate::book::OwnBook;
use crate::game::Game;
use crate::options::Spec;
use crate::search::Task;
use crate::stopper::Stopper;
use std::io;

/// Passes on what a search, or an errand, has to say. It has to come back through
/// [`Protocol::handle_event`](super::Protocol::handle_event), in order.
pub type EventSink = Box<dyn FnMut(Event) + Send>;

/// The program around a conversation: it writes, and it has threads, files and books, or not.
pub trait Host {
    /// Name of the program, without its version: clients put that behind it.
    fn name(&self) -> String;

    /// Its version.
    fn version(&self) -> &str;

    /// Passes a line on at once; it has no end.
    ///
    /// # Errors
    /// If nobody listens any more.
    fn send_line(&mut self, line: &str) -> io::Result<()>;

    /// Where a search, or an errand, is to say what it has to say.
    fn event_sink(&self) -> EventSink;

    /// Runs a search beside the conversation. If it cannot, it drops it, and the search is answered.
    fn start_search(&mut self, task: Task);

    /// What searches may take now, if that is less than the options say.
    fn resources(&self) -> Option<Resources> {
        None
    }

    /// Why the client may not set this option, behind its name; nothing if it may. The client is not told
    /// of an option that it may not set.
    fn why_not_settable(&self, spec: &Spec) -> Option<&'static str> {
        spec.names_a_file().then_some("is not to be had: there are no files here")
    }

    /// Whether the client shows its options as a form: then it is told only of those that people want to see there.
    fn has_form(&self) -> bool {
        false
    }

    /// The contents of a file that the client has named.
    ///
    /// # Errors
    /// Those of the system; always, for a host without files.
    fn read_file(&self, _file: &str) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Takes down what is read and written from now on; no more, if the name is empty.
    ///
    /// # Errors
    /// Those of the system; always, for a host without files.
    fn log_to(&mut self, _file: &str) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// The books that there are to open games by.
    fn books(&self) -> &'static [OwnBook] {
        &[]
    }

    /// Does something for people beside the conversation, and says at last that it is finished. The stopper
    /// that comes back ends it; none comes back if the host does not do such things.
    fn start_job(&mut self, _errand: Job) -> Option<Stopper> {
        None
    }
}

/// What searches may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Threads.
    pub threads: usize,
    /// Memory of the transposition table, in MiB.
    pub hash_mib: usize,
    /// Whether there will never be more.
    pub is_fixed: bool,
    /// Why that is all: `sessions share this machine`.
    pub reason: &'static str,
}

/// What people ask for and takes a while.
#[derive(Clone, Debug)]
pub enum Job {
    /// Count the leaves of the tree.
    Perft {
        /// Its root.
        game: Box<Game>,
        /// Its depth.
        depth: u32,
    },
    /// Measure the speed.
    Bench,
}
