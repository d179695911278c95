//! The moves that games played in a position.

use super::filter::Filter;
use super::listing::{self, Listed};
use super::{Database, DatabaseError};
use crate::keys::distinct;
use fxhash::FxHashMap;
use stonefall_engine::notation::Tps;
use stonefall_engine::{Game, Move, Rules};
use stonefall_index::{BEST, First, Games, Group, Part, Tally};

/// A move that games played, and all equal moves of a symmetric position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The move in PTN.
    pub ptn: String,
    /// The games with it.
    pub tally: Tally,
}

/// The answer to a query about a position.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// The games that visited it.
    pub total: Tally,
    /// The moves, most games first.
    pub moves: Vec<Choice>,
    /// The games with the highest ratings.
    pub games: Vec<Listed>,
}

/// A query about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Query {
    tps: Tps,
    rules: Rules,
    filter: Filter,
    games: usize,
}

impl Database {
    /// The moves that games played in a position, in it and its images, and the `games` games with the highest ratings.
    /// The moves before the position do not count.
    ///
    /// # Errors
    /// If a name of the filter is unknown, or the file is damaged or locked.
    pub fn explore(
        &self,
        position: &Game,
        filter: &Filter,
        games: usize,
    ) -> Result<Exploration, DatabaseError> {
        let query =
            Query { tps: position.tps(), rules: *position.rules(), filter: filter.clone(), games };
        if let Some(found) = self.known(&query)? {
            return Ok(found);
        }
        let found = self.count_moves(position, filter, games)?;
        self.keep(query, &found);
        Ok(found)
    }

    fn count_moves(
        &self,
        position: &Game,
        filter: &Filter,
        games: usize,
    ) -> Result<Exploration, DatabaseError> {
        let matcher = filter.matcher(&self.connection)?;
        let mover = position.to_move();
        // The sums of a segment serve if all games match.
        let takes_summaries = games <= BEST && matcher.takes_all_of(position.size());
        let count = |part: &Part<'_>, groups: &[Group<'_>]| {
            let (mut tallies, mut best) = (Vec::with_capacity(groups.len()), First::new(games));
            for group in groups {
                let tally = match &group.games {
                    Games::Many(summary, _) if takes_summaries => {
                        for &game in &summary.best {
                            best.add(part.columns.rank(game)?, part.id(game), group.mv);
                        }
                        Tally::of(summary, mover)
                    }
                    _ => group.count(part, mover, &mut best)?,
                };
                tallies.push((group.mv, tally));
            }
            Some((tallies, best))
        };
        let (mut tallies, mut best) = (FxHashMap::default(), First::new(games));
        self.visits(position, &matcher, count, |(found, first)| {
            for (mv, tally) in found.into_iter().filter(|(_, tally)| tally.games > 0) {
                tallies.entry(mv).or_insert_with(Tally::default).join(&tally);
            }
            best.join(first);
        })?;
        let legal = distinct(position);
        let spell = |mv| legal.get(&mv).map(|&mv| position.spelling(mv));
        let choice = |(mv, tally): (Option<Move>, Tally)| {
            let mv = *legal.get(&mv?)?;
            Some(Choice { mv, ptn: position.spelling(mv), tally })
        };
        let mut total = Tally::default();
        tallies.values().for_each(|tally| total.join(tally));
        let mut moves: Vec<_> = tallies.into_iter().filter_map(choice).collect();
        moves.sort_by(|one, other| {
            other.tally.games.cmp(&one.tally.games).then_with(|| one.ptn.cmp(&other.ptn))
        });
        let games = listing::list(&self.connection, best, spell)?;
        Ok(Exploration { total, moves, games })
    }
}
