//! Many jobs at once.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// The stack of a thread that searches.
const STACK: usize = 16 << 20;

/// Has so many threads do the jobs of these numbers, each by the thread that is free next, and tells `hear`
/// what comes of each as soon as it is done. `hire` makes what a thread works with. A thread whose job comes to nothing
/// takes up no other: the work is broken off.
pub(super) fn share<W, T: Send>(
    jobs: Range<usize>,
    threads: usize,
    hire: impl Fn() -> W + Sync,
    job: impl Fn(&mut W, usize) -> Option<T> + Sync,
    mut hear: impl FnMut(usize, T),
) {
    let next = AtomicUsize::new(jobs.start);
    let work = |done: Sender<(usize, T)>| {
        let mut worker = hire();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs.end {
                return;
            }
            let Some(result) = job(&mut worker, number) else { return };
            if done.send((number, result)).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (sender, done) = channel();
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            let (sender, work) = (sender.clone(), &work);
            // A thread that cannot be started is done without.
            let _ =
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(sender));
        }
        drop(sender);
        for (number, result) in done {
            hear(number, result);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_unless_one_comes_to_nothing() {
        for threads in [0, 1, 3, 50] {
            let mut done = [0; 20];
            share(
                5..20,
                threads,
                || (),
                |(), number| Some(2 * number),
                |number, result| {
                    assert_eq!(result, 2 * number);
                    done[number] += 1;
                },
            );
            assert_eq!((&done[..5], &done[5..]), (&[0; 5][..], &[1; 15][..]), "{threads}");
        }
        let mut done = Vec::new();
        share(
            0..20,
            1,
            || (),
            |(), number| (number < 7).then_some(()),
            |number, ()| done.push(number),
        );
        assert_eq!(done, (0..7).collect::<Vec<_>>());
    }
}
