//! Runs jobs on several threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use stonefall_engine::stopper::Stopper;

/// Stack size of a thread that searches, in bytes.
const STACK: usize = 16 << 20;

/// How long work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkEnd {
    /// Everything is done.
    Complete,
    /// A stopper ended it early; a later run can resume it.
    Interrupted,
}

/// Runs the jobs of these numbers on a number of threads and passes each result to `on_result` as soon as
/// it is there. `new_worker` makes the state of a thread. A thread ends when a job returns `None`. An error of
/// `on_result` stops the work.
pub fn run<W, T: Send, E>(
    jobs: Range<usize>,
    threads: usize,
    stopper: &Stopper,
    new_worker: impl Fn() -> W + Sync,
    job: impl Fn(&mut W, usize) -> Option<T> + Sync,
    mut on_result: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(jobs.start);
    let results = Mutex::new(Vec::new());
    let work = |finished: &Sender<()>| {
        let mut worker = new_worker();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs.end {
                return;
            }
            let Some(result) = job(&mut worker, number) else { return };
            lock(&results).push((number, result));
            if finished.send(()).is_err() {
                return;
            }
        }
    };
    let mut taken = Ok(());
    on_threads(threads.clamp(1, jobs.len().max(1)), &work, &mut || {
        for (number, result) in std::mem::take(&mut *lock(&results)) {
            if taken.is_ok() {
                taken = on_result(number, result);
                if taken.is_err() {
                    stopper.stop();
                }
            }
        }
    });
    taken
}

/// Runs `work` on a number of threads, and `finished` on this one for every message of theirs. It is not generic, so that
/// the compiler builds threads and channel once and not for every kind of job.
fn on_threads(threads: usize, work: &(dyn Fn(&Sender<()>) + Sync), finished: &mut dyn FnMut()) {
    thread::scope(|scope| {
        let (sender, messages) = channel();
        for _ in 0..threads {
            let sender = sender.clone();
            // The work continues without a thread that cannot start.
            let _ =
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(&sender));
        }
        drop(sender);
        for () in messages {
            finished();
        }
    });
}

/// The lock; a panic of another thread leaves complete results.
fn lock<T>(results: &Mutex<Vec<T>>) -> MutexGuard<'_, Vec<T>> {
    results.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Like [`run`], but passes the results in the order of the numbers: a finished job waits for those before it.
pub fn run_in_order<W, T: Send, E>(
    jobs: Range<usize>,
    threads: usize,
    stopper: &Stopper,
    new_worker: impl Fn() -> W + Sync,
    job: impl Fn(&mut W, usize) -> Option<T> + Sync,
    mut on_result: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<WorkEnd, E> {
    let (end, mut next, mut early) = (jobs.end, jobs.start, BTreeMap::new());
    run(jobs, threads, stopper, new_worker, job, |number, result| {
        early.insert(number, result);
        while let Some(result) = early.remove(&next) {
            on_result(next, result)?;
            next += 1;
        }
        Ok(())
    })?;
    Ok(if next >= end { WorkEnd::Complete } else { WorkEnd::Interrupted })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_runs_once_unless_a_job_returns_none() {
        let stopper = Stopper::default();
        for threads in [0, 1, 3, 50] {
            let mut done = [0; 20];
            let double = |(): &mut (), number| Some(2 * number);
            let on_result = |number: usize, result| {
                assert_eq!(result, 2 * number);
                done[number] += 1;
                Ok::<_, ()>(())
            };
            assert_eq!(run(5..20, threads, &stopper, || (), double, on_result), Ok(()));
            assert_eq!((&done[..5], &done[5..]), (&[0; 5][..], &[1; 15][..]), "{threads}");
        }
        let mut done = Vec::new();
        let below_seven = |(): &mut (), number| (number < 7).then_some(());
        let on_result = |number, ()| {
            done.push(number);
            Ok::<_, ()>(())
        };
        assert_eq!(run(0..20, 1, &stopper, || (), below_seven, on_result), Ok(()));
        assert_eq!(done, (0..7).collect::<Vec<_>>());
    }

    #[test]
    fn results_come_in_order() {
        for threads in [1, 3] {
            let mut results = Vec::new();
            let job = |(): &mut (), number| Some(number + 1);
            let on_result = |number, result| {
                assert_eq!(result, number + 1);
                results.push(number);
                Ok::<_, ()>(())
            };
            let ended = run_in_order(7..37, threads, &Stopper::default(), || (), job, on_result);
            assert_eq!(ended, Ok(WorkEnd::Complete));
            assert_eq!(results, (7..37).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_stops_the_work() {
        let stopper = Stopper::default();
        let job = |(): &mut (), number| (!stopper.is_stopped()).then_some(number);
        let mut taken = 0;
        let on_result = |number, _| {
            taken += 1;
            if number == 4 { Err(number) } else { Ok(()) }
        };
        let ended = run_in_order(0..30, 2, &stopper, || (), job, on_result);
        assert_eq!((ended, taken, stopper.is_stopped()), (Err(4), 5, true));
    }
}
