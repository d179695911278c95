//! Pondering: an engine searches in the opponent's time.

use super::player::RunningEngine;
use std::time::{Duration, Instant};
use stonefall_client::ClientError;
use stonefall_engine::types::Move;

impl RunningEngine {
    /// Starts a search in the opponent's time. `command` is the position after the expected reply.
    pub(super) fn ponder(&mut self, command: &str, go: &str, reply: Move) {
        self.client.send(command);
        self.client.go(go);
        self.pondering = Some(reply);
    }

    /// Continues such a search if the opponent has played the expected reply; the time of the move begins now. Otherwise
    /// ends the search, if there is one. Returns whether it continues.
    pub(super) fn ponder_hit(
        &mut self,
        played: Option<Move>,
        grace: Duration,
    ) -> Result<bool, ClientError> {
        let is_hit = self.pondering.is_some() && self.pondering == played;
        if is_hit {
            self.pondering = None;
            self.client.ponder_hit();
        } else {
            self.stop_pondering(grace)?;
        }
        Ok(is_hit)
    }

    /// Ends a search in the opponent's time. Its move counts for nothing.
    pub(super) fn stop_pondering(&mut self, grace: Duration) -> Result<(), ClientError> {
        if self.pondering.take().is_some() {
            self.client.send("stop");
            self.client.answer(Instant::now() + grace)?;
        }
        Ok(())
    }
}
