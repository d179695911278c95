//! Pondering: the bot searches in the opponent's time.

use super::action::{Action, MoveTask};
use super::bot::{Bot, Pending, Pondering};
use std::time::Instant;
use stonefall_engine::Move;
use stonefall_engine::ponder::Ponder;

impl Bot {
    /// Searches the position after the expected reply. A level does not, because its strength was measured without it.
    pub(super) fn ponder(&mut self, reply: Move) {
        let Some(game) = &self.game else { return };
        if !self.settings.ponder || game.level.is_some() || game.is_own_turn() {
            return;
        }
        let Ok(expected) = game.game.after(reply) else { return };
        if expected.outcome().is_some() {
            return;
        }
        self.thoughts += 1;
        let (id, ponder) = (self.thoughts, Ponder::default());
        let clock = game.own_clock();
        let mut limits = game.limits_in(&expected, clock, self.round_trip);
        limits.ponder = Some(ponder.clone());
        let task = MoveTask { id, game: expected, limits, level: None, seed: game.seed() };
        self.actions.push(Action::Think(Box::new(task)));
        self.pending = Pending::Pondering(Pondering { id, reply, clock, ponder });
    }

    /// Continues a search in the opponent's time if the opponent has played the expected reply, and the clock has no less
    /// than the time that the search counts on. Returns whether it does.
    pub(super) fn ponder_hit(&mut self, mv: Move, now: Instant) -> bool {
        let (Pending::Pondering(search), Some(game)) = (&self.pending, &self.game) else {
            return false;
        };
        if search.reply != mv || game.own_clock() < search.clock || !search.ponder.hit(now) {
            return false;
        }
        self.pending = Pending::Thinking(search.id, now);
        true
    }
}
