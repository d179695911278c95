//! Parts of one match, made anywhere, put together.

use super::plan::{Contender, Lines, Plan, Restart};
use super::record::{Record, RecordError, is_whole, opening_of, pool_of};
use super::{Adjudication, Control, DrawRules};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use stonefall_client::Launch;
use stonefall_engine::notation::ptn_file::{GameError, PtnFile, PtnGame};
use thiserror::Error;

/// A match that was played in parts.
#[derive(Clone, Debug)]
pub struct Pool {
    /// Who plays whom on which board, as far as the games tell. It has no openings and cannot be played.
    pub plan: Plan,
    /// The games in the order in which they ended. Their numbers go on from part to part.
    pub records: Vec<Record>,
    /// Openings that the same players have had in more than one part with the same colours: the games differ, but less is
    /// learned from them than from others.
    pub shared_openings: usize,
    /// Files whose last game was not whole.
    pub torn: Vec<String>,
}

/// Why files are no parts of one match.
#[derive(Debug, Error)]
pub enum PoolError {
    /// There is nothing.
    #[error("expected games of a match, found none in {0}")]
    Empty(String),
    /// A game that is none of a match, or not as this program writes them.
    #[error("{file}, game {number}: {reason}")]
    Game {
        /// Its file.
        file: String,
        /// Its place in the file, from 1.
        number: usize,
        /// Why it is none.
        reason: RecordError,
    },
    /// Tags that no game can be played by.
    #[error("{file}, game {number}: {reason}")]
    Setup {
        /// Its file.
        file: String,
        /// Its place in the file, from 1.
        number: usize,
        /// What is wrong.
        reason: GameError,
    },
    /// Two files are of different matches.
    #[error(
        "{file}: expected games of the same match as in {first}, found one with other engines, options, times or rules"
    )]
    OtherMatch {
        /// The file.
        file: String,
        /// The file that it does not belong to.
        first: String,
    },
    /// A game is there twice.
    #[error(
        "{file}, game {number} would be counted twice: it is {first_file}, game {first_number}, again (the same players, \
         opening and moves); give every part openings of its own, as --part 1/8 to --part 8/8 do"
    )]
    Twice {
        /// The file of the second one.
        file: String,
        /// Its place there, from 1.
        number: usize,
        /// The file of the first one.
        first_file: String,
        /// Its place there, from 1.
        first_number: usize,
    },
}

/// Puts the parts of a match together: the names of the files, and their texts.
///
/// # Errors
/// If a game is none of a match, of another match than those before it, or there twice.
pub fn pool(files: &[(String, String)]) -> Result<Pool, PoolError> {
    let mut pooling: Option<Pooling<'_>> = None;
    let mut torn = Vec::new();
    for (file, text) in files {
        let games = PtnFile::read(text).games;
        for (index, game) in games.iter().enumerate() {
            if index + 1 == games.len() && !is_whole(game) {
                // This part is still being played, or its program was killed.
                torn.push(file.clone());
                break;
            }
            let place = Place { file, number: index + 1 };
            let pooling = match &mut pooling {
                Some(pooling) => pooling,
                none => none.insert(Pooling::begin(game, place)?),
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
            Err(PoolError::Empty(names.join(", ")))
        }
    }
}

/// Where a game stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    file: &'a str,
    /// From 1.
    number: usize,
}

impl Place<'_> {
    fn refuse(self, reason: RecordError) -> PoolError {
        PoolError::Game { file: self.file.to_owned(), number: self.number, reason }
    }
}

/// The parts that were read so far.
struct Pooling<'a> {
    plan: Plan,
    /// What all games have to say of their match, and who has said it first.
    kind: String,
    first: &'a str,
    /// When each game ended, as its tags tell it, and the game.
    found: Vec<(String, Record)>,
    /// Where each game stands, by what makes it what it is.
    seen: BTreeMap<String, Place<'a>>,
    /// The files in which an opening was played.
    openings: BTreeMap<String, BTreeSet<&'a str>>,
    /// The number of this part's first game, and that of the next one's.
    offset: usize,
    next: usize,
}

impl<'a> Pooling<'a> {
    /// The match that a game says it is of.
    fn begin(game: &PtnGame, place: Place<'a>) -> Result<Self, PoolError> {
        let (kind, format, names) =
            pool_of(game).ok_or_else(|| place.refuse(RecordError::Tag("Pool")))?;
        let setup = game.setup().map_err(|reason| PoolError::Setup {
            file: place.file.to_owned(),
            number: place.number,
            reason,
        })?;
        let contender = |name: String| Contender {
            name,
            launch: Launch::new(""),
            options: Vec::new(),
            control: Control::default(),
            margin: Duration::ZERO,
            restart: Restart::WhenBroken,
        };
        let plan = Plan {
            size: setup.size,
            rules: setup.rules,
            contenders: names.into_iter().map(contender).collect(),
            format,
            openings: Vec::new(),
            games: 0,
            draws: DrawRules { repetitions: None, plies: None },
            adjudication: Adjudication::default(),
            patience: Duration::ZERO,
            concurrency: 1,
            lines: Lines::Dropped,
        };
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

    fn take(&mut self, game: &PtnGame, place: Place<'a>) -> Result<(), PoolError> {
        let (kind, ..) = pool_of(game).ok_or_else(|| place.refuse(RecordError::Tag("Pool")))?;
        if kind != self.kind {
            let (file, first) = (place.file.to_owned(), self.first.to_owned());
            return Err(PoolError::OtherMatch { file, first });
        }
        let mut record =
            Record::read_any(game, &self.plan).map_err(|reason| place.refuse(reason))?;
        let players = record.fixture.players.0;
        let moves: Vec<_> = game.tree().lines[PtnGame::MAIN_LINE]
            .plies
            .iter()
            .map(|played| played.ply.mv.to_string())
            .collect();
        let start = game.tag("TPS").unwrap_or_default();
        let key = format!("{players:?} {start} {}", moves.join(" "));
        if let Some(first) = self.seen.insert(key, place) {
            return Err(PoolError::Twice {
                file: place.file.to_owned(),
                number: place.number,
                first_file: first.file.to_owned(),
                first_number: first.number,
            });
        }
        let opening = format!("{players:?} {start} {}", moves[..opening_of(game)].join(" "));
        self.openings.entry(opening).or_default().insert(place.file);
        record.fixture.number += self.offset;
        self.next = self.next.max(record.fixture.number + 1);
        let ended = ["Date", "Time"].map(|tag| game.tag(tag).unwrap_or_default()).join(" ");
        self.found.push((ended, record));
        Ok(())
    }

    /// The next part's numbers begin where those of this one end, at the same pairing.
    fn end_part(&mut self) {
        self.offset = self.next.next_multiple_of(2 * self.plan.pairings().len().max(1));
    }

    fn pool(mut self, torn: Vec<String>) -> Pool {
        // As if all had been played in one place.
        self.found.sort_by(|(one, _), (other, _)| one.cmp(other));
        self.plan.games = self.offset / self.plan.pairings().len().max(1);
        let shared_openings = self.openings.values().filter(|files| files.len() > 1).count();
        let records = self.found.into_iter().map(|(_, record)| record).collect();
        Pool { plan: self.plan, records, shared_openings, torn }
    }
}
