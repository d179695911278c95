//! Combines parts of one match from any machines.

use super::plan::{Contender, MatchPlan};
use super::record::{MatchRecord, MatchRecordError, is_whole, opening_of, pool_of};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use stonefall_client::Launch;
use stonefall_engine::notation::ptn_file::{PtnFile, PtnGame};

/// A match played in parts.
#[derive(Clone, Debug)]
pub struct PooledMatch {
    /// Engines and rules as far as the games have them; it has no openings and cannot be played.
    pub plan: MatchPlan,
    /// The games in order of their ends. Their numbers continue from part to part.
    pub records: Vec<MatchRecord>,
    /// Number of openings that the same players had in more than one part with the same colors. Such
    /// games differ, but add less information.
    pub shared_openings: usize,
    /// Files whose last game is incomplete.
    pub torn: Vec<String>,
}

/// Combines the parts of a match, given as names and texts of files.
///
/// # Errors
/// If there is no game, or a game does not belong to the match or occurs twice.
pub fn pool(files: &[(String, String)]) -> Result<PooledMatch, String> {
    let mut pooling: Option<PoolBuilder<'_>> = None;
    let mut torn = Vec::new();
    for (file, text) in files {
        let games = PtnFile::read(text).games;
        for (index, game) in games.iter().enumerate() {
            if index + 1 == games.len() && !is_whole(game) {
                // The part is still running, or its program was killed.
                torn.push(file.clone());
                break;
            }
            let place = Place { file, number: index + 1 };
            let pooling = match &mut pooling {
                Some(pooling) => pooling,
                none => none.insert(PoolBuilder::begin(game, place)?),
            };
            pooling.take(game, place)?;
        }
        if let Some(pooling) = &mut pooling {
            pooling.end_part();
        }
    }
    match pooling {
        Some(pooling) => Ok(pooling.pool(torn)),
        None => {
            let names: Vec<_> = files.iter().map(|(name, _)| name.as_str()).collect();
            Err(format!("expected games of a match, found none in {}", names.join(", ")))
        }
    }
}

/// Place of a game.
#[derive(Clone, Copy)]
struct Place<'a> {
    file: &'a str,
    /// From 1.
    number: usize,
}

impl Place<'_> {
    fn refuse(self, reason: impl Display) -> String {
        format!("{}, game {}: {reason}", self.file, self.number)
    }
}

/// The parts read so far.
struct PoolBuilder<'a> {
    plan: MatchPlan,
    /// [`MatchPlan::kind`] of all games, and the first file.
    kind: String,
    first: &'a str,
    /// The games, each with the date and time of its end.
    found: Vec<(String, MatchRecord)>,
    /// The place of each game, by the key that identifies it.
    seen: BTreeMap<String, Place<'a>>,
    /// The files in which an opening was played.
    openings: BTreeMap<String, BTreeSet<&'a str>>,
    /// The number of this part's first game, and that of the next one's.
    offset: usize,
    next: usize,
}

impl<'a> PoolBuilder<'a> {
    /// Reads the match from its first game.
    fn begin(game: &PtnGame, place: Place<'a>) -> Result<Self, String> {
        let (kind, format, names) =
            pool_of(game).ok_or_else(|| place.refuse(MatchRecordError::Tag("Pool")))?;
        let setup = game.setup().map_err(|reason| place.refuse(reason))?;
        let contender = |name| Contender::new(name, Launch::new(""));
        let contenders = names.into_iter().map(contender).collect();
        let plan = MatchPlan::new(setup.size, setup.rules, contenders, format);
        Ok(Self {
            plan,
            kind,
            first: place.file,
            found: Vec::new(),
            seen: BTreeMap::new(),
            openings: BTreeMap::new(),
            offset: 0,
            next: 0,
        })
    }

    fn take(&mut self, game: &PtnGame, place: Place<'a>) -> Result<(), String> {
        let (kind, ..) =
            pool_of(game).ok_or_else(|| place.refuse(MatchRecordError::Tag("Pool")))?;
        if kind != self.kind {
            return Err(format!(
                "{}: expected games of the same match as in {}, found one with other engines, options, times or rules",
                place.file, self.first
            ));
        }
        let mut record =
            MatchRecord::read_any(game, &self.plan).map_err(|reason| place.refuse(reason))?;
        let players = record.fixture.players.0;
        let moves: Vec<_> = game.tree().lines[PtnGame::MAIN_LINE]
            .plies
            .iter()
            .map(|played| played.ply.mv.to_string())
            .collect();
        let start = game.tag("TPS").unwrap_or_default();
        let key = format!("{players:?} {start} {}", moves.join(" "));
        if let Some(first) = self.seen.insert(key, place) {
            return Err(format!(
                "{}, game {} would be counted twice: it is {}, game {}, again (the same players, opening and moves); \
                 give every part openings of its own, as --part 1/8 to --part 8/8 do",
                place.file, place.number, first.file, first.number
            ));
        }
        let opening = format!("{players:?} {start} {}", moves[..opening_of(game)].join(" "));
        self.openings.entry(opening).or_default().insert(place.file);
        record.fixture.number += self.offset;
        self.next = self.next.max(record.fixture.number + 1);
        let ended = ["Date", "Time"].map(|tag| game.tag(tag).unwrap_or_default()).join(" ");
        self.found.push((ended, record));
        Ok(())
    }

    /// The next part's numbers start after this one's, at the same pairing.
    fn end_part(&mut self) {
        self.offset = self.next.next_multiple_of(2 * self.plan.pairings().len().max(1));
    }

    fn pool(mut self, torn: Vec<String>) -> PooledMatch {
        // Orders the games as if one machine had played them.
        self.found.sort_by(|(one, _), (other, _)| one.cmp(other));
        self.plan.games = self.offset / self.plan.pairings().len().max(1);
        let shared_openings = self.openings.values().filter(|files| files.len() > 1).count();
        let records = self.found.into_iter().map(|(_, record)| record).collect();
        PooledMatch { plan: self.plan, records, shared_openings, torn }
    }
}
