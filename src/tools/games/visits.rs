//! The games that visited a position.

use super::database::SegmentFacts;
use super::facts::Facts;
use super::filter::Matcher;
use super::index::{self, Visit};
use super::keys::Images;
use super::segment::Segment;
use super::stored::{self, StoredGame};
use super::{Database, DatabaseError};
use rusqlite::{OptionalExtension, Statement};
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
            let mut maybe = Vec::new();
            let facts = Lazy { database: self, segment, found: None };
            let visit = |visited: Visited| on_visit(visited);
            read_bucket(&mut bucket, facts, images.key(), matcher, &mut maybe, visit)?;
            for (id, facts) in maybe {
                let game = stored::one(&snapshot, id)?;
                if let Some(mv) = move_at(&game, &images, self.plies)? {
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
            let facts = self.facts(segment)?;
            for (id, game) in (segment.first_game..).zip(0..segment.games) {
                if let Some(facts) = facts.get(game).filter(|facts| matcher.matches(facts)) {
                    on_game(id, facts);
                }
            }
        }
        Ok(())
    }
}

/// The facts of a segment, read when the first game needs them.
struct Lazy<'a> {
    database: &'a Database,
    segment: &'a Segment,
    found: Option<SegmentFacts>,
}

impl Lazy<'_> {
    fn get(&mut self, game: u16) -> Result<Facts, DatabaseError> {
        let found = match self.found.take() {
            Some(found) => found,
            None => self.database.facts(self.segment)?,
        };
        let facts = found.get(game.into());
        self.found = Some(found);
        facts.ok_or(DatabaseError::Damaged("the facts of a game"))
    }
}

/// Passes the sure visits of a segment, and collects the possible ones.
fn read_bucket(
    bucket: &mut Statement<'_>,
    mut facts: Lazy<'_>,
    key: u64,
    matcher: &Matcher,
    maybe: &mut Vec<(i64, Facts)>,
    mut on_visit: impl FnMut(Visited),
) -> Result<(), DatabaseError> {
    let segment = facts.segment;
    let mut failed = None;
    let visit = |visit: Visit| {
        let (Visit::Sure(game, _) | Visit::Maybe(game)) = visit;
        let id = segment.first_game + i64::from(game);
        match (facts.get(game), visit) {
            (Ok(facts), _) if !matcher.matches(&facts) => {}
            (Ok(facts), Visit::Sure(_, mv)) => on_visit(Visited { id, mv, facts }),
            (Ok(facts), Visit::Maybe(_)) => maybe.push((id, facts)),
            (Err(error), _) => failed = Some(error),
        }
    };
    let read = |row: &rusqlite::Row<'_>| {
        let entries = row.get_ref(0)?.as_blob()?;
        Ok(index::read(entries, segment.cut, key, visit))
    };
    let found = bucket.query_row([segment.bucket_id(key)], read).optional()?;
    match (failed, found) {
        (Some(error), _) => Err(error),
        (None, Some(None)) => Err(DatabaseError::Damaged("an index of positions")),
        (None, _) => Ok(()),
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
