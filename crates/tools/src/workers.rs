//! Runs jobs on several threads.

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
pub enum Ended {
    /// Everything is done.
    Complete,
    /// A stopper ended it early; a later run can resume it.
    Interrupted,
}

/// Numbers of jobs, and the order in which their results are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jobs<'a> {
    /// The numbers.
    pub numbers: &'a [u32],
    /// The order.
    pub order: Order,
}

/// Order of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As the jobs are numbered. A finished job waits for those before it.
    Listed,
    /// As they are finished.
    Finished,
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
    on_threads(threads.clamp(1, jobs.len().max(1)), &work, &mut || {
        for (number, result) in std::mem::take(&mut *lock(&results)) {
            on_result(number, result);
        }
    });
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

/// Like [`run`], but for listed numbers, and passes the results in the wanted order. An error of `on_result` stops
/// the work.
///
/// # Errors
/// Those of `on_result`.
pub(super) fn run_listed<W, T: Send, E>(
    jobs: Jobs<'_>,
    threads: usize,
    stopper: &Stopper,
    new_worker: impl Fn() -> W + Sync,
    job: impl Fn(&mut W, u32) -> Option<T> + Sync,
    mut on_result: impl FnMut(u32, T) -> Result<(), E>,
) -> Result<Ended, E> {
    let numbers = jobs.numbers;
    let mut early: Vec<Option<T>> = numbers.iter().map(|_| None).collect();
    let mut done = 0;
    let mut taken = Ok(());
    let job = |worker: &mut W, index: usize| job(worker, numbers[index]);
    run(0..numbers.len(), threads, new_worker, job, |index, result| {
        early[index] = Some(result);
        let next = |done: usize| if jobs.order == Order::Listed { done } else { index };
        while taken.is_ok()
            && let Some(result) = early.get_mut(next(done)).and_then(Option::take)
        {
            taken = on_result(numbers[next(done)], result);
            done += 1;
            if taken.is_err() {
                stopper.stop();
            }
        }
    });
    let all = done >= numbers.len();
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

    #[test]
    fn results_come_in_the_wanted_order() {
        for (order, threads) in [(Order::Listed, 3), (Order::Finished, 3), (Order::Finished, 1)] {
            let numbers: Vec<_> = (0..30).map(|number| 7 * number).collect();
            let mut found = Vec::new();
            let job = |(): &mut (), number| Some(number + 1);
            let jobs = Jobs { numbers: &numbers, order };
            let ended = run_listed(
                jobs,
                threads,
                &Stopper::default(),
                || (),
                job,
                |number, result| {
                    assert_eq!(result, number + 1);
                    found.push(number);
                    Ok::<_, ()>(())
                },
            );
            assert_eq!(ended, Ok(Ended::Complete));
            if order == Order::Finished {
                found.sort_unstable();
            }
            assert_eq!(found, numbers);
        }
    }

    #[test]
    fn an_error_stops_the_work() {
        let numbers: Vec<_> = (0..30).collect();
        let stopper = Stopper::default();
        let job = |(): &mut (), number| (!stopper.is_stopped()).then_some(number);
        let jobs = Jobs { numbers: &numbers, order: Order::Listed };
        let mut taken = 0;
        let ended = run_listed(
            jobs,
            2,
            &stopper,
            || (),
            job,
            |number, _| {
                taken += 1;
                if number == 4 { Err(number) } else { Ok(()) }
            },
        );
        assert_eq!((ended, taken, stopper.is_stopped()), (Err(4), 5, true));
    }
}
