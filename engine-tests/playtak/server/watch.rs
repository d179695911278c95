//! Spectators: the list of games, and the lines of watched games.

use super::play::{News, Play};
use super::{Id, State};

/// Ends of lines for the other player alone.
const PRIVATE: [&str; 4] = ["OfferDraw", "RemoveDraw", "RequestUndo", "RemoveUndo"];

impl State {
    /// Sends the running games.
    pub(super) fn list_games(&mut self, id: Id) {
        for listed in self.games.iter().map(Play::listed).collect::<Vec<_>>() {
            self.send(id, &format!("GameList Add {listed}"));
        }
    }

    /// Sends a game from its beginning, and its lines from now on.
    pub(super) fn observe(&mut self, id: Id, number: &str) {
        let is_it = |play: &&Play| play.number.to_string() == number;
        let Some(play) = self.games.iter().find(is_it) else { return self.refuse(id, "") };
        let (number, first) = (play.number, format!("Observe {}", play.listed()));
        let lines: Vec<_> = [first].into_iter().chain(play.record()).collect();
        lines.iter().for_each(|line| self.send(id, line));
        self.spectators.insert((number, id));
    }

    pub(super) fn unobserve(&mut self, id: Id, number: &str) {
        let number = number.parse().unwrap_or(0);
        self.spectators.remove(&(number, id));
        self.send(id, "OK");
    }

    /// Sends the news of a game to its spectators.
    pub(super) fn tell_spectators(&mut self, number: u32, news: &News) {
        let mut lines: Vec<_> = news.lines.iter().map(|(_, line)| line.clone()).collect();
        // A line for both players counts once.
        lines.dedup();
        lines.retain(|line| !PRIVATE.iter().any(|end| line.ends_with(end)));
        for line in lines {
            self.tell_all_spectators(number, &line);
        }
    }

    pub(super) fn tell_all_spectators(&mut self, number: u32, line: &str) {
        let ids = self.spectators.iter().filter(|(game, _)| *game == number);
        for id in ids.map(|&(_, id)| id).collect::<Vec<_>>() {
            self.send(id, line);
        }
    }
}
