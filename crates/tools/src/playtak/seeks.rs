//! The bot between games: its own seeks, and the seeks that it accepts.

use super::action::{Action, Exit};
use super::bot::{ACCEPTING, Bot, Phase};
use super::settings::{Accepted, WantedGame};
use std::time::{Duration, Instant};
use stonefall_playtak::protocol::{Request, Seek};

/// Time for a player to accept a seek that the bot makes for this player alone.
const FOR_ONE_PLAYER: Duration = Duration::from_secs(60);
/// Time between two looks at the clock during rest hours, or without own seeks.
const WAITING: Duration = Duration::from_secs(1);

impl Bot {
    /// Somebody seeks a game. The bot accepts at once if it waits.
    pub(super) fn offered(&mut self, seek: Seek, now: Instant) {
        self.seeks.others.insert(seek.number, seek);
        if let Phase::Idle { .. } = self.phase
            && self.may_play()
        {
            self.accept_seek(now);
        }
    }

    /// Whether a new game may begin now.
    pub(super) fn may_play(&self) -> bool {
        !self.is_finished() && !self.settings.rest.iter().any(|rest| rest.contains(self.minute))
    }

    fn is_finished(&self) -> bool {
        self.is_leaving || self.settings.games.is_some_and(|games| self.finished >= games)
    }

    pub(super) fn is_without_game(&self) -> bool {
        matches!(self.phase, Phase::Idle { .. } | Phase::Accepting { .. })
    }

    /// Accepts a seek or makes one.
    pub(super) fn find_game(&mut self, now: Instant) {
        if self.is_finished() {
            self.exit(Exit::Done);
            return;
        }
        self.phase = Phase::Idle { seek_at: now + WAITING };
        if !self.may_play() {
            if std::mem::take(&mut self.seeks.is_seeking) {
                self.send(Request::RemoveSeek);
            }
            return;
        }
        let count = self.settings.seeks.len();
        if self.accept_seek(now) || count == 0 {
            return;
        }
        self.phase = Phase::Idle { seek_at: now + self.settings.rotation };
        let wanted = self.settings.seeks[self.seeks.next % count].clone();
        self.seeks.next += 1;
        self.seek(wanted);
    }

    /// Accepts a seek of another player, if one suits.
    fn accept_seek(&mut self, now: Instant) -> bool {
        if self.settings.accept_rating.is_some() {
            let suiting = self.seeks.others.values().filter(|seek| self.may_suit(seek));
            let players: Vec<_> = suiting.map(|seek| seek.player.clone()).collect();
            players.iter().for_each(|player| self.ask_rating(player));
        }
        let suits = |seek: &&Seek| self.may_suit(seek) && self.has_suitable_rating(seek);
        let Some(number) = self.seeks.others.values().find(suits).map(|seek| seek.number) else {
            return false;
        };
        // If the server refuses, the seek is gone.
        self.seeks.remove(number);
        self.send(Request::Accept(number));
        self.phase = Phase::Accepting { until: now + ACCEPTING };
        true
    }

    /// Seeks a game. New words are sent only to a server whose lines have them. Returns whether a seek was sent.
    pub(super) fn seek(&mut self, WantedGame { setting, color, opponent }: WantedGame) -> bool {
        let needed = setting.needed_version();
        let known = self.version.unwrap_or(needed);
        if known < needed {
            self.report(format!(
                "expected a server with protocol {needed}, found {known}: seek skipped"
            ));
            return false;
        }
        self.seeks.is_seeking = true;
        self.send(Request::Seek { setting, color, opponent, version: needed });
        true
    }

    /// Seeks a game that only this player may accept. Returns whether a seek was sent.
    pub(super) fn seek_for_player(&mut self, wanted: WantedGame, now: Instant) -> bool {
        let is_sent = self.seek(wanted);
        if is_sent {
            self.phase = Phase::Idle { seek_at: now + FOR_ONE_PLAYER };
        }
        is_sent
    }

    /// Whether the bot accepts this seek, if the player's rating suits.
    fn may_suit(&self, seek: &Seek) -> bool {
        let sizes = &self.settings.accept_sizes;
        seek.player != self.own_name
            && !self.settings.blocked.contains(&seek.player)
            && (self.is_for_bot(seek) || self.is_listed(seek) && seek.opponent.is_none())
            && (sizes.is_empty() || sizes.contains(&seek.setting.size))
            && seek.setting.rules().is_ok()
    }

    fn is_for_bot(&self, seek: &Seek) -> bool {
        seek.opponent.as_ref() == Some(&self.own_name)
    }

    fn is_listed(&self, seek: &Seek) -> bool {
        self.settings.accept.iter().any(|accepted| match accepted {
            Accepted::Everybody => true,
            Accepted::Bots => seek.is_bot,
            Accepted::Player(name) => *name == seek.player,
        })
    }

    /// Seeks for the bot alone and players of `accept` by name need no rating.
    fn has_suitable_rating(&self, seek: &Seek) -> bool {
        let named = Accepted::Player(seek.player.clone());
        let Some(range) = &self.settings.accept_rating else { return true };
        self.is_for_bot(seek)
            || self.settings.accept.contains(&named)
            || self
                .ratings
                .get(&seek.player)
                .is_some_and(|rating| rating.is_some_and(|rating| range.contains(&rating)))
    }

    /// Asks for a player's rating, once per connection and game.
    pub(super) fn ask_rating(&mut self, player: &str) {
        /// Ratings that stay in memory.
        const KEPT: usize = 1000;
        if self.ratings.len() >= KEPT {
            self.ratings.clear();
        }
        if !self.ratings.contains_key(player) {
            self.ratings.insert(player.to_owned(), None);
            self.actions.push(Action::AskRating(player.to_owned()));
        }
    }

    /// Receives a player's rating; `None` if the player has none.
    pub fn rated(&mut self, player: String, rating: Option<f64>, now: Instant) {
        self.ratings.insert(player, rating);
        self.choose_level();
        if let Phase::Idle { .. } = self.phase
            && self.may_play()
        {
            self.accept_seek(now);
        }
    }
}
