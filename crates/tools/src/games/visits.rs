//! The games that visited a position.

use super::filter::Matcher;
use super::segment::Segment;
use super::stored::{self, StoredGame};
use super::{Database, DatabaseError};
use crate::keys::Images;
use crate::workers;
use rusqlite::{OptionalExtension, Statement};
use std::sync::Arc;
use std::thread;
use stonefall_engine::{Game, Move};
use stonefall_index::{Column, Columns, Facts, Games, Group, Part, find};

/// A game that visited a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visited {
    pub(super) id: i64,
    /// The move in the image that gives the key; `None` if the game ended.
    pub(super) mv: Option<Move>,
    /// Days since 1970, 0 if unknown.
    pub(super) day: u16,
}

const DAMAGED: DatabaseError = DatabaseError::Damaged("an index of positions");

/// The games of a segment that visited a position.
struct Share<'a> {
    first_game: i64,
    columns: Arc<Columns>,
    groups: Vec<Group<'a>>,
}

impl Database {
    /// Passes the games that visited a position and match.
    pub(super) fn visited(
        &self,
        position: &Game,
        matcher: &Matcher,
        on_visit: &mut dyn FnMut(Visited),
    ) -> Result<(), DatabaseError> {
        let list = |part: &Part<'_>, groups: &[Group<'_>]| {
            let mut visits = Vec::new();
            for group in groups {
                for game in group.selected(part)? {
                    let day = part.columns.day(game)?;
                    visits.push(Visited { id: part.id(game), mv: group.mv, day });
                }
            }
            Some(visits)
        };
        self.visits(position, matcher, list, |visits| visits.into_iter().for_each(&mut *on_visit))
    }

    /// Passes the sum of each segment over its games that visited a position; those that are selected match. `sum` returns
    /// `None` if the bytes are damaged. Several segments are summed on all cores.
    pub(super) fn visits<T: Send>(
        &self,
        position: &Game,
        matcher: &Matcher,
        sum: impl Fn(&Part<'_>, &[Group<'_>]) -> Option<T> + Sync,
        on_sum: impl FnMut(T),
    ) -> Result<(), DatabaseError> {
        let sum = |share: &Share<'_>| {
            let Share { first_game, columns, groups } = share;
            let results = matcher.conditions.select(columns);
            sum(&Part { first_game: *first_game, columns, results: &results }, groups)
        };
        let mut sums = None;
        self.share(position, matcher, &mut |shares| {
            sums = sum_on_all_cores(shares, sum).into_iter().collect::<Option<Vec<_>>>();
        })?;
        sums.ok_or(DAMAGED)?.into_iter().for_each(on_sum);
        Ok(())
    }

    /// Passes the games that visited a position by segment, once.
    fn share(
        &self,
        position: &Game,
        matcher: &Matcher,
        on_shares: &mut dyn FnMut(&[Share<'_>]),
    ) -> Result<(), DatabaseError> {
        let images = Images::new(position);
        let (snapshot, segments) = self.segments()?;
        let mut bucket = snapshot.prepare("SELECT entries FROM positions WHERE id = ?1")?;
        let mut buckets = Vec::with_capacity(segments.len());
        for segment in segments.iter() {
            self.check_time()?;
            buckets.push(read_bucket(&mut bucket, segment, images.key())?);
        }
        let mut replayed = stored::prepare(&snapshot)?;
        let mut shares = Vec::new();
        for (segment, bytes) in segments.iter().zip(&buckets) {
            let mut found = find(bytes, segment.cut, images.key()).ok_or(DAMAGED)?;
            for game in found.maybe {
                self.check_time()?;
                if usize::from(game) >= segment.games {
                    return Err(DAMAGED);
                }
                let id = segment.first_game + i64::from(game);
                let stored = stored::read_one(&mut replayed, id)?;
                if let Some(mv) = move_at(&stored, &images, self.plies)? {
                    found.groups.push(Group { mv, games: Games::Few(vec![game]) });
                }
            }
            if !found.groups.is_empty() {
                self.check_time()?;
                let columns = self.facts(segment, |column| matcher.conditions.need(column))?;
                let first_game = segment.first_game;
                shares.push(Share { first_game, columns, groups: found.groups });
            }
        }
        on_shares(&shares);
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

/// The sums of all shares, in order.
fn sum_on_all_cores<S: Sync, T: Send>(shares: &[S], sum: impl Fn(&S) -> T + Sync) -> Vec<T> {
    let mut sums: Vec<_> = shares.iter().map(|_| None).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    if threads > 1 && shares.len() > 1 {
        let job = |(): &mut (), place: usize| Some(sum(&shares[place]));
        workers::run(
            0..shares.len(),
            threads,
            || (),
            job,
            |place, found| sums[place] = Some(found),
        );
    }
    // Without threads, or if none could start, this thread sums.
    let sums = sums.into_iter().zip(shares);
    sums.map(|(found, share)| found.unwrap_or_else(|| sum(share))).collect()
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
            let images = Images::new(&game);
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
