//! A sample of games for a comparison.

use super::filter::Filter;
use super::{Database, DatabaseError, names};
use crate::hash::Hash;
use std::ops::RangeInclusive;

/// Games of players of similar strength.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Peers {
    /// The player who is compared, and whose games do not count.
    pub player: String,
    /// Ratings, of at least one player of each game.
    pub ratings: RangeInclusive<u16>,
    /// Board sizes.
    pub sizes: Vec<usize>,
}

impl Database {
    /// At most `count` games that match, chosen by a hash: a larger sample contains the smaller one.
    ///
    /// # Errors
    /// If a name is unknown, or the file is damaged or locked.
    pub fn sample(
        &self,
        peers: &Peers,
        filter: &Filter,
        count: usize,
    ) -> Result<Vec<i64>, DatabaseError> {
        let filter = Filter { player: None, ..filter.clone() };
        let matcher = filter.matcher(&self.connection)?;
        let player = names::find(&self.connection, &peers.player)?;
        let mut found = Vec::new();
        self.scan(&matcher, |id, facts| {
            let is_similar = facts.ratings.0.iter().any(|rating| peers.ratings.contains(rating));
            let is_own = facts.players.0.iter().any(|id| player.contains(id));
            if is_similar && !is_own && peers.sizes.contains(&facts.size().into()) {
                found.push((Hash::new().number(id as u64).finish(), id));
            }
        })?;
        found.sort_unstable();
        Ok(found.into_iter().take(count).map(|(_, id)| id).collect())
    }
}
