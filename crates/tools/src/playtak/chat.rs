//! Chat lines at a rate that the server accepts.

use std::collections::VecDeque;
use std::time::{Duration, Instant};
use stonefall_playtak::protocol::Request;

/// Shortest time between two lines.
const PAUSE: Duration = Duration::from_secs(1);
/// Lines in each [`WINDOW`].
const LINES: usize = 5;
const WINDOW: Duration = Duration::from_secs(10);
/// Lines that may wait; more are dropped.
const WAITING: usize = 20;

/// Lines that wait for their turn: at most one a second and five in ten seconds.
#[derive(Clone, Debug, Default)]
pub(super) struct Chat {
    waiting: VecDeque<Request>,
    sent: VecDeque<Instant>,
}

impl Chat {
    /// Adds a line, unless too many wait.
    pub(super) fn say(&mut self, request: Request) {
        if self.waiting.len() < WAITING {
            self.waiting.push_back(request);
        }
    }

    /// The next line, if the server accepts one now.
    pub(super) fn due(&mut self, now: Instant) -> Option<Request> {
        let since = |at: Instant| now.saturating_duration_since(at);
        while self.sent.front().is_some_and(|&at| since(at) >= WINDOW) {
            self.sent.pop_front();
        }
        let is_free =
            self.sent.len() < LINES && self.sent.back().is_none_or(|&at| since(at) >= PAUSE);
        let request = if is_free { self.waiting.pop_front() } else { None };
        if request.is_some() {
            self.sent.push_back(now);
        }
        request
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_wait_for_their_turn() {
        let (mut chat, begin) = (Chat::default(), Instant::now());
        for _ in 0..2 * WAITING {
            chat.say(Request::Ping);
        }
        let times: Vec<u64> = (0..400)
            .filter(|&tenth| chat.due(begin + tenth as u32 * PAUSE / 10).is_some())
            .collect();
        assert_eq!(
            times,
            [
                0, 10, 20, 30, 40, 100, 110, 120, 130, 140, 200, 210, 220, 230, 240, 300, 310, 320,
                330, 340
            ]
        );
    }
}
