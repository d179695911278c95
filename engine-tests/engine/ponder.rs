//! Searches in the opponent's time.

use crate::tests::common::random;
use rand::seq::IndexedRandom;
use std::time::{Duration, Instant};
use stonefall_engine::search::{Bound, Info, Limits, Reporter, SearchResult, Settings};
use stonefall_engine::{Color, Deadline, Game, Ponder, Rules, Search, Stopper};

const HOUR: Duration = Duration::from_secs(3600);

/// Reports the reply in the middle of an iteration: at a score outside its window. Without one it stops the search.
struct Replier {
    ponder: Ponder,
    stopper: Stopper,
    /// Depth of the last finished iteration, and of that at the reply.
    finished: u32,
    at_reply: Option<u32>,
}

impl Reporter for Replier {
    fn info(&mut self, info: &Info) {
        if info.bound == Bound::Exact {
            self.finished = info.depth;
            if info.depth >= 8 {
                self.stopper.stop();
            }
        // The rest of a shallow iteration may have fewer positions than a check of the limits needs.
        } else if self.finished >= 5 && self.ponder.hit(Instant::now()) {
            self.at_reply = Some(self.finished);
        }
    }

    fn done(&mut self, _: &SearchResult) {}
}

/// A search with an hour of pondering does not even finish its iteration after the reply.
#[test]
fn a_sufficient_search_ends_with_the_reply() {
    let mut has_reply = false;
    for seed in 0..12 {
        let mut game = Game::start(6, Rules::standard(6)).unwrap();
        let mut random = random(seed);
        for _ in 0..12 {
            let mv = *game.moves().choose(&mut random).unwrap();
            game = game.after(mv).ok().filter(|it| it.outcome().is_none()).unwrap_or(game);
        }
        // The system may run since less than an hour.
        let Some(start) = Instant::now().checked_sub(HOUR) else { return };
        let (ponder, stopper) = (Ponder::default(), Stopper::default());
        let mut limits = Limits { start, ponder: Some(ponder.clone()), ..Limits::default() };
        limits.stopper = stopper.clone();
        limits.time[Color::White] = Some(10 * HOUR);
        let mut replier = Replier { ponder, stopper, finished: 0, at_reply: None };
        let result = Search::new(4).run(&game, limits, Settings::default(), &mut replier);
        if let Some(depth) = replier.at_reply {
            has_reply = true;
            assert_eq!(result.lines[0].depth, depth, "seed {seed}");
        }
    }
    assert!(has_reply, "expected a score outside its window");
}

#[test]
fn a_deadline_after_the_reply_begins_with_the_reply() {
    let ponder = Ponder::default();
    let deadlines = [Duration::ZERO, Duration::from_secs(1000)]
        .map(|time| Deadline::AfterReply(ponder.clone(), time));
    assert_eq!(deadlines.each_ref().map(Deadline::has_passed), [false, false]);
    let reply = Instant::now();
    assert!(ponder.hit(reply));
    assert!(!ponder.clone().hit(reply + Duration::from_secs(1)), "only the first reply counts");
    assert_eq!(ponder.hit_at(), Some(reply));
    assert_eq!(deadlines.each_ref().map(Deadline::has_passed), [true, false]);
}
