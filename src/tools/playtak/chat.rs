//! Chat: commands of players, and answers at a rate that the server accepts.

use std::collections::VecDeque;
use std::time::{Duration, Instant};
use stonefall_engine::search::Level;
use stonefall_playtak::protocol::Request;

use super::settings::read_level;

/// Shortest time between two lines.
const PAUSE: Duration = Duration::from_secs(1);
/// Lines in each [`WINDOW`].
const LINES: usize = 5;
const WINDOW: Duration = Duration::from_secs(10);
/// Lines that may wait; more are dropped.
const WAITING: usize = 20;

/// A command of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChatCommand {
    /// A list of the commands.
    Help,
    /// Another level; `None` is full strength.
    Level(Option<Level>),
    /// Another game.
    Again,
    /// The bot's view of its last moves.
    Why,
}

impl ChatCommand {
    /// The answer to [`ChatCommand::Help`].
    pub(super) const HELP: &'static str = "Commands: level 1-10 or full; again; after a game: why.";

    /// Reads a line; `None` if it is no command.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
        Some(match (word, rest.trim()) {
            ("help" | "commands" | "?", "") => Self::Help,
            ("level", rest) => Self::Level(read_level(rest).ok()?),
            ("again" | "rematch", "") => Self::Again,
            ("why" | "why?", "") => Self::Why,
            _ => return None,
        })
    }
}

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
    fn commands_are_read() {
        for (text, command) in [
            ("help", Some(ChatCommand::Help)),
            ("  Level FULL ", Some(ChatCommand::Level(None))),
            ("level 3", Some(ChatCommand::Level(Level::new(3)))),
            ("level 11", None),
            ("again", Some(ChatCommand::Again)),
            ("Why?", Some(ChatCommand::Why)),
            ("hello", None),
            ("help me", None),
            ("", None),
        ] {
            assert_eq!(ChatCommand::read(text), command, "{text}");
        }
    }

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
