//! Searches that are stopped.

use crate::tests::search::{EVER, random_position, settings};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use stonefall_engine::board::{History, Position};
use stonefall_engine::search::{
    Bound, Info, Limits, Reporter, SearchResult, Settings, SizedSearch, spawn,
};
use stonefall_engine::{Game, Rules, Search, Stopper};

/// Sends the depth of each report, and the result.
struct Channel(Sender<u32>, Sender<SearchResult>);

impl Reporter for Channel {
    fn info(&mut self, info: &Info) {
        let _ = self.0.send(info.depth);
    }

    fn done(&mut self, result: &SearchResult) {
        let _ = self.1.send(result.clone());
    }
}

/// Starts a search on another thread. Its depths and its result arrive later.
fn start<const N: usize>(
    search: &mut SizedSearch<N>,
    (root, history): &(Position<N>, History),
    limits: Limits,
    threads: usize,
) -> (Receiver<u32>, Receiver<SearchResult>) {
    let ((depths, reached), (results, receiver)) = (channel(), channel());
    let reporter = Box::new(Channel(depths, results));
    spawn(search.task(root.clone(), history.clone(), limits, settings(threads, 1), reporter));
    (reached, receiver)
}

#[test]
fn an_infinite_search_ends_at_stop() {
    let root = random_position::<6>(1, 12);
    let mut search = SizedSearch::<6>::new(8);
    for threads in [1, 2] {
        let limits = Limits { infinite: true, depth: Some(1), nodes: Some(1), ..Limits::default() };
        let (reached, receiver) = start(&mut search, &root, limits, threads);
        while reached.recv_timeout(EVER).unwrap() < 2 {}
        let early = receiver.recv_timeout(Duration::from_millis(300));
        assert!(early.is_err(), "the search must continue");
        search.stop();
        let result = receiver.recv_timeout(EVER).unwrap();
        assert!(result.best.is_some_and(|mv| root.0.is_legal(mv)));
        assert!(result.lines[0].depth > 1 && result.lines[0].bound == Bound::Exact);
        search.wait();
        assert!(receiver.try_recv().is_err(), "expected one result");
    }
}

#[test]
fn an_immediate_stop_gives_a_move() {
    let root = random_position::<8>(9, 40);
    let mut search = SizedSearch::<8>::new(1);
    for _ in 0..20 {
        let (reached, receiver) = start(&mut search, &root, Limits::default(), 1);
        search.stop();
        let result = receiver.recv_timeout(EVER).unwrap();
        assert!(reached.try_recv().is_ok() && result.best.is_some_and(|mv| root.0.is_legal(mv)));
    }
}

#[test]
fn a_stop_before_the_search_is_not_lost() {
    let (position, history) = random_position::<6>(3, 20);
    let mut search = SizedSearch::<6>::new(1);
    let mut run = |limits| search.run(&position, &history, limits, settings(1, 1), &mut ());
    let unstopped = run(Limits::nodes(20_000));
    assert!(unstopped.nodes >= 20_000);
    let limits = Limits::default();
    limits.stopper.stop();
    let stopped = run(limits);
    assert!(stopped.best.is_some_and(|mv| position.is_legal(mv)));
    assert!(stopped.nodes < 5_000, "{}", stopped.nodes);
    assert!(run(Limits::nodes(20_000)).nodes >= 20_000, "a stop ends only one search");
}

#[test]
fn a_stop_before_the_search_is_not_lost_when_the_size_changes() {
    let mut searcher = Search::new(1);
    let small = Game::start(3, Rules::standard(3)).unwrap();
    searcher.run(&small, Limits::nodes(100), Settings::default(), &mut ());
    let large = Game::start(6, Rules::standard(6)).unwrap();
    let limits = Limits::default();
    limits.stopper.stop();
    // Without the stop this would never end.
    let found = searcher.run(&large, limits, Settings::default(), &mut ());
    assert!(found.best.is_some());
    // And it holds for one search only.
    let found = searcher.run(&large, Limits::nodes(5000), Settings::default(), &mut ());
    assert!(found.nodes > 1000, "{}", found.nodes);
}

#[test]
fn a_part_ends_with_the_whole_and_alone() {
    let whole = Stopper::default();
    let (part, other) = (whole.child(), whole.child());
    part.stop();
    assert_eq!([&whole, &part, &other].map(Stopper::is_stopped), [false, true, false]);
    whole.clone().stop();
    assert!([&whole, &part, &other, &other.child()].into_iter().all(Stopper::is_stopped));
}
