//! Lists the games that match a filter.

use super::filter::Filter;
use super::listing::{self, Listed};
use super::visits::Visited;
use super::{Database, DatabaseError};
use crate::keys::distinct;
use stonefall_engine::Game;
use stonefall_index::First;

impl Database {
    /// The games that match, newest first and at most `limit`, and the number of all that match. With a position only
    /// those that visited it or an image of it.
    ///
    /// # Errors
    /// If a name of the filter is unknown, or the file is damaged or locked.
    pub fn find(
        &self,
        position: Option<&Game>,
        filter: &Filter,
        limit: usize,
    ) -> Result<(Vec<Listed>, u64), DatabaseError> {
        let matcher = filter.matcher(&self.connection)?;
        let mut first = First::new(limit);
        let mut count = 0;
        let mut add = |visited: Visited| {
            count += 1;
            first.add(visited.day.into(), visited.id, visited.mv);
        };
        let legal = position.map(distinct).unwrap_or_default();
        match position {
            Some(position) => self.visited(position, &matcher, &mut add)?,
            None => {
                self.scan(&matcher, |id, facts| add(Visited { id, mv: None, day: facts.day }))?;
            }
        }
        let spell = |mv| Some(position?.spelling(*legal.get(&mv)?));
        Ok((listing::list(&self.connection, first, spell)?, count))
    }

    /// Identifiers of the games that match, oldest first.
    ///
    /// # Errors
    /// As [`Database::find`].
    pub fn identifiers(
        &self,
        position: Option<&Game>,
        filter: &Filter,
    ) -> Result<Vec<i64>, DatabaseError> {
        let matcher = filter.matcher(&self.connection)?;
        let mut ids = Vec::new();
        match position {
            Some(position) => {
                self.visited(position, &matcher, &mut |visited| ids.push(visited.id))?
            }
            None => self.scan(&matcher, |id, _| ids.push(id))?,
        }
        ids.sort_unstable();
        Ok(ids)
    }
}
