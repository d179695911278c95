//! Threads that run searches.

use super::Task;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// Stack of a search thread, sufficient for the deepest line in an unoptimized build.
pub(super) const STACK: usize = 16 << 20;

/// A thread that waits for a task. One is enough: sessions that search at the same time start threads of their own.
static IDLE: Mutex<Option<Sender<Task>>> = Mutex::new(None);

/// Runs a search on a thread of its own. If no thread is available, the task is dropped.
///
/// The thread of an earlier search runs the next one. With a new thread for each search, fast games on a busy machine are
/// lost on time more often (docs/reliability.md).
pub fn spawn(task: Task) {
    let idle = IDLE.lock().ok().and_then(|mut idle| idle.take());
    let left = match idle {
        Some(thread) => thread.send(task).err().map(|unsent| unsent.0),
        None => Some(task),
    };
    if let Some(task) = left {
        let _ = thread::Builder::new().name("search".into()).stack_size(STACK).spawn(|| run(task));
    }
}

/// Runs a task, and then those that it receives, unless another thread waits already. A panic ends the thread.
fn run(task: Task) {
    let (sender, tasks) = channel();
    let mut next = Some(task);
    while let Some(task) = next {
        task();
        match IDLE.lock() {
            Ok(mut idle) if idle.is_none() => *idle = Some(sender.clone()),
            _ => return,
        }
        next = tasks.recv().ok();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used)]
    use super::*;
    use std::collections::HashSet;
    use std::thread::ThreadId;

    fn thread_of_a_task() -> ThreadId {
        let (sender, receiver) = channel();
        spawn(Box::new(move || sender.send(thread::current().id()).expect("the test waits")));
        receiver.recv().expect("the task runs")
    }

    #[test]
    fn tasks_use_idle_threads_again() {
        let mut seen = HashSet::new();
        // A thread becomes idle a little later than its task has answered.
        assert!((0..10_000).any(|_| !seen.insert(thread_of_a_task())));
    }
}
