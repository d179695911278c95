//! The games that visited a position.

use super::filter::Matcher;
use super::segment::Segment;
use super::stored::{self, StoredGame};
use super::{Database, DatabaseError};
use crate::keys::Images;
use rusqlite::{OptionalExtension, Statement};
use stonefall_engine::{Game, Move};
use stonefall_index::{Column, Facts, Games, Group, Part, Summary, find};

/// A game that visited a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visited {
    pub(super) id: i64,
    /// The move in the image that gives the key; `None` if the game ended.
    pub(super) mv: Option<Move>,
    /// Days since 1970, 0 if unknown.
    pub(super) day: u16,
}

/// Takes the games that visited a position.
pub(super) trait Visitor {
    /// Whether it takes summaries.
    fn takes_summaries(&self) -> bool {
        false
    }

    /// Games of a segment; those that are selected count. `None` if the bytes are damaged.
    fn games(&mut self, part: &Part<'_>, games: &Group<'_>) -> Option<()>;

    /// The summary of games that are all selected.
    fn summary(&mut self, _part: &Part<'_>, _mv: Option<Move>, _summary: &Summary) -> Option<()> {
        None
    }
}

impl<F: FnMut(Visited)> Visitor for F {
    fn games(&mut self, part: &Part<'_>, games: &Group<'_>) -> Option<()> {
        for game in games.selected(part)? {
            self(Visited { id: part.id(game), mv: games.mv, day: part.columns.day(game)? });
        }
        Some(())
    }
}

impl Database {
    /// Passes the games that visited a position and match. Summaries only come if all games match.
    pub(super) fn visits(
        &self,
        position: &Game,
        matcher: &Matcher,
        mut visits: impl Visitor,
    ) -> Result<(), DatabaseError> {
        let sums = visits.takes_summaries() && matcher.takes_all_of(position.size());
        let images = Images::new(position).map_err(|_| DatabaseError::Damaged("a position"))?;
        let damaged = || DatabaseError::Damaged("an index of positions");
        let (snapshot, segments) = self.segments()?;
        let mut bucket = snapshot.prepare("SELECT entries FROM positions WHERE id = ?1")?;
        let mut replayed = stored::prepare(&snapshot)?;
        for segment in segments.iter() {
            self.check_time()?;
            let bytes = read_bucket(&mut bucket, segment, images.key())?;
            let found = find(&bytes, segment.cut, images.key()).ok_or_else(damaged)?;
            if found.groups.is_empty() && found.maybe.is_empty() {
                continue;
            }
            let columns = self.facts(segment, |column| matcher.conditions.need(column))?;
            let results = matcher.conditions.select(&columns);
            let part =
                Part { first_game: segment.first_game, columns: &columns, results: &results };
            for game in found.maybe {
                if part.has(game).ok_or_else(damaged)? {
                    self.check_time()?;
                    let stored = stored::read_one(&mut replayed, part.id(game))?;
                    if let Some(mv) = move_at(&stored, &images, self.plies)? {
                        let games = Group { mv, games: Games::Few(vec![game]) };
                        visits.games(&part, &games).ok_or_else(damaged)?;
                    }
                }
            }
            for group in &found.groups {
                let taken = match &group.games {
                    Games::Many(summary, _) if sums => visits.summary(&part, group.mv, summary),
                    _ => visits.games(&part, group),
                };
                taken.ok_or_else(damaged)?;
            }
        }
        Ok(())
    }

    /// Passes all games that match.
    pub(super) fn scan(
        &self,
        matcher: &Matcher,
        mut on_game: impl FnMut(i64, Facts),
    ) -> Result<(), DatabaseError> {
        let (_snapshot, segments) = self.segments()?;
        for segment in segments.iter() {
            self.check_time()?;
            let columns = self.facts(segment, |_: Column| true)?;
            let results = matcher.conditions.select(&columns);
            let part =
                Part { first_game: segment.first_game, columns: &columns, results: &results };
            for game in 0..segment.games {
                if let Some(facts) = columns.facts(game)
                    && part.has(game as u16) == Some(true)
                {
                    on_game(part.id(game as u16), facts);
                }
            }
        }
        Ok(())
    }
}

/// The bucket of a key; empty if the segment has none.
fn read_bucket(
    bucket: &mut Statement<'_>,
    segment: &Segment,
    key: u64,
) -> Result<Vec<u8>, DatabaseError> {
    let found = bucket.query_row([segment.bucket_id(key)], |row| row.get(0)).optional()?;
    Ok(found.unwrap_or_default())
}

/// The move that a game played in a position, if it visited the position. (`Some(None)`: the game ended there.)
fn move_at(
    stored: &StoredGame,
    wanted: &Images,
    plies: usize,
) -> Result<Option<Option<Move>>, DatabaseError> {
    let mut game = stored.beginning()?;
    if game.size() != wanted.size() {
        return Ok(None);
    }
    let damaged = |_| DatabaseError::Damaged("legal moves");
    for mv in stored.moves.iter().copied().map(Some).chain([None]).take(plies) {
        if wanted.has(game.key()) {
            let images = Images::new(&game).map_err(|_| DatabaseError::Damaged("a position"))?;
            if images.key() == wanted.key() {
                return Ok(Some(mv.map(|mv| images.canonical(mv))));
            }
        }
        if let Some(mv) = mv {
            game.play(mv).map_err(damaged)?;
        }
    }
    Ok(None)
}
