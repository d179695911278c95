//! The games that visited a position.

use super::facts::{Facts, LENGTH};
use super::filter::Matcher;
use super::index::{self, Detail, Summary, Visitors};
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

/// Takes the games that visited a position.
pub(super) trait Visitor {
    /// Whether it takes summaries.
    fn detail(&self) -> Detail {
        Detail::Games
    }

    /// A game.
    fn game(&mut self, visited: Visited);

    /// All games of a segment with a move, which do not come one by one, and the best of them.
    fn many(&mut self, _mv: Option<Move>, _summary: &Summary, _best: &[Visited]) {}
}

impl<F: FnMut(Visited)> Visitor for F {
    #[inline(always)]
    fn game(&mut self, visited: Visited) {
        self(visited);
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
        let takes_all = matcher.takes_all_of(position.size());
        let detail = if takes_all { visits.detail() } else { Detail::Games };
        let images = Images::new(position).map_err(|_| DatabaseError::Damaged("a position"))?;
        let (snapshot, segments) = self.segments()?;
        let mut bucket = snapshot.prepare("SELECT entries FROM positions WHERE id = ?1")?;
        let mut replayed = stored::prepare(&snapshot)?;
        for segment in segments.iter() {
            self.check_time()?;
            let mut visitors = read_bucket(&mut bucket, segment, images.key(), detail)?;
            if visitors == Visitors::default() {
                continue;
            }
            let facts = self.facts(segment)?;
            let facts = facts.all();
            for game in visitors.maybe {
                let Visited { id, facts, .. } = visited(segment, facts, game, None)?;
                if matcher.matches(&facts) {
                    self.check_time()?;
                    let stored = stored::read_one(&mut replayed, id)?;
                    let mv = move_at(&stored, &images, self.plies)?;
                    visitors.sure.extend(mv.map(|mv| (game, mv)));
                }
            }
            for (game, mv) in visitors.sure {
                let visited = visited(segment, facts, game, mv)?;
                if matcher.matches(&visited.facts) {
                    visits.game(visited);
                }
            }
            for (mv, summary) in &visitors.many {
                let best = summary.best.iter().map(|&game| visited(segment, facts, game, *mv));
                visits.many(*mv, summary, &best.collect::<Result<Vec<_>, _>>()?);
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

/// A game with its facts. (Small, because a query may ask for all games.)
#[inline(always)]
fn visited(
    segment: &Segment,
    facts: &[[u8; LENGTH]],
    game: u16,
    mv: Option<Move>,
) -> Result<Visited, DatabaseError> {
    let Some(facts) = facts.get(usize::from(game)) else {
        return Err(DatabaseError::Damaged("the facts of a game"));
    };
    Ok(Visited { id: segment.first_game + i64::from(game), mv, facts: Facts::read(facts) })
}

/// The games of a segment that visited a position, or may have.
fn read_bucket(
    bucket: &mut Statement<'_>,
    segment: &Segment,
    key: u64,
    detail: Detail,
) -> Result<Visitors, DatabaseError> {
    let read = |row: &Row<'_>| {
        let entries = row.get_ref(0)?.as_blob()?;
        Ok(index::read(entries, segment.cut, key, detail))
    };
    let found = bucket.query_row([segment.bucket_id(key)], read).optional()?;
    let found = found.unwrap_or_else(|| Some(Visitors::default()));
    found.ok_or(DatabaseError::Damaged("an index of positions"))
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
