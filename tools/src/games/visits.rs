//! The games that visited a position.

use super::facts::Facts;
use super::filter::Matcher;
use super::index::{self, Visit};
use super::segment::Segment;
use super::stored::{self, StoredGame};
use super::{Database, DatabaseError};
use crate::keys::Images;
use rusqlite::{OptionalExtension, Row, Statement};
use stonefall_engine::{Game, Move};

/// A game that visited a position, and its facts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visited {
    pub(super) id: i64,
    /// The move in the image that gives the key; `None` if the game ended.
    pub(super) mv: Option<Move>,
    pub(super) facts: Facts,
}

impl Database {
    /// Passes the games that visited a position and match.
    pub(super) fn visits(
        &self,
        position: &Game,
        matcher: &Matcher,
        mut on_visit: impl FnMut(Visited),
    ) -> Result<(), DatabaseError> {
        let images = Images::new(position).map_err(|_| DatabaseError::Damaged("a position"))?;
        let (snapshot, segments) = self.segments()?;
        let mut bucket = snapshot.prepare("SELECT entries FROM positions WHERE id = ?1")?;
        for segment in segments.iter() {
            self.check_time()?;
            let visits = read_bucket(&mut bucket, segment, images.key())?;
            if visits.is_empty() {
                continue;
            }
            let all = self.facts(segment)?;
            let all = all.all();
            for visit in visits {
                let (Visit::Sure(game, _) | Visit::Maybe(game)) = visit;
                let Some(facts) = all.get(usize::from(game)) else {
                    return Err(DatabaseError::Damaged("the facts of a game"));
                };
                let facts = Facts::read(facts);
                if !matcher.matches(&facts) {
                    continue;
                }
                let id = segment.first_game + i64::from(game);
                let mv = match visit {
                    Visit::Sure(_, mv) => Some(mv),
                    Visit::Maybe(_) => {
                        self.check_time()?;
                        move_at(&stored::one(&snapshot, id)?, &images, self.plies)?
                    }
                };
                if let Some(mv) = mv {
                    on_visit(Visited { id, mv, facts });
                }
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
            let facts = self.facts(segment)?;
            for (id, facts) in (segment.first_game..).zip(facts.all()) {
                let facts = Facts::read(facts);
                if matcher.matches(&facts) {
                    on_game(id, facts);
                }
            }
        }
        Ok(())
    }
}

/// The games of a segment that visited a position, or may have.
fn read_bucket(
    bucket: &mut Statement<'_>,
    segment: &Segment,
    key: u64,
) -> Result<Vec<Visit>, DatabaseError> {
    let mut visits = Vec::new();
    let read = |row: &Row<'_>| {
        let entries = row.get_ref(0)?.as_blob()?;
        Ok(index::read(entries, segment.cut, key, |visit| visits.push(visit)))
    };
    match bucket.query_row([segment.bucket_id(key)], read).optional()? {
        Some(None) => Err(DatabaseError::Damaged("an index of positions")),
        Some(Some(())) | None => Ok(visits),
    }
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
