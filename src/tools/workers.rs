//! Runs jobs on several threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use stonefall_engine::stopper::Stopper;

/// Stack size of a thread that searches, in bytes.
const STACK: usize = 16 << 20;

/// How long work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Everything is done.
    Complete,
    /// A stopper ended it early; a later run can resume it.
    Interrupted,
}

/// Runs the jobs of these numbers on a number of threads and passes each result to `on_result` as soon as
/// it is there. `new_worker` makes the state of a thread. A thread ends when a job returns `None`.
pub(super) fn run<W, T: Send>(
    jobs: Range<usize>,
    threads: usize,
    new_worker: impl Fn() -> W + Sync,
    job: impl Fn(&mut W, usize) -> Option<T> + Sync,
    mut on_result: impl FnMut(usize, T),
) {
    let next = AtomicUsize::new(jobs.start);
    let work = |results: Sender<(usize, T)>| {
        let mut worker = new_worker();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs.end {
                return;
            }
            let Some(result) = job(&mut worker, number) else { return };
            if results.send((number, result)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (sender, results) = channel();
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let (sender, work) = (sender.clone(), &work);
            // The work continues without a thread that cannot start.
            let _ =
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(sender));
        }
        drop(sender);
        for (number, result) in results {
            on_result(number, result);
        }
    });
}

/// Like [`run`], but passes the results in the order of their numbers. An error of `on_result` stops the
/// work.
///
/// # Errors
/// Those of `on_result`.
pub(super) fn run_in_order<W, T: Send, E>(
    jobs: Range<u32>,
    threads: usize,
    stopper: &Stopper,
    new_worker: impl Fn() -> W + Sync,
    job: impl Fn(&mut W, u32) -> Option<T> + Sync,
    mut on_result: impl FnMut(&T) -> Result<(), E>,
) -> Result<Ended, E> {
    let mut early = BTreeMap::new();
    let mut next = jobs.start as usize;
    let mut taken = Ok(());
    let numbers = next..jobs.end as usize;
    let job = |worker: &mut W, number: usize| job(worker, number as u32);
    run(numbers, threads, new_worker, job, |number, result| {
        early.insert(number, result);
        while taken.is_ok()
            && let Some(result) = early.remove(&next)
        {
            next += 1;
            taken = on_result(&result);
            if taken.is_err() {
                stopper.stop();
            }
        }
    });
    let all = next >= jobs.end as usize;
    taken.map(|()| if all { Ended::Complete } else { Ended::Interrupted })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_runs_once_unless_a_job_returns_none() {
        for threads in [0, 1, 3, 50] {
            let mut done = [0; 20];
            let double = |(): &mut (), number| Some(2 * number);
            run(
                5..20,
                threads,
                || (),
                double,
                |number, result| {
                    assert_eq!(result, 2 * number);
                    done[number] += 1;
                },
            );
            assert_eq!((&done[..5], &done[5..]), (&[0; 5][..], &[1; 15][..]), "{threads}");
        }
        let mut done = Vec::new();
        let below_seven = |(): &mut (), number| (number < 7).then_some(());
        run(0..20, 1, || (), below_seven, |number, ()| done.push(number));
        assert_eq!(done, (0..7).collect::<Vec<_>>());
    }
}
