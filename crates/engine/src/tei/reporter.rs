//! Passes the reports of a search to the client.

use crate::machine::Instant;
use crate::search::{Info, Reporter, SearchResult};
use crate::types::Move;
use std::time::Duration;

/// An event of a search or job.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line of analysis.
    Info(Info),
    /// The end of a search with its move, `None` if the game was over, and the expected reply.
    BestMove(Option<Move>, Option<Move>),
    /// Text from a job or an annotation.
    Text(String),
    /// The end of a job or an annotation.
    Finished,
    /// A search or a job failed, or could not start; its end follows.
    Failure(&'static str),
}

/// Receives the events of a search or job. The host passes them to
/// [`Protocol::handle_event`](super::Protocol::handle_event) in order.
pub type EventSink = Box<dyn FnMut(Event) + Send>;

/// Passes reports to the session: a limited number, and at the end the last state of each line.
pub(super) struct Relay {
    sink: EventSink,
    start: Instant,
    /// Time of the next lines.
    next: Instant,
    /// Whether the lines of the current group are passed.
    open: bool,
    /// The last passed line for each rank.
    shown: Vec<Info>,
    /// Largest counters of the passed lines: they never decrease within a search.
    nodes: u64,
    time: Duration,
    done: bool,
}

/// Time at the start of a search without a limit on lines.
const UNLIMITED: Duration = Duration::from_secs(1);
/// Time between groups of lines after that. Clients redraw about seven times per second.
const PAUSE: Duration = Duration::from_millis(50);

impl Relay {
    pub(super) fn new(sink: EventSink, start: Instant) -> Self {
        let (nodes, time) = (0, Duration::ZERO);
        let (shown, done) = (Vec::new(), false);
        Self { sink, start, next: start, open: true, shown, nodes, time, done }
    }

    fn pass(&mut self, info: &Info) {
        let mut info = info.clone();
        info.nodes = info.nodes.max(self.nodes);
        info.time = info.time.max(self.time);
        (self.nodes, self.time) = (info.nodes, info.time);
        let rank = info.line.max(1) - 1;
        self.shown.truncate(info.lines.max(rank));
        match self.shown.get_mut(rank) {
            Some(shown) => *shown = info.clone(),
            None => self.shown.push(info.clone()),
        }
        (self.sink)(Event::Info(info));
    }

    /// Whether the client has these lines in their last state.
    fn is_shown(&self, lines: &[Info]) -> bool {
        let same = |(shown, line): (&Info, &Info)| {
            (shown.depth, shown.value, shown.bound, &shown.pv)
                == (line.depth, line.value, line.bound, &line.pv)
        };
        self.shown.len() == lines.len() && self.shown.iter().zip(lines).all(same)
    }
}

impl Reporter for Relay {
    fn info(&mut self, info: &Info) {
        if info.lines == 1 && self.is_shown(std::slice::from_ref(info)) {
            return;
        }
        if info.line <= 1 {
            // The lines of one depth are a group: the decision for the first holds for all.
            let now = Instant::now();
            self.open = now < self.start + UNLIMITED || now >= self.next;
            if self.open {
                self.next = now + PAUSE * u32::try_from(info.lines.max(1)).unwrap_or(1);
            }
        }
        if self.open && !info.pv.is_empty() {
            self.pass(info);
        }
    }

    fn done(&mut self, result: &SearchResult) {
        let mut lines = result.lines.clone();
        lines.retain(|line| !line.pv.is_empty());
        if let (true, Some(best)) = (lines.is_empty(), result.best) {
            // Clients expect a line for each move.
            lines.push(Info::unexplored(best));
        }
        if !self.is_shown(&lines) {
            self.nodes = self.nodes.max(result.nodes);
            self.time = self.time.max(self.start.elapsed());
            lines.iter().for_each(|line| self.pass(line));
        }
        self.done = true;
        (self.sink)(Event::BestMove(result.best, result.reply()));
    }
}

/// Answers a search that panicked or could not start: with the best move so far.
impl Drop for Relay {
    fn drop(&mut self) {
        if !self.done {
            let best = self.shown.first().and_then(|info| info.pv.first().copied());
            (self.sink)(Event::Failure("the search failed"));
            (self.sink)(Event::BestMove(best, None));
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::types::{Piece, Square};
    use std::sync::mpsc::{Receiver, channel};

    fn mv(index: usize) -> Move {
        Move::place(Square::from_index(index), Piece::Flat)
    }

    fn line(depth: u32, rank: usize, lines: usize) -> Info {
        let nodes = u64::from(depth) * 10;
        Info { depth, line: rank, lines, nodes, ..Info::unexplored(mv(rank)) }
    }

    fn sink() -> (EventSink, Receiver<Event>) {
        let (sender, events) = channel();
        (Box::new(move |event| sender.send(event).unwrap()), events)
    }

    fn received(events: Receiver<Event>) -> Vec<Event> {
        std::iter::from_fn(|| events.try_recv().ok()).collect()
    }

    #[test]
    fn the_last_state_is_sent_once() {
        let (sink, events) = sink();
        let mut reporter = Relay::new(sink, Instant::now());
        reporter.info(&line(1, 1, 1));
        let result =
            SearchResult { best: Some(mv(1)), lines: vec![line(1, 1, 1)], threat: None, nodes: 10 };
        reporter.done(&result);
        assert!(matches!(received(events)[..], [Event::Info(_), Event::BestMove(Some(_), None)]));
    }

    #[test]
    fn after_a_second_lines_are_limited_except_the_last() {
        let (sink, events) = sink();
        let start = Instant::now() - Duration::from_secs(2);
        let mut reporter = Relay::new(sink, start);
        for depth in 1..=50 {
            for rank in 1..=3 {
                reporter.info(&line(depth, rank, 3));
            }
        }
        let lines: Vec<_> = (1..=3).map(|rank| line(50, rank, 3)).collect();
        reporter.done(&SearchResult { best: Some(mv(1)), lines, threat: None, nodes: 777 });
        let events = received(events);
        let infos: Vec<_> = events
            .iter()
            .filter_map(|it| if let Event::Info(info) = it { Some(info) } else { None })
            .collect();
        assert!(infos.len() < 30 && infos.len() % 3 == 0, "{}", infos.len());
        let best = infos[infos.len() - 3];
        assert_eq!(best.depth, 50);
        // Lines just after a pause keep their own node count.
        assert!([500, 777].contains(&best.nodes), "{}", best.nodes);
        assert!(infos.is_sorted_by_key(|info| info.nodes));
    }

    #[test]
    fn a_move_without_a_line_gets_one() {
        let (sink, events) = sink();
        let mut reporter = Relay::new(sink, Instant::now());
        reporter.done(&SearchResult { best: Some(mv(5)), lines: vec![], threat: None, nodes: 0 });
        assert!(matches!(received(events)[..], [Event::Info(_), Event::BestMove(Some(_), None)]));
    }
}
